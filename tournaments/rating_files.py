"""The files of ratings as they are published: a table of all players of some rules, and a line for each game."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tournaments.documents import Json, to_canonical
from tournaments.ratings import Rating, cautious, is_provisional, shown

COLUMNS = ("who", "games", "mu", "sigma", "shown", "cautious", "provisional", "last_game")


@dataclass(frozen=True)
class Rated:
    """Where somebody stands: the rating after so many games, and the address of the last of them."""

    who: str
    games: int
    rating: Rating
    last_game: str


@dataclass(frozen=True)
class RatedSeat:
    """What a game changed for one of its seats. `who` is `person:NUMBER` or `bot:NAME`, `place` is from 1."""

    who: str
    place: int
    before: Rating
    after: Rating


@dataclass(frozen=True)
class RatedGame:
    """A game that counted, with all that its line says. `beta` is in tenths."""

    game: str
    ended: datetime
    beta: int
    seats: Sequence[RatedSeat]


def write_table(rows: Iterable[Rated], beta: int, settled: int) -> bytes:
    """Write the CSV of all players, bots before people. `beta` in tenths and `settled` in millionths are those by which
    numbers are shown now."""
    kept = io.StringIO(newline="")
    writer = csv.writer(kept, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in sorted(rows, key=lambda row: order_of(row.who)):
        rating = row.rating
        said = "true" if is_provisional(rating, row.games, settled) else "false"
        numbers = (*rating, shown(rating, beta), cautious(rating, beta))
        writer.writerow((row.who, row.games, *numbers, said, row.last_game))
    return kept.getvalue().encode()


def order_of(who: str) -> tuple[str, int, str]:
    """Sort bots by name before people by number."""
    kind, _, name = who.partition(":")
    return kind, int(name) if kind == "person" else 0, name


def write_games(games: Iterable[RatedGame]) -> bytes:
    """Write the lines of games, in canonical JSON."""
    return b"".join(line_of(game) + b"\n" for game in games)


def line_of(game: RatedGame) -> bytes:
    seats: list[Json] = [
        {"who": seat.who, "place": seat.place, "before": list(seat.before), "after": list(seat.after)}
        for seat in game.seats
    ]
    return to_canonical({"game": game.game, "ended": moment(game.ended), "beta": game.beta, "seats": seats})


def moment(at: datetime) -> str:
    """Write a moment in UTC to the microsecond."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
