"""Book rated games as they end, each once and in order; take games out of the ratings; make all of them anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import combinations

from django.db import connection, transaction
from django.db.models import Q

from games.models import Game
from games.services.locks import db_now, game_lock
from tournaments.models import RatedGame, RatingChange, RatingScale
from tournaments.rating_book import MOST_MEETINGS, WITHIN, Booked, Change, Ended, Ledger, book
from tournaments.rating_fit import Fit, fit
from tournaments.selectors.ratings import (
    all_scales,
    latest_changes,
    played_games,
    rated_games,
    read_ended,
    scale_of,
    unbooked_games,
)

SWEEP_EVERY = timedelta(seconds=10)
NOT_BOOKED = "unbooked"

LOCK = 0x7261_7465
"""The number of the advisory lock of PostgreSQL under which ratings are written."""


def lock_ratings() -> None:
    """Let nobody else write ratings until the transaction ends. SQLite's transactions begin as writers."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


# ---- as games end


def ratings_sweep() -> int:
    """Book all rated games that have ended and are not booked, in their order, one transaction each. Returns how many
    there were. A game that ended before others which are booked comes first: those behind it are booked anew."""
    count = 0
    while book_next():
        count += 1
    return count


def book_next() -> bool:
    """Book the first game that is not booked. Returns whether there was one."""
    with transaction.atomic(durable=True):
        lock_ratings()
        game = unbooked_games().first()
        if game is None:
            return False
        (ended,) = read_ended([game])
        unbook_from(ended.ended, ended.id)
        store([book_after_others(ended)])
    return True


def unbook_from(ended: datetime, game_id: int) -> None:
    """Forget what a game changed, and all that come after it; the sweep books anew those that still count."""
    behind = Q(ended__gt=ended) | Q(ended=ended, game_id__gte=game_id)
    RatingChange.objects.filter(behind).delete()
    RatedGame.objects.filter(behind).delete()


def book_after_others(game: Ended) -> Booked:
    """Compute what a game changes that ended after all others that are booked. Three queries."""
    whos = [seat.who for seat in game.seats]
    before = {row.who: (row.number, row.after) for row in latest_changes(game.rules, whos)}
    return book(game, before, scale_of(game.rules, game.ended).beta, met_often=met_often(game))


def met_often(game: Ended) -> bool:
    """Check whether two people of a game have met in ten rated games of the thirty days before its end. One query."""
    rows = RatingChange.objects.filter(who__in=game.people, ended__gte=game.ended - WITHIN, ended__lte=game.ended)
    at_table: dict[int, set[str]] = {}
    for game_id, who in rows.values_list("game_id", "who"):
        at_table.setdefault(game_id, set()).add(who)
    pairs = combinations(game.people, 2)
    return any(sum({one, two} <= met for met in at_table.values()) >= MOST_MEETINGS for one, two in pairs)


def store(booked: Iterable[Booked]) -> None:
    """Store what came of games. The caller is in a transaction and holds the lock."""
    rows = list(booked)
    RatedGame.objects.bulk_create(
        [RatedGame(game_id=row.game.id, rules=row.game.rules, ended=row.game.ended, why=row.why) for row in rows]
    )
    RatingChange.objects.bulk_create([change_row(row, change) for row in rows for change in row.changes])


def change_row(booked: Booked, change: Change) -> RatingChange:
    game = booked.game
    return RatingChange(
        game_id=game.id,
        rules=game.rules,
        ended=game.ended,
        beta=booked.beta,
        seat=change.seat,
        who=change.who,
        number=change.number,
        place=change.place,
        mu_before=change.before.mu,
        sigma_before=change.before.sigma,
        mu=change.after.mu,
        sigma=change.after.sigma,
    )


# ---- repairs


def rating_take_out(game_id: int) -> None:
    """Take an ended game out of the ratings for good, as when its result was wrong; later games are booked anew by the
    sweep. Does nothing to a game that is not rated. Raises Game.DoesNotExist."""
    with transaction.atomic():
        game = game_lock(game_id)
        lock_ratings()
        Game.objects.filter(pk=game.pk).update(rated=False)
        unbook_game(game)


