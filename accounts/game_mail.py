"""What mail of games people want, and the signed links at the foot of mails that end one wish or show them all."""

from __future__ import annotations

from collections.abc import Callable
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
from accounts.models import User
from accounts.signals import mail_stopped
from common.mail_ways import MAILED, Way

MAIL_SALT = "accounts.mail"


@dataclass(frozen=True)
class Wish:
    """A wish for mail of some kinds: the words of the link that ends it, what is said once it is ended, and what ends
    it in an account."""

    stop: str | Promise
    stopped: str | Promise
    end: Callable[[User], None]


def end_turns(user: User) -> None:
    """End mail about turns; reminders still come to those who want them."""
    if user.turn_mail in MAILED:
        user.turn_mail = Way.REMINDER if user.reminder_mail else Way.NONE


def end_reminders(user: User) -> None:
    user.reminder_mail = False


def end_news(user: User) -> None:
    user.news_mail = False


def end_press(user: User) -> None:
    user.press_mail = Way.NONE


def end_digest(user: User) -> None:
    """End the kinds of mail that come in the daily digest."""
    if user.turn_mail == Way.DIGEST:
        end_turns(user)
    if user.news_digest:
        end_news(user)


def end_nothing(user: User) -> None:
    """End nothing in the account: who keeps the wish elsewhere listens to `mail_stopped`."""


def end_weekly(user: User) -> None:
    user.weekly_mail = False


def end_staff(user: User) -> None:
    user.staff_mail = False


def end_all(user: User) -> None:
    """End all mail of games."""
    for wish in WISHES.values():
        wish.end(user)
    user.turn_mail = Way.NONE


WISHES = {
    "turn": Wish(
        gettext_lazy("Stop emails about my turns"),
        gettext_lazy(
            "You get no more emails about your turns. Reminders before a deadline still come unless you stop them, "
            "and your turns wait for you on the site."
        ),
        end_turns,
    ),
    "reminder": Wish(
        gettext_lazy("Stop reminders"),
        gettext_lazy("You get no more reminders before a deadline."),
        end_reminders,
    ),
    "news": Wish(
        gettext_lazy("Stop emails with news"),
        gettext_lazy("You get no more emails with invitations, skipped turns and results."),
        end_news,
    ),
    "press": Wish(
        gettext_lazy("Stop emails with messages"),
        gettext_lazy("You get no more emails with messages of other players. They wait for you on the site."),
        end_press,
    ),
    "seats": Wish(
        gettext_lazy("Stop asking me to take over seats"),
        gettext_lazy("You are on no list of substitutes any more, and nobody asks you to take over a seat."),
        end_nothing,
    ),
    "events": Wish(
        gettext_lazy("Stop emails about my tournaments"),
        gettext_lazy(
            "You get no more emails about the tournaments that you have entered. Their pages still tell you what is "
            "next."
        ),
        end_nothing,
    ),
    "follow": Wish(
        gettext_lazy("Stop following games"),
        gettext_lazy("You get no more emails about the rounds of games that you are out of."),
        end_nothing,
    ),
    "digest": Wish(
        gettext_lazy("Stop the daily email"),
        gettext_lazy("You get no more daily email. Your turns still wait for you on the site until the deadline."),
        end_digest,
    ),
    "weekly": Wish(
        gettext_lazy("Stop the weekly email"),
        gettext_lazy("You get no more weekly email with the games that wait for you."),
        end_weekly,
    ),
    "staff": Wish(
        gettext_lazy("Stop emails with players’ questions"),
        gettext_lazy("You get no more emails with players’ questions to the organizers."),
        end_staff,
    ),
}
ALL_STOPPED = gettext_lazy(
    "You get no more emails from games. Your turns still wait for you on the site until the deadline."
)
STOPPABLE = ("turn_mail", "reminder_mail", "news_mail", "press_mail", "weekly_mail", "staff_mail")
"""The fields of an account that wishes end."""


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
    """End one wish, or all without a `wish`, for every game, and say so in one last mail; returns what was said.

    Nothing is said a second time about what is stopped already.
    """
    before = [getattr(user, field) for field in STOPPABLE]
    (WISHES[wish].end if wish else end_all)(user)
    changed = before != [getattr(user, field) for field in STOPPABLE]
    user.save(update_fields=STOPPABLE)
    told = mail_stopped.send(sender=User, user=user, wish=wish)
    changed = any(answer for _receiver, answer in told) or changed
    said = str(WISHES[wish].stopped if wish else ALL_STOPPED)
    if changed and user.can_get_mail:
        with translation.override(user.language or None):
            hand_over(user.email, _("You stopped emails from Fieldpost"), last_words(user, said))
    return said


def last_words(user: User, said: str) -> str:
    """Write the one mail that confirms the stop, with the way back."""
    url = settings.SITE_URL.rstrip("/") + reverse("mail-preferences", args=[mail_token(user)])
    return f"{said}\n\n" + _("Changed your mind? Turn these emails on again here:") + f"\n{url}\n"
