"""What mail of games people want, and the signed links at the foot of mails that end one wish or show them all."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mailing import hand_over
from accounts.models import TurnMail, User

MAIL_SALT = "accounts.mail"


@dataclass(frozen=True)
class Wish:
    """A wish for mail of some kinds: the field of the account that holds it, the words of the link that ends it, and
    what is said once it is ended."""

    field: str
    stop: str | Promise
    stopped: str | Promise


WISHES = {
    "turn": Wish(
        "turn_mail",
        gettext_lazy("Stop emails about my turns"),
        gettext_lazy(
            "You get no more emails about your turns. They still wait for you on the site until the deadline."
        ),
    ),
    "reminder": Wish(
        "reminder_mail",
        gettext_lazy("Stop reminders"),
        gettext_lazy("You get no more reminders before a deadline."),
    ),
    "news": Wish(
        "news_mail",
        gettext_lazy("Stop emails with news"),
        gettext_lazy("You get no more emails with invitations, skipped turns and results."),
    ),
    "staff": Wish(
        "staff_mail",
        gettext_lazy("Stop emails with players’ questions"),
        gettext_lazy("You get no more emails with players’ questions to the organizers."),
    ),
}
ALL_STOPPED = gettext_lazy(
    "You get no more emails from games. Your turns still wait for you on the site until the deadline."
)


def mail_token(user: User, wish: str = "") -> str:
    """Sign a token for a person's mail settings, for the foot of mails, and for the wish that its one click ends
    (all of them without one). It opens nothing else.

    It stays good until the person's mail key is renewed, for old mails must be able to unsubscribe too.
    """
    return signing.dumps([user.pk, user.mail_key, *([wish] if wish else [])], salt=MAIL_SALT)


def read_mail_token(token: str) -> tuple[User, str] | None:
    """Return the person and wish of a token of `mail_token`; None if it is forged, renewed or of a deleted account."""
    try:
        pk, key, *wish = signing.loads(token, salt=MAIL_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=pk, mail_key=key, is_active=True).first()
    return (user, wish[0] if wish and wish[0] in WISHES else "") if user else None


@transaction.atomic
def stop_mail(user: User, wish: str = "") -> str:
    """End one wish, or all without a `wish`, and say so in one last mail; returns what was said.

    Nothing is said a second time about what is stopped already.
    """
    fields = [WISHES[wish].field] if wish else [each.field for each in WISHES.values()]
    changed = [field for field in fields if getattr(user, field) not in (TurnMail.NONE, False)]
    for field in changed:
        setattr(user, field, TurnMail.NONE if field == "turn_mail" else False)
    user.save(update_fields=fields)
    said = str(WISHES[wish].stopped if wish else ALL_STOPPED)
    if changed and user.can_get_mail:
        with translation.override(user.language or None):
            hand_over(user.email, _("You stopped emails from Fieldpost"), last_words(user, said))
    return said


def last_words(user: User, said: str) -> str:
    """Write the one mail that confirms the stop, with the way back."""
    url = settings.SITE_URL.rstrip("/") + reverse("mail-preferences", args=[mail_token(user)])
    return f"{said}\n\n" + _("Changed your mind? Turn these emails on again here:") + f"\n{url}\n"