def rating_put_back(game_id: int) -> None:
    """Let an ended game count again that was taken out; the sweep books it where it belongs, and those after it anew.
    Raises Game.DoesNotExist."""
    with transaction.atomic():
        game = game_lock(game_id)
        lock_ratings()
        Game.objects.filter(pk=game.pk).update(rated=True)


def rating_redo(game_id: int) -> None:
    """Have the sweep book a game anew, and those after it, as when its places have changed. Raises
    Game.DoesNotExist."""
    with transaction.atomic():
        game = game_lock(game_id)
        lock_ratings()
        unbook_game(game)


def unbook_game(game: Game) -> None:
    if found := RatedGame.objects.filter(game=game).first():
        unbook_from(found.ended, game.pk)


# ---- all anew


def rebuild() -> Iterator[Booked]:
    """Compute what every rated game that has ended changes, from the first on."""
    ledger = Ledger(all_scales())
    for game in read_ended(rated_games().iterator()):
        yield ledger.take(game)


def ratings_differences(rules: str = "") -> tuple[int, list[str]]:
    """Compare what is stored of the ratings by some rules, or by all, with what they are made anew. Returns how many
    games there are, and a line for each that is wrong, with what is wrong of it. Changes nothing."""
    with transaction.atomic():
        lock_ratings()
        made = {row.game.id: row for row in rebuild() if rules in ("", row.game.rules)}
        stored = stored_games(rules)
    lines = [f"{made[key].game.slug}: {NOT_BOOKED}" for key in made if key not in stored]
    lines += [f"{key}: unrated" for key in stored if key not in made]
    lines += [f"{made[key].game.slug}: differs" for key in made if key in stored and facts_of(made[key]) != stored[key]]
    return len(made), lines


Facts = tuple[str, str, datetime, frozenset[tuple[object, ...]]]
FIELDS = ("seat", "who", "number", "place", "mu_before", "sigma_before", "mu", "sigma", "beta")


def facts_of(booked: Booked) -> Facts:
    rows = (change_row(booked, change) for change in booked.changes)
    changes = frozenset(tuple(getattr(row, name) for name in FIELDS) for row in rows)
    return booked.game.rules, booked.why, booked.game.ended, changes


def stored_games(rules: str) -> dict[int, Facts]:
    """Map booked games to what is stored of each. Two queries."""
    wanted = {"rules": rules} if rules else {}
    changes: dict[int, set[tuple[object, ...]]] = {}
    for game_id, *row in RatingChange.objects.filter(**wanted).values_list("game_id", *FIELDS):
        changes.setdefault(game_id, set()).add(tuple(row))
    return {
        row.game_id: (row.rules, row.why, row.ended, frozenset(changes.get(row.game_id, ())))
        for row in RatedGame.objects.filter(**wanted)
    }


def ratings_rebuild(rules: str = "") -> int:
    """Store the ratings by some rules, or by all, anew from all rated games that have ended. Returns how many games
    those are."""
    wanted = {"rules": rules} if rules else {}
    with transaction.atomic():
        lock_ratings()
        made = [row for row in rebuild() if rules in ("", row.game.rules)]
        RatingChange.objects.filter(**wanted).delete()
        RatedGame.objects.filter(**wanted).delete()
        store(made)
    return len(made)


# ---- the scale


def ratings_fit(rules: str, truth: Mapping[str, float] | None = None) -> Fit:
    """Fit the scale of rules to their rated games and store it for games that end from now on. Raises ValueError below
    200 games."""
    with transaction.atomic():
        lock_ratings()
        found = fit(played_games(rules), truth)
        settled = found.settled or scale_of(rules).settled
        RatingScale.objects.create(rules=rules, since=db_now(), beta=found.beta, settled=settled, games=found.games)
    return found
