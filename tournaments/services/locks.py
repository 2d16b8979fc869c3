"""Lock an event. It comes before the locks of people and of games; whoever holds a game never locks an event."""

from __future__ import annotations

from tournaments.models import Tournament


def event_lock(event_id: int) -> Tournament:
    """Lock the event's row until the transaction ends. Raises Tournament.DoesNotExist."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=event_id)
