"""Outages of the site: credit them to every deadline by one number, and take that back if a clock was wrong.

A gap longer than `OUTAGE_CREDIT_HOURS` is as likely a wrong clock as an outage. Nothing is given for it then and nobody
is skipped: the site is *held* until the clock comes back or the host says what happened (`manage.py outage`).
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.errors import GameError
from games.models import AuditEntry, Entry, Game, Heartbeat, MailStop, OutboxMail, SiteClock, Waiting
from games.models.upkeep import LONGEST_REASON
from games.play.outage import SWEEP
from games.play.session import Session
from games.services.commit import commit_session
from games.services.failures import host_mail
from games.services.locks import db_now, game_lock
from games.services.mail_outage import SENDER

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

ALARM = gettext_noop(
    """By the database’s clock, no sweep has run for %(gap)s. Nobody is skipped until you decide.

If the site really was down, give the time back: manage.py outage give --reason "..."
If the clock is wrong, correct it, and the deadlines run again."""
)

NOTICE = timedelta(days=1)
"""When credit is taken back, every open answer keeps at least this long."""


def move_deadlines(by: timedelta) -> None:
    """Shift every deadline of the site by `by`, at a cost that does not depend on how many there are.

    The row stays locked until the transaction ends: moves in flight end first, new ones wait. Raises GameError if the
    site was never given so much.
    """
    if SiteClock.objects.filter(given__gte=-by).update(given=F("given") + by):
        return
    if by < timedelta() or not SiteClock.objects.get_or_create(defaults={"given": by})[1]:
        raise GameError(_("The site has never given that much extra time. Take back less."))


def downtime_credit(gap: timedelta, now: datetime) -> None:
    """Credit the downtime until `now` to every deadline, and audit it.

    Mail that stood still meanwhile must not give the same time again: what it waits for is in site time too.
    """
    move_deadlines(gap)
    MailStop.objects.filter(ended_at=None).update(began_at=F("began_at") + gap)
    Heartbeat.objects.filter(pk=SENDER).update(seen_at=F("seen_at") + gap)
    seconds = round(gap.total_seconds())
    AuditEntry.objects.create(action="downtime.credit", details={"seconds": seconds, "until": now.isoformat()})
    log.warning("the site stood still for %s seconds: every deadline moves by as much", seconds)


# ---- more than is given without being asked


def hold(gap: timedelta, now: datetime) -> None:
    """Suspend timeouts: the clock moved on by more than any outage that is credited unasked."""
    SiteClock.objects.get_or_create()
    if SiteClock.objects.filter(held_since=None).update(held_since=now):
        alarm = _(ALARM) % {"gap": gap}
        log.critical("%s", alarm)
        host_mail(_("Deadlines are on hold"), alarm)


def release() -> None:
    """Resume timeouts."""
    if SiteClock.objects.filter(held_since__isnull=False).update(held_since=None):
        log.warning("the clock is believed again")


def is_held() -> bool:
    """Check whether timeouts are suspended."""
    return SiteClock.objects.filter(held_since__isnull=False).exists()


def held_gap() -> timedelta | None:
    """Measure the gap for which timeouts are suspended; None if they are not."""
    if not is_held():
        return None
    seen = Heartbeat.objects.filter(pk=SWEEP).values_list("seen_at", flat=True).first()
    return db_now() - seen if seen else timedelta()


# ---- what a host decides


def credit_give(*, by: timedelta | None, reason: str, user: User | None = None) -> timedelta:
    """Give every deadline `by` more (by default all the time of a hold), end a hold, and return what was given.

    Raises GameError without a reason, or if there is nothing to give.
    """
    with transaction.atomic(durable=True):
        now = db_now()
        row = Heartbeat.objects.select_for_update(no_key=True).filter(pk=SWEEP).first()
        held = held_gap()
        by = held if by is None else by
        if by is None:
            raise GameError(_("Deadlines are not on hold. Say how much time everybody gets."))
        audit_credit("outage.give", by, reason, user)
        move_deadlines(by)
        if row is not None and held is not None:
            row.seen_at = now
            row.save(update_fields=["seen_at"])
            Heartbeat.objects.filter(pk=SENDER).update(seen_at=now)
        release()
    return by


def credit_take_back(*, by: timedelta, reason: str, user: User | None = None) -> int:
    """Take time from every deadline that was given wrongly; returns how many answers kept some of it.

    An answer keeps the time that its game gives from the moment it was asked for, so what was asked since the credit
    loses nothing, and `NOTICE` from now. Raises GameError without a reason, or for more than was ever given.
    """
    with transaction.atomic(durable=True):
        audit_credit("outage.take_back", by, reason, user)
        move_deadlines(-by)
        now = db_now()
        MailStop.objects.filter(ended_at=None, began_at__gt=now).update(began_at=now)
        mails = list(OutboxMail.objects.filter(state__in=OutboxMail.WAITING_STATES, wanted_at__isnull=False))
        for mail in mails:
            mail.wanted_at = max(mail.wanted_at or mail.created_at, mail.created_at)
        OutboxMail.objects.bulk_update(mails, ["wanted_at"], batch_size=500)
        return sum(restore_time_kept(game_id, by, now) for game_id in games_short_of_time(by, now))


def audit_credit(action: str, by: timedelta, reason: str, user: User | None) -> None:
    if not reason.strip():
        raise GameError(_("Give a reason. The audit log keeps it."))
    details = {"seconds": round(by.total_seconds())}
    AuditEntry.objects.create(user=user, action=action, reason=reason.strip()[:LONGEST_REASON], details=details)


def games_short_of_time(taken: timedelta, now: datetime) -> list[int]:
    """List the ids of running games in which an open answer keeps some of the time that was taken."""
    rows = Waiting.objects.filter(deadline_at__isnull=False, game__status=Game.Status.RUNNING)
    rows = rows.select_related("game").only("deadline_at", "since", "pace", "game__turn_hours", "game__reaction_hours")
    return sorted({row.game_id for row in rows.iterator() if time_kept(row, row.game, taken, now) > timedelta()})


def restore_time_kept(game_id: int, taken: timedelta, now: datetime) -> int:
    """Give back to the answers of a game what they keep of the time that was taken; how many that were."""
    session = Session.load(game_lock(game_id), now)
    kept = {seat: time_kept(row, session.game, taken, now) for seat, row in session.waiting.before.items()}
    kept = {seat: by for seat, by in kept.items() if by > timedelta()}
    for seat, by in kept.items():
        session.waiting.extend_deadline(seat, by)
    if kept:
        commit_session(session, source=Entry.Source.SYSTEM)
    return len(kept)


def time_kept(row: Waiting, game: Game, taken: timedelta, now: datetime) -> timedelta:
    """Compute what an open answer keeps of the time that was taken from it."""
    if row.deadline_at is None:
        return timedelta()
    hours = game.reaction_hours if row.pace in Waiting.OUT_OF_TURN else game.turn_hours
    enough = max(min(row.since, now) + timedelta(hours=hours), now + NOTICE)
    given: timedelta = min(enough, row.deadline_at + taken) - row.deadline_at
    return given
