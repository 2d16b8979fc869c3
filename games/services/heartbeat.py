"""Knowing that the site stood still, or that its clock cannot be trusted, before anybody is passed for it."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.clocks import SHORTEST_REMINDED
from games.models import AuditEntry, Game, Heartbeat, MailStop, OutboxMail, Waiting
from games.services.standstill import SENDER

log = logging.getLogger(__name__)

EVERY = timedelta(seconds=10)
"""How often the sweep should run (CELERY_BEAT_SCHEDULE)."""

OUTAGE = timedelta(minutes=2)
"""A gap between two sweeps that players are credited for."""

DRIFT = 5.0
"""Seconds by which wall clock and monotonic clock may part between two sweeps of one process."""


@dataclass
class ClockGuard:
    """Compares the wall clock with the monotonic clock from one sweep of this process to the next."""

    wall: float | None = None
    steady: float = 0.0

    def is_sound(self, wall: float, steady: float) -> bool:
        """Whether both clocks moved alike since the last call; the first call always is."""
        before, self.wall = self.wall, wall
        passed, self.steady = steady - self.steady, steady
        return before is None or abs((wall - before) - passed) <= DRIFT


GUARD = ClockGuard()


def heartbeat(name: str, now: datetime) -> bool:
    """Note that the job `name` runs at `now`; credit an outage first. False if the clock jumped: do nothing then."""
    sound = GUARD.is_sound(now.timestamp(), time.monotonic())
    if not sound:
        log.critical("the clock jumped: no deadline is passed by this sweep")
    with transaction.atomic():
        row, created = Heartbeat.objects.select_for_update(no_key=True).get_or_create(
            pk=name, defaults={"seen_at": now}
        )
        gap = now - row.seen_at
        if not created and gap > OUTAGE:
            downtime_credit(gap, now)
        ahead = -gap.total_seconds() > DRIFT
        if created or gap > timedelta() or ahead or not sound:
            row.seen_at = now
            row.save(update_fields=["seen_at"])
    return sound


def is_silent(name: str, now: datetime) -> bool:
    """Whether the job `name` has not run for as long as it should be away between two runs."""
    return not Heartbeat.objects.filter(pk=name, seen_at__gt=now - EVERY, seen_at__lte=now + EVERY).exists()


def downtime_credit(gap: timedelta, now: datetime) -> None:
    """Move every running deadline by the time the site stood still, and write that down.

    Games are locked before their open answers, as moves do it: else the two could wait for each other.
    """
    list(
        Game.objects.select_for_update(no_key=True).filter(status=Game.Status.RUNNING).order_by("pk").values_list("pk")
    )
    running = Waiting.objects.filter(game__status=Game.Status.RUNNING, deadline_at__isnull=False)
    games = Game.objects.filter(status=Game.Status.RUNNING, deadline_at__isnull=False)
    running.update(deadline_at=F("deadline_at") + gap, due_at=F("due_at") + gap)
    running.filter(remind_at__isnull=False).update(remind_at=F("remind_at") + gap)
    running.filter(remind_at__gte=F("reminded_at") + SHORTEST_REMINDED).update(reminded_at=None)
    games.filter(turn_deadline_at__isnull=False).update(turn_deadline_at=F("turn_deadline_at") + gap)
    count = games.update(deadline_at=F("deadline_at") + gap, time_given=F("time_given") + gap)
    standstill_credit(gap)
    seconds = round(gap.total_seconds())
    AuditEntry.objects.create(action="downtime.credit", details={"seconds": seconds, "games": count})
    log.warning("the site stood still for %s seconds: %s deadlines moved", seconds, count)


def standstill_credit(gap: timedelta) -> None:
    """What the site stood still is given back already: mail that stood still meanwhile must not give it again."""
    MailStop.objects.filter(ended_at=None).update(began_at=F("began_at") + gap)
    OutboxMail.objects.filter(state__in=OutboxMail.WAITING_STATES).update(wanted_at=F("wanted_at") + gap)
    Heartbeat.objects.filter(pk=SENDER).update(seen_at=F("seen_at") + gap)
