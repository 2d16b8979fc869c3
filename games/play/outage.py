"""An outage that lasts: pages still take orders while no sweep runs, and it is credited only once one does.

What an order stops or ends in the meantime is measured as if the time until now had been given already, for a time bank
and what a stopped clock has left are minutes, which no later credit moves.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games.models import Heartbeat

SWEEP = "sweep"
"""The heartbeat whose gaps are outages."""

SHORTEST_OUTAGE = timedelta(minutes=2)
"""A gap between two sweeps that players are credited for, up to `OUTAGE_CREDIT_MOST`."""


def uncredited(now: datetime) -> timedelta:
    """Measure the outage that lasts at `now`, for as much of it as the next sweep will give; none usually. One
    query."""
    seen = Heartbeat.objects.filter(pk=SWEEP).values_list("seen_at", flat=True).first()
    gap = timedelta() if seen is None else now - seen
    return gap if SHORTEST_OUTAGE < gap <= settings.OUTAGE_CREDIT_MOST else timedelta()
