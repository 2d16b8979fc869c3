"""Lock an event. It comes before the locks of people and of games; whoever holds a game never locks an event."""

from __future__ import annotations

from games.services.locks import share_site_clock
from tournaments.models import Tournament


def event_lock(event_id: int) -> Tournament:
    """Lock the event's row until the transaction ends, and the site's clock against change, so that what is due is
    written by the clock by which it was read. Raises Tournament.DoesNotExist."""
    share_site_clock()
    return Tournament.objects.select_for_update(no_key=True).get(pk=event_id)
