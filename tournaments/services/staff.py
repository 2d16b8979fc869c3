"""Name the organizers of one event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.selectors.organizing import forget_named, plays_in_event
from tournaments.services.creating import EventRefused
from tournaments.services.repairs import event_act

if TYPE_CHECKING:
    from accounts.models import User


def organizer_add(*, event_id: int, user: User, reason: str, person: User) -> None:
    """Let a person organize an event and its games. Raises EventRefused for somebody who plays in it."""
    with event_act(event_id, user, "event.organizer_add", reason, person=person.pk, by=person.username) as event:
        if plays_in_event(person, event):
            raise EventRefused(
                _("%(name)s plays in this tournament, so they cannot organize it.") % {"name": person.username}
            )
        event.organizers.add(person)
        forget_named()


def organizer_remove(*, event_id: int, user: User, reason: str, person: User) -> None:
    """Let a person no longer organize an event. Raises EventRefused for the last organizer."""
    with event_act(event_id, user, "event.organizer_remove", reason, person=person.pk, by=person.username) as event:
        if not event.organizers.exclude(pk=person.pk).exists():
            raise EventRefused(_("A tournament keeps at least one organizer. Name another one first."))
        event.organizers.remove(person)
        forget_named()
