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
from django.db.models import DateTimeField, F, Q, Subquery, Value
from django.db.models.functions import Coalesce

from games.models import Entry, Game, Player, SiteClock, Waiting
from games.models.game import MAX_MISSED_TURNS
from games.play import window_passes
from games.play.autoplay import play_or_default, run_until_human
from games.play.clock import SHORTEST_REMINDED
from games.play.session import Session
from games.services.commit import commit_session
from games.services.deadline_credit import apply_credit_if_due
from games.services.heartbeat import heartbeat
from games.services.locks import after_commit, db_now, game_lock
from games.services.mail_outage import forget_future, notice_silence
from games.services.notifications import NewMail, mail_enqueue
from games.services.site_outage import is_held

log = logging.getLogger(__name__)

CLAIM = timedelta(seconds=10)
"""A worker that dies with a claim loses it after this. A claim only saves others the trouble; the lock decides."""

SWEEP_SECONDS = 30.0
"""A sweep starts on no further game after this, well before Celery's time limit; the next sweep continues."""

BATCH = 500
LONGEST_TURN = 300
"""Default answers in one missed turn; more means a rule that never ends the turn."""


def deadline_sweep(limit: int = BATCH) -> int:
    """Time out overdue answers, resume games of bots, queue reminders. Returns how many games timed out.

    Does nothing if the clock cannot be trusted. A game that fails is logged and left to a later sweep.
    """
    now = db_now()
    if not heartbeat("sweep", now):
        return 0
    forget_future(now)
    notice_silence(now)
    passed = 0
    began = time.monotonic()
    for pk in due_answers(now, limit):
        if time.monotonic() - began > SWEEP_SECONDS:
            break
        game_id = claim(pk, db_now())
        if game_id is None:
            continue
        try:
            passed += deadline_expire(game_id=game_id)
        except Exception:
            log.exception("game %s could not be passed", game_id)
    queue_reminders(now, limit)
    return passed


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
        if not game.is_running or is_held():
            return False
        due = list(Waiting.objects.filter(game_id=game.pk, due_at__lte=now).select_related("player__user"))
        if not due:
            return False
        session = Session.load(game, now)
        passed = [row for row in due if not apply_credit_if_due(session, row)]
        for row in passed:
            apply_timeout(session, row)
        commit_session(session, source=Entry.Source.DEADLINE)
    return bool(passed)


def apply_timeout(session: Session, row: Waiting) -> None:
    """Apply the game's timeout setting to one overdue seat."""
    asked = session.asked
    player = session.players[row.seat]
    if asked is None or asked.ref != row.ref or row.seat not in asked.seats or player.answers_by_itself:
        return  # a bot's turn that was left half way: settling goes on with it
    if row.pace == Waiting.Pace.TURN:
        miss_turn(session, player)
    else:
        if row.pace == Waiting.Pace.WINDOW:  # without a note, which would tell others who was waited for in vain
            window_passes.run_out(player, session.clock.key)
        else:
            session.log_host_event("late", source=Entry.Source.DEADLINE, seat=row.seat)
        play_timeout(session, row.seat, Entry.Source.DEADLINE)


def miss_turn(session: Session, player: Player) -> None:
    """Play the rest of a missed turn, or hand the seat to the caretaker after too many. A turn counts once, even if
    other seats were asked during its rest."""
    seat = player.seat if player.seat is not None else -1
    if was_missed(session, seat):
        play_rest_of_turn(session, seat)
        return
    player.missed += 1
    session.touch(player)
    hand_over = player.missed >= MAX_MISSED_TURNS or session.game.late_policy == Game.Late.CARETAKER
    session.log_host_event("missed", source=Entry.Source.DEADLINE, seat=seat, missed=player.missed)
    if hand_over:
        player.state = Player.State.CARETAKER
        session.log_host_event("caretaker", source=Entry.Source.DEADLINE, seat=seat)
        return
    play_rest_of_turn(session, seat)


def was_missed(session: Session, seat: int) -> bool:
    """Check whether the running turn of `seat` was noted as missed since the last rewind. Always false in a set-up,
    whose turns all belong to round 0."""
    entries = Entry.objects.filter(game_id=session.game.pk, round=session.round)
    back = entries.filter(kind__in=[Entry.Kind.UNDO, Entry.Kind.REWIND]).order_by("-seq").values("seq")[:1]
    notes = entries.filter(kind=Entry.Kind.NOTE, seat=seat, events__0__type="host.missed")
    return session.round > 0 and notes.filter(seq__gt=Coalesce(Subquery(back), 0)).exists()


def play_rest_of_turn(session: Session, seat: int, source: str = Entry.Source.DEADLINE) -> None:
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
    play_or_default(session, seat, session.timeout_answer(seat), source)


def queue_reminders(now: datetime, limit: int = BATCH) -> int:
    """Queue reminders of open answers near their deadline: one each, and a second after a long outage."""
    rows = Waiting.objects.filter(remind_at__lte=now, deadline_at__gt=now, game__status=Game.Status.RUNNING)
    rows = rows.select_related("player", "game")
    first = rows.filter(reminded_at=None)[:limit]
    again = rows.filter(remind_again_given__lte=SiteClock.objects.values("given"))[:limit]
    return sum(queue_reminder(row, now) for row in [*first, *again])


@transaction.atomic
def queue_reminder(row: Waiting, now: datetime) -> bool:
    """Mark an open answer as reminded and queue its mail; False if another worker was faster.

    It is reminded of again if outages have moved its reminder by `SHORTEST_REMINDED` from now.
    """
    again = Value(now + SHORTEST_REMINDED, DateTimeField()) - F("remind_at")
    marked = Waiting.objects.filter(pk=row.pk, reminded_at=row.reminded_at)
    if not marked.update(reminded_at=now, remind_again_given=again):
        return False
    key = f"reminder:{row.game_id}:{row.seat}:{row.ref}:{row.player.user_id}:{row.deadline_at:%Y%m%d%H%M}"
    mail_enqueue(
        NewMail(
            key=key,
            template="reminder",
            not_before=now,
            user_id=row.player.user_id,
            game=row.game,
            seat=row.seat,
            ref=row.ref,
        )
    )
    after_commit("games.tasks.outbox")
    return True
