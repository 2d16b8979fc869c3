"""Mail outages: detect one, retry with growing pauses, and measure it afterwards.

A mail that its own recipient's server does not take is no outage; being refused as a sender, a server that cannot
be reached, workers that send nothing and a flood of mails are.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Min, Q

from games.models import Heartbeat, MailStop, OutboxMail
from games.services.mail_kinds import MAIL_KINDS

log = logging.getLogger(__name__)

GRACE = timedelta(minutes=10)
"""An outage that is longer is given back to those who wait for a mail."""

FIRST_TRY = timedelta(seconds=30)
SHORT_CLAIM = timedelta(seconds=30)
"""What is left of a claim in the future: its sender may still be at it (LEASE in games.mail.leases)."""

LONGEST_PAUSE = timedelta(minutes=10)
"""One mail is tried each time, not each tick."""

TIMES_THE_MEAN = 5
"""A day with more than this many times the usual mails stops the queue until an organizer releases it."""

FURTHEST = timedelta(hours=2)
"""No try is put off, and no mail claimed, for so long; what seems to be was written by a clock that ran ahead."""

DAY = timedelta(days=1)
USUAL_DAYS = 7
SENDER = "outbox"
"""The heartbeat of whoever sends mails."""


def current_outage() -> MailStop | None:
    """Return the open outage, the oldest if there are several; one query."""
    return MailStop.objects.filter(ended_at=None).order_by("began_at").first()


def should_retry(stop: MailStop, now: datetime) -> bool:
    """Claim the one attempt that is due during an outage.

    The caller that gets True makes the attempt: a server that hangs keeps one busy for minutes, and others must not
    join it meanwhile.
    """
    if stop.cause == MailStop.Cause.FLOOD:
        return not is_flood(now)
    if stop.next_try_at is not None and now < stop.next_try_at < now + FURTHEST:
        return False
    mine = MailStop.objects.filter(pk=stop.pk, ended_at=None, next_try_at=stop.next_try_at)
    return bool(mine.update(next_try_at=now + pause(stop.tries + 1, LONGEST_PAUSE)))


def record_failure(cause: str, error: str, now: datetime) -> MailStop:
    """Record a failed attempt: open or continue the outage, and set when to retry."""
    stop = current_outage()
    if stop is None:
        return open_outage(cause, now, error=error, next_try_at=now + pause(1, LONGEST_PAUSE), tries=1)
    stop.cause, stop.error, stop.tries = cause, error, stop.tries + 1
    stop.next_try_at = now + pause(stop.tries, LONGEST_PAUSE)
    stop.save(update_fields=["cause", "error", "tries", "next_try_at"])
    return stop


def open_outage(cause: str, now: datetime, **facts: object) -> MailStop:
    """Open an outage, or find the one that another worker has just opened."""
    try:
        with transaction.atomic():
            stop = MailStop.objects.create(cause=cause, began_at=now, **facts)
    except IntegrityError:
        return MailStop.objects.get(cause=cause, ended_at=None)
    log.critical("mail stands still: %s %s", stop.get_cause_display(), stop.error)
    return stop


def close_outage(now: datetime) -> None:
    """Close the open outage."""
    if MailStop.objects.filter(ended_at=None).update(ended_at=now):
        log.warning("mail goes again")


def pause(tries: int, longest: timedelta) -> timedelta:
    """Compute the pause before a retry: half a minute first, doubled each time up to `longest`, with some jitter so
    that mails do not come in a rush."""
    doubled: timedelta = FIRST_TRY * 2 ** max(0, min(tries - 1, 10))
    return min(doubled, longest) * (1 + random.random() / 10)


# ---- too many


def is_flood(now: datetime) -> bool:
    """Check whether more mails went out in the last day than players explain. Three queries at most."""
    mails = OutboxMail.objects.exclude(
        template=OutboxMail.ACCOUNT
    )  # strangers cause those, and have limits of their own
    sent = mails.filter(sent_at__gt=now - DAY).count()
    if sent < settings.MAILS_UNQUESTIONED:
        return False
    usual = mails.filter(sent_at__gt=now - DAY * (USUAL_DAYS + 1), sent_at__lte=now - DAY).count()
    if sent < TIMES_THE_MEAN * usual / USUAL_DAYS:
        return False
    return not MailStop.objects.filter(allowed_until__gt=now).exists()


# ---- nobody sends


def record_heartbeat(now: datetime) -> None:
    """Record that a worker serves the queue."""
    Heartbeat.objects.update_or_create(pk=SENDER, defaults={"seen_at": now})


def forget_future(now: datetime) -> None:
    """Make due what a clock that ran ahead has put off, and free what it has claimed for good."""
    waiting = OutboxMail.objects.filter(state__in=OutboxMail.WAITING_STATES)
    patient = {kind.name: kind.longest_wait for kind in MAIL_KINDS if kind.longest_wait > FURTHEST}
    late = Q(not_before__gt=now + FURTHEST) & ~Q(template__in=patient)
    for name, longest in patient.items():
        late |= Q(template=name, not_before__gt=now + longest)
    waiting.filter(late).update(not_before=now)
    waiting.filter(claimed_until__gt=now + FURTHEST).update(claimed_until=now + SHORT_CLAIM)


def notice_silence(now: datetime) -> None:
    """Open an outage if mails are due and no worker has served the queue for `GRACE`."""
    seen = Heartbeat.objects.filter(pk=SENDER).values_list("seen_at", flat=True).first()
    if seen is None or now - seen <= GRACE or current_outage() is not None:
        return
    due = OutboxMail.objects.filter(state__in=OutboxMail.WAITING_STATES, not_before__lte=now)
    oldest = due.aggregate(Min("not_before"))["not_before__min"]
    if oldest is not None and now - max(seen, oldest) > GRACE:
        open_outage(MailStop.Cause.SILENT, max(seen, oldest))


# ---- how long it was


def outage_time(since: datetime, until: datetime) -> timedelta:
    """Measure how much of a period lay in outages longer than `GRACE`. One query."""
    stops = MailStop.objects.filter(Q(ended_at=None) | Q(ended_at__gt=since), began_at__lt=until)
    spans = [(stop.began_at, stop.ended_at or until) for stop in stops]
    long = [(max(began, since), min(ended, until)) for began, ended in spans if ended - began > GRACE]
    return total_length(long)


def total_length(spans: Iterable[tuple[datetime, datetime]]) -> timedelta:
    """Sum the time that spans cover together; overlaps count once."""
    whole, reached = timedelta(), None
    for began, ended in sorted(spans):
        start = began if reached is None else max(began, reached)
        whole += max(ended - start, timedelta())
        reached = ended if reached is None else max(ended, reached)
    return whole
