"""Work out the chances of ended games, turn by turn. Turns are stored as they come, so that a worker that is killed
loses one at most, and another goes on behind the last one."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q, QuerySet

import engine
from chances.models import GameChances
from chances.points import facts_by_turn, outcome_of, turning_points
from engine.playouts import BATCH, MOST
from games.families.final_ranking import kept_places
from games.families.parts import parts_of
from games.models import Game, OutboxMail
from games.play.playouts import Playouts, TurnStart, turn_starts
from games.selectors.story import told_to_all
from games.services.background import GoesOn
from games.services.locks import db_now, wake

log = logging.getLogger(__name__)

AGE = timedelta(days=30)
"""Games that ended longer ago are left alone, so that an update does not begin with the work of years."""
LEASE = timedelta(minutes=5)
"""For how long a worker has a game after each turn; one turn takes some seconds."""
TRIES = 5
"""A game is given up that was begun so often without a turn finished."""
MOST_TURNS = 120
"""Of a longer game every second turn is looked at, or every third, so that it has no more."""
GAMES = 6000
"""Games that are played on from all turns of one game, at most: a hundred from each of 60 turns, which takes less than
four minutes of a core (`docs/benchmarks.md`)."""
BEGINS_AFTER = timedelta(minutes=2)
"""A game has ended so long ago before it is worked on: its mails and what its end gives to do come first."""
MAIL_WAITS = timedelta(minutes=10)
"""For how long the mail about the end of a game waits for its chances."""


def due(now: datetime) -> QuerySet[Game]:
    """Query the games that ended a while ago and whose chances nobody works on, the last to end first."""
    idle = Q(chances=None) | Q(chances__done_at=None) & (Q(chances__taken_until=None) | Q(chances__taken_until__lt=now))
    ended = Game.objects.filter(status=Game.Status.OVER, ended_at__gt=now - AGE, seq__gt=0)
    ended = ended.filter(ended_at__lte=now - BEGINS_AFTER)
    return ended.filter(idle).order_by("-ended_at")


def work_waits(now: datetime) -> bool:
    """Check whether there is a game to work on. One query."""
    return settings.CHANCES and due(now).exists()


def work_all(goes_on: GoesOn = lambda: True) -> int:
    """Let the work on all due games run, while `goes_on` says so. Returns how many were finished."""
    finished = 0
    while goes_on() and (game := due(db_now()).first()) is not None:
        row = take(game, db_now())
        if row is not None and work_on(row, game, goes_on):
            finished += 1
    return finished


def take(game: Game, now: datetime) -> GameChances | None:
    """Take a game to work on; None if somebody else has it, or if it is given up."""
    GameChances.objects.get_or_create(game=game)
    free = GameChances.objects.filter(Q(taken_until=None) | Q(taken_until__lt=now), game=game, done_at=None)
    if not free.update(taken_until=now + LEASE, tries=F("tries") + 1):
        return None
    row = GameChances.objects.get(game=game)
    if row.tries > TRIES:
        log.warning("the chances of game %s are given up: %s workers were lost", game.pk, TRIES)
        finish(row, game, [])
        return None
    return row


def work_on(row: GameChances, game: Game, goes_on: GoesOn = lambda: True) -> bool:
    """Do the turns of a game that are left, and its turning points. Returns whether it is finished: not if somebody
    else has taken it, or if `goes_on` says no."""
    try:
        told = told_to_all(game)
        starts = thin(turn_starts(told))
        playouts = Playouts(game, starts[row.count :])
        for start in starts[row.count :]:
            if not goes_on():
                GameChances.objects.filter(pk=row.pk, count=row.count).update(taken_until=None, tries=0)
                return False
            tally = playouts.tally(start, games_each(len(starts)))
            turn = [start.seq, start.round, start.seat, tally.games, list(tally.wins)]
            if not store(row, turn):
                return False
        graph, changes = engine.mapgraph(game.map), parts_of(game.rules).result.land_changes
        outcome = outcome_of(kept_places(game.result) or [], len(row.turns[0][4]) if row.turns else 0)
        facts = facts_by_turn(told, starts, graph, changes)
        finish(row, game, turning_points(row.turns, facts, outcome, game.seq))
    except Exception:  # a game that cannot be played on, such as one of rules that are not here
        log.exception("the chances of game %s cannot be worked out", game.pk)
        finish(row, game, [])
    return True


def thin(starts: list[TurnStart]) -> list[TurnStart]:
    """Leave out turns of a long game evenly."""
    return starts[:: -(-len(starts) // MOST_TURNS) or 1]


def games_each(turns: int) -> int:
    """Choose how many games are played from each of so many turns, at most."""
    return max(BATCH, min(MOST, GAMES // max(1, turns)))


def store(row: GameChances, turn: list[object]) -> bool:
    """Add a turn to its row. False if another worker has added one."""
    turns = [*row.turns, turn]
    mine = GameChances.objects.filter(pk=row.pk, count=row.count, done_at=None)
    if not mine.update(turns=turns, count=len(turns), taken_until=db_now() + LEASE, tries=0):
        return False
    row.turns, row.count = turns, len(turns)
    return True


def finish(row: GameChances, game: Game, points: object) -> None:
    """Close the work on a game, and let the mail about its end go."""
    GameChances.objects.filter(pk=row.pk).update(points=points, done_at=db_now(), taken_until=None)
    now = db_now()
    if waiting_mails(game.pk).filter(not_before__gt=now).update(not_before=now, wanted_at=now):
        wake("games.tasks.outbox")


def hold_mails(game_id: int, now: datetime) -> None:
    """Let the mail about the end of a game wait for its chances, for a while."""
    until = now + MAIL_WAITS
    waiting_mails(game_id).update(not_before=until, wanted_at=until)


def waiting_mails(game_id: int) -> QuerySet[OutboxMail]:
    return OutboxMail.objects.filter(game=game_id, template="over", state=OutboxMail.State.QUEUED)
