"""Invite people to an event that is by invitation only, and withdraw invitations.

Nothing here tells whether an address or a name has an account: an address is written to as it stands, whoever proves
that it is theirs may enter, and a name that nobody has is kept like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.ratelimit import limit
from accounts.services import confirmed_people
from games.errors import LobbyError
from games.models import OutboxMail
from games.services.invitations import DAY, TO_ONE_A_DAY, digest_of
from games.services.locks import after_commit, db_now
from games.services.notifications import NewMail, mail_enqueue
from tournaments.models import Invitation, Tournament
from tournaments.services.creating import EventRefused
from tournaments.services.repairs import event_act

if TYPE_CHECKING:
    from accounts.models import User

MOST_INVITED = 500
"""Invitations to one event."""

INVITED_A_DAY = 500
"""Invitations of one organizer to all events together."""

LONGEST = 254

Status = Tournament.Status
INVITE, UNINVITE = "event.invite", "event.uninvite"
OVER = (Status.OVER, Status.CANCELLED)


def event_invite(*, event_id: int, user: User, whom: Sequence[str]) -> int:
    """Invite people, by address or by @name; returns how many were not invited yet. They are mailed at once while
    people can enter, else when sign-up opens. Raises EventRefused for something that is no address and no name, for
    more than there may be, and for an event that is over; LobbyError for too many a day. Then nobody is invited."""
    typed = list(dict.fromkeys(check_typed(each) for each in whom))
    for each in typed:
        check_limits(user, each)
    reason = ngettext("%(count)s invitation", "%(count)s invitations", len(typed)) % {"count": len(typed)}
    with event_act(event_id, user, INVITE, reason) as event:
        check_open(event)
        known = set(event.invitations.values_list(Lower("whom"), flat=True))
        new = [each for each in typed if each.lower() not in known]
        if event.invitations.count() + len(new) > MOST_INVITED:
            raise EventRefused(_("A tournament has at most %(most)s invitations.") % {"most": MOST_INVITED})
        made = [add_invitation(event, each) for each in new]
        if event.status == Status.ENTRY:
            mail_invited(event, made)
    return len(made)


def check_typed(whom: str) -> str:
    """Return an address or a name without signs around it. Raises EventRefused for neither."""
    whom = whom.strip()
    name = whom.removeprefix("@")
    if "@" not in name:
        if not name or len(name) > LONGEST or not name.isprintable():
            raise EventRefused(_("Write an email address, or a player name with @ before it."))
        return name
    try:
        validate_email(whom)
    except ValidationError as exc:
        raise EventRefused(_("%(address)s is not an email address.") % {"address": whom[:LONGEST]}) from exc
    return whom


def check_limits(user: User, whom: str) -> None:
    """Count an invitation against the limits of a day. Raises LobbyError."""
    if limit(f"event-invite:{user.pk}", INVITED_A_DAY, DAY):
        raise LobbyError(_("You have reached today’s limit of invitations. Try again tomorrow."))
    if limit(f"invited:{digest_of(whom)}", TO_ONE_A_DAY, DAY):
        raise LobbyError(_("Too many invitations went to %(whom)s today. Try again tomorrow.") % {"whom": whom})


def check_open(event: Tournament) -> None:
    """Refuse to change the invitations of an event that is over. Raises EventRefused."""
    if event.status in OVER:
        raise EventRefused(_("This tournament is over, so nobody can be invited."))


def add_invitation(event: Tournament, whom: str) -> Invitation:
    """Keep an invitation; a person who is invited already is not invited twice, though it looks so."""
    if "@" in whom:
        return event.invitations.create(whom=whom, address=whom.lower())
    person = confirmed_people().filter(username__iexact=whom).exclude(pk__in=event.invitations.values("user")).first()
    return event.invitations.create(whom=whom, user=person)


def mail_invited(event: Tournament, invitations: Iterable[Invitation]) -> None:
    """Mail people who are invited, once each. The caller is in a transaction."""
    for each in invitations:
        if each.user_id is None and not each.address:
            continue
        mail_enqueue(
            NewMail(
                key=key_of(event, each),
                template="event_opened",
                not_before=db_now(),
                user_id=each.user_id,
                address=each.address,
                context={"event": event.pk},
            )
        )
    after_commit("games.tasks.outbox")


def key_of(event: Tournament, invitation: Invitation) -> str:
    return f"event:{event.pk}:opened:{invitation.pk}"


def event_uninvite(*, event_id: int, user: User, invitations: Sequence[int]) -> int:
    """Take invitations back, with their mails that are not sent; returns how many there were. Who has entered stays in.
    Raises EventRefused for an event that is over."""
    reason = ngettext("%(count)s invitation", "%(count)s invitations", len(invitations)) % {"count": len(invitations)}
    with event_act(event_id, user, UNINVITE, reason) as event:
        check_open(event)
        found = list(event.invitations.filter(pk__in=invitations))
        waiting = OutboxMail.objects.filter(
            key__in=[key_of(event, each) for each in found], state__in=OutboxMail.WAITING_STATES
        )
        waiting.update(state=OutboxMail.State.CANCELLED, error=_("the invitation was withdrawn"))
        event.invitations.filter(pk__in=[each.pk for each in found]).delete()
    return len(found)
