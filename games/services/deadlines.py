"""Enforce deadlines: the sweep finds overdue answers and settles each game in a transaction of its own.

Exactly once with any number of workers: a row is claimed by a conditional update, the game is locked, and what is due
is looked at again under the lock. Whatever stood still is credited (`games.services.heartbeat`) before anybody is
passed.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import DateTimeField, F, Q, Value

from games.models import Entry, Game, Player, SiteClock, Waiting
from games.play import lateness, window_passes
from games.play.auto_actions import Wish
from games.play.autoplay import play_or_default, run_until_human
from games.play.clock import APART, REARMED, arm_next_reminder, goes_out
from games.play.session import Session
from games.services.absence import settle_stand_ins
from games.services.adjudication import end_games, is_past_end
from games.services.commit import commit_session
from games.services.credit import apply_credit_if_due
from games.services.heartbeat import heartbeat
from games.services.lateness import end_wait
from games.services.locks import after_commit, db_now, game_lock
from games.services.mail_outage import forget_future, notice_silence
from games.services.notifications import NewMail, mail_enqueue
from games.services.plans import play_held_plans
from games.services.site_outage import is_held
from games.signals import time_is_up

log = logging.getLogger(__name__)

DEADLINE = Entry.Source.DEADLINE
CLAIM = timedelta(seconds=10)
"""A worker that dies with a claim loses it after this. A claim only saves others the trouble; the lock decides."""

SWEEP_SECONDS = 30.0
"""A sweep starts on no further game after this, well before Celery's time limit; the next sweep continues."""

BATCH = 500
LONGEST_TURN = 300
"""Default answers in one missed turn; more means a rule that never ends the turn."""


def deadline_sweep(limit: int = BATCH) -> int:
    """End games whose time has come, begin and end stand-ins, time out overdue answers, resume games of bots, queue
    reminders.

    Returns how many games timed out. Does nothing if the clock cannot be trusted. A game that fails is logged and left
    to a later sweep.
    """
    now = db_now()
    if not heartbeat("sweep", now):
        return 0
    forget_future(now)
    notice_silence(now)
    end_games(now, limit)
    settle_stand_ins(now)
    play_held_plans(now)
    passed = 0
    began = time.monotonic()
    for pk in due_answers(now, limit):
        if time.monotonic() - began > SWEEP_SECONDS:
            break
        game_id = claim(pk, db_now())
        if game_id is None or is_put_off(game_id):
            continue
        try:
            passed += deadline_expire(game_id=game_id)
        except Exception:
            log.exception("game %s could not be passed", game_id)
    end_waits(now, limit)
    queue_reminders(now, limit)
    return passed


def is_put_off(game_id: int) -> bool:
    """Check whether something that came in time has still to be read before a game's seats are passed."""
    return any(answer is True for _receiver, answer in time_is_up.send_robust(Game, game_id=game_id))


def end_waits(now: datetime, limit: int = BATCH) -> None:
    """End the pauses of games that have waited long enough for a seat that is free."""
    over = Game.objects.filter(waits_until__lte=now, status=Game.Status.PAUSED)
    for game_id in over.values_list("pk", flat=True)[:limit]:
        try:
            wait_expire(game_id=game_id)
        except Exception:
            log.exception("game %s could not go on", game_id)


def wait_expire(*, game_id: int) -> bool:
    """End the pause of one game that waits for a seat, if it is over. False if it is not, or another worker has it."""
    with transaction.atomic(durable=True):
        try:
            game = game_lock(game_id, skip_locked=True)
        except Game.DoesNotExist:
            return False
        now = db_now()
        if game.status != Game.Status.PAUSED or game.waits_until is None or game.waits_until > now or is_held():
            return False
        session = Session.load(game, now)
        end_wait(session)
        commit_session(session, source=DEADLINE)
    return True


def unclaimed(now: datetime) -> Q:
    """Filter for answers that no worker has claimed; a claim in the far future is of a clock that ran ahead."""
    return Q(claimed_until=None) | Q(claimed_until__lt=now) | Q(claimed_until__gt=now + 2 * CLAIM)


def due_answers(now: datetime, limit: int) -> list[int]:
    """List the ids of overdue, unclaimed answers in running games, the longest overdue first."""
    rows = Waiting.objects.filter(unclaimed(now), due_at__lte=now, game__status=Game.Status.RUNNING)
    return list(rows.order_by("due_at").values_list("pk", flat=True)[:limit])


def claim(pk: int, now: datetime) -> int | None:
    """Claim one open answer for this worker. Returns the id of its game, or None if another worker was faster."""
    if not Waiting.objects.filter(unclaimed(now), pk=pk).update(claimed_until=now + CLAIM):
        return None
    return Waiting.objects.filter(pk=pk).values_list("game_id", flat=True).first()


def deadline_expire(*, game_id: int) -> bool:
    """Apply the timeout of every overdue seat of a game, and play on. False if none was due any more.

    A seat whose question was delayed by a mail outage gets that time first. Harmless when run twice: due rows are read
    under the lock.
    """
    with transaction.atomic(durable=True):
        try:
            game = game_lock(game_id, skip_locked=True)
        except Game.DoesNotExist:
            return False
        now = db_now()
        if not game.is_running or is_held() or is_past_end(game, now):
            return False
        if not Waiting.objects.filter(game_id=game.pk, due_at__lte=now).exists():
            return False
        session = Session.load(game, now)
        # An outage moves rows by a plain sum, which is never later than the deadline by the rules of the clock.
        due = [row for row in session.waiting.before.values() if row.due_at and row.due_at <= now]
        if not due:
            session.save()
            return False
        passed = [row for row in due if not apply_credit_if_due(session, row)]
        for row in passed:
            apply_timeout(session, row)
        commit_session(session, source=DEADLINE)
    return bool(passed)


