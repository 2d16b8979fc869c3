"""Detect outages and clock jumps before anybody's deadline is enforced."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games.models import Heartbeat
from games.play.outage import SHORTEST_OUTAGE
from games.services import site_outage
from games.services.site_outage import downtime_credit

log = logging.getLogger(__name__)

SWEEP_INTERVAL = timedelta(seconds=10)
"""How often the sweep should run (CELERY_BEAT_SCHEDULE)."""

DRIFT = 5.0
"""Seconds by which wall clock and monotonic clock may part between two sweeps of one process."""


@dataclass
class ClockGuard:
    """Compares the wall clock with the monotonic clock from one sweep of this process to the next."""

    wall: float | None = None
    steady: float = 0.0

    def is_sound(self, wall: float, steady: float) -> bool:
        """Check that both clocks moved alike since the last call; the first call passes."""
        before, self.wall = self.wall, wall
        passed, self.steady = steady - self.steady, steady
        return before is None or abs((wall - before) - passed) <= DRIFT


GUARD = ClockGuard()


def heartbeat(name: str, now: datetime) -> bool:
    """Record that the job `name` runs at `now`; credit an outage first.

    Returns False, so that the caller does nothing, if the clock jumped or moved on by more than `OUTAGE_CREDIT_MOST`.
    """
    sound = GUARD.is_sound(now.timestamp(), time.monotonic())
    if not sound:
        log.critical("the clock jumped: no deadline is passed by this sweep")
    with transaction.atomic():
        rows = Heartbeat.objects.select_for_update(no_key=True)
        row, _is_new = rows.get_or_create(pk=name, defaults={"seen_at": now})
        gap = now - row.seen_at
        if gap > settings.OUTAGE_CREDIT_MOST:
            site_outage.hold(gap, now)
            return False
        site_outage.release()
        if gap > SHORTEST_OUTAGE:
            downtime_credit(gap, now)
        ahead = -gap.total_seconds() > DRIFT
        if gap > timedelta() or ahead or not sound:
            row.seen_at = now
            row.save(update_fields=["seen_at"])
    return sound


def is_credited(now: datetime) -> bool:
    """Check that deadlines are swept, so that no outage is still to be credited and something else may run out too."""
    seen = Heartbeat.objects.filter(pk="sweep", seen_at__gt=now - SHORTEST_OUTAGE, seen_at__lte=now + SWEEP_INTERVAL)
    return seen.exists() and not site_outage.is_held()


def is_silent(name: str, now: datetime) -> bool:
    """Check whether the job `name` has missed its next run."""
    return not Heartbeat.objects.filter(
        pk=name, seen_at__gt=now - SWEEP_INTERVAL, seen_at__lte=now + SWEEP_INTERVAL
    ).exists()
