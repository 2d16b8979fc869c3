"""What organizers do about entry: close it, call an event off, add people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.services.creating import EventRefused
from tournaments.services.entry import BEFORE, call_off, entry_add, event_start
from tournaments.services.repairs import event_act

if TYPE_CHECKING:
    from accounts.models import User


def entry_close(*, event_id: int, user: User, reason: str) -> None:
    """Close sign-up now: the event asks for check-in, or begins. Raises EventRefused unless it is open for entry."""
    with event_act(event_id, user, "event.close", reason) as event:
        if event.status != Tournament.Status.ENTRY:
            raise EventRefused(_("Sign-up of this tournament is not open."))
        event_start(event_id=event_id)


def event_cancel(*, event_id: int, user: User, reason: str) -> None:
    """Call an event off that has not begun; everybody who entered is told why. Raises EventRefused for others."""
    with event_act(event_id, user, "event.cancel", reason) as event:
        if event.status not in (Tournament.Status.DRAFT, *BEFORE):
            raise EventRefused(_("This tournament has begun, so it cannot be called off. Its games can."))
        call_off(event, reason.strip())


def people_add(*, event_id: int, user: User, reason: str, people: Sequence[User]) -> None:
    """Add people, who need not meet the conditions. Raises EventRefused for organizers, and while nobody can enter."""
    with event_act(event_id, user, "event.add", reason, people=[person.username for person in people]):
        for person in people:
            entry_add(event_id=event_id, user=person, by_organizer=True)