def apply_timeout(session: Session, row: Waiting) -> None:
    """Apply the game's timeout setting to one overdue seat."""
    asked = session.asked
    player = session.players[row.seat]
    if asked is None or asked.ref != row.ref or row.seat not in asked.seats or player.bot_for(row.pace):
        return  # a bot's turn that was left half way: settling goes on with it
    if row.pace == Waiting.Pace.TURN:
        miss_turn(session, player)
    elif not session.round:
        play_timeout(session, row.seat, DEADLINE)
        count_in_set_up(session, player)
    else:
        if row.pace == Waiting.Pace.WINDOW:  # without a note, which would tell others who was waited for in vain
            window_passes.run_out(player, session.clock.key)
        else:
            session.log_host_event("late", source=DEADLINE, seat=row.seat)
        play_timeout(session, row.seat, DEADLINE)


def miss_turn(session: Session, player: Player) -> None:
    """Play the rest of a turn whose time is over. That is told once, even if other seats were asked during the rest;
    what it means for the seat follows when the turn has ended (`games.services.lateness`)."""
    seat = player.seat if player.seat is not None else -1
    if not player.lapse:
        is_missed = not player.began and session.standing_answer(seat) is None
        facts = {"missed": player.missed + 1} if is_missed and not player.is_played_by_friend else {}
        session.log_host_event("missed" if is_missed else "unfinished", source=DEADLINE, seat=seat, **facts)
    play_rest_of_turn(session, seat)
    count_in_set_up(session, player)


def count_in_set_up(session: Session, player: Player) -> None:
    """Count an answer of the set-up that was missed. Enough of them in a row free a seat at once, for there may be
    dozens before the set-up ends, which counts as one turn."""
    if session.round or player.lapse != lateness.DEFAULT or player.seat is None or player.is_played_by_friend:
        return
    player.missed += 1
    if lateness.falls_free(session.game.time.late, player, session.round, total=0):
        session.judge_turn(player.seat, session.round)


def play_rest_of_turn(session: Session, seat: int, source: str = DEADLINE) -> None:
    """Play the timeout actions of `seat` until its turn is over; decisions of other seats in between are played on."""
    running = session.turn
    for _ in range(LONGEST_TURN):
        asked = session.asked
        if asked is None or seat not in asked.seats or asked.pace != Waiting.Pace.TURN:
            return
        play_timeout(session, seat, source)
        if session.turn != running:
            return
        run_until_human(session)
    log.error("game %s: the turn of seat %s does not end by default answers", session.game.pk, seat)


def play_timeout(session: Session, seat: int, source: str) -> None:
    """Play the seat's standing order for this decision if it is legal, else the rule set's timeout action."""
    play_or_default(session, seat, session.standing_answer(seat) or Wish(), source)


def queue_reminders(now: datetime, limit: int = BATCH) -> int:
    """Queue the reminders of open answers that are due, and count them anew where an outage has moved a deadline far.
    Returns how many were queued."""
    rows = Waiting.objects.filter(deadline_at__gt=now, game__status=Game.Status.RUNNING)
    rows = rows.select_related("player__user", "game")
    for row in rows.filter(remind_again_given__lte=SiteClock.objects.values("given"))[:limit]:
        rearm_reminders(row, now)
    return sum(queue_reminder(row, now) for row in rows.filter(remind_at__lte=now)[:limit] if is_due(row, now))


def is_due(row: Waiting, now: datetime) -> bool:
    """Check whether a reminder that is found due goes out now, and store it where it is put off."""
    sent = row.reminders_sent
    if goes_out(row, now):
        return True
    rows = Waiting.objects.filter(pk=row.pk, reminders_sent=sent, reminded_at=row.reminded_at)
    rows.update(remind_at=row.remind_at, reminders_sent=row.reminders_sent)
    return False


def rearm_reminders(row: Waiting, now: datetime) -> None:
    """Let the reminders of an open answer count anew, of which some were sent before an outage."""
    sent, row.reminders_sent = row.reminders_sent, 0
    arm_next_reminder(row, now)
    rows = Waiting.objects.filter(pk=row.pk, reminders_sent=sent)
    rows.update(remind_at=row.remind_at, reminders_sent=row.reminders_sent, remind_again_given=None)


@transaction.atomic
def queue_reminder(row: Waiting, now: datetime) -> bool:
    """Note that an open answer is reminded of, and queue the mail; False if another worker was faster.

    All its reminders count anew if outages move its deadline by `REARMED` from now.
    """
    again = Value(now + REARMED, DateTimeField()) - F("remind_at")
    marked = Waiting.objects.filter(pk=row.pk, reminders_sent=row.reminders_sent, reminded_at=row.reminded_at)
    row.reminders_sent += 1
    # in two steps, for what is computed of the old moment must not see the new one
    if not marked.update(reminded_at=now, reminders_sent=row.reminders_sent, remind_again_given=again):
        return False
    arm_next_reminder(row, now + APART)
    Waiting.objects.filter(pk=row.pk).update(remind_at=row.remind_at, reminders_sent=row.reminders_sent)
    until = row.until
    assert until is not None
    mail_enqueue(
        NewMail(
            key=f"reminder:{row.game_id}:{row.seat}:{row.ref}:{row.player.person_for(row.pace)}:{until:%Y%m%d%H%M}:{row.reminders_sent}",
            template="reminder",
            not_before=now,
            user_id=row.player.person_for(row.pace),
            game=row.game,
            seat=row.seat,
            ref=row.ref,
        )
    )
    after_commit("games.tasks.outbox")
    return True
