"""Which games count for ratings, and what each changes: the same for a game as it ends and for all of them anew.

Nothing here reads a clock or a database. Games come in the order of their end and their id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations

from tournaments.ratings import BETA, NEW, SETTLED_SIGMA, Rating, update

MOST_MEETINGS, WITHIN = 10, timedelta(days=30)
"""Two people who met in so many rated games within this time are not rated for another."""

FEW, OFTEN, PLACES = "few", "often", "places"
"""Why a game does not count: too few people, people who meet too often, places that were not kept."""


@dataclass(frozen=True)
class Seat:
    """Who is rated for a seat: `person:NUMBER` or `bot:NAME`; who came first, where the seat changed hands. `place` is
    that of the seat, from 1, or None if it was not kept. `left` says in which order they left, None for who stayed."""

    seat: int
    who: str
    place: int | None
    left: int | None = None

    @property
    def is_person(self) -> bool:
        return self.who.startswith("person:")


@dataclass(frozen=True)
class Ended:
    """A game that may count. `id` and `slug` are those of its row."""

    id: int
    slug: str
    rules: str
    ended: datetime
    seats: tuple[Seat, ...]

    @property
    def people(self) -> list[str]:
        return sorted(seat.who for seat in self.seats if seat.is_person)


@dataclass(frozen=True)
class Change:
    """What a game changes for a seat: the rated game of this `number`, from 1, by the rules of the game."""

    seat: int
    who: str
    number: int
    place: int
    before: Rating
    after: Rating


@dataclass(frozen=True)
class Scale:
    """The beta in tenths and the settled sigma in millionths of rules, for games that ended `since` then."""

    since: datetime
    beta: int = BETA
    settled: int = SETTLED_SIGMA


@dataclass(frozen=True)
class Booked:
    """What came of a game: its changes, or `why` it does not count."""

    game: Ended
    beta: int
    changes: tuple[Change, ...] = ()
    why: str = ""


Standing = tuple[int, Rating]
"""How many rated games somebody has played, and the rating after them."""


def book(game: Ended, standings: Mapping[str, Standing], beta: int, *, met_often: bool) -> Booked:
    """Compute what a game changes. `standings` are those of its players before it, by these rules; who is not among
    them is new. A bot in several seats goes on from the last of them."""
    why = why_not(game, met_often=met_often)
    if why:
        return Booked(game, beta, why=why)
    places = ranked(game.seats)
    before = [standings[seat.who][1] if seat.who in standings else NEW for seat in game.seats]
    after = update(before, places, beta)
    played = dict.fromkeys(whos(game), 0) | {who: number for who, (number, _rating) in standings.items()}
    changes = []
    for seat, place, old, new in zip(game.seats, places, before, after, strict=True):
        played[seat.who] += 1
        changes.append(Change(seat.seat, seat.who, played[seat.who], place, old, new))
    return Booked(game, beta, tuple(changes))


def why_not(game: Ended, *, met_often: bool) -> str:
    """Say why a game does not count; empty if it does."""
    if len(game.people) < 2:
        return FEW
    if any(seat.place is None and seat.left is None for seat in game.seats):
        return PLACES
    return OFTEN if met_often else ""


def ranked(seats: Sequence[Seat]) -> list[int]:
    """Rank seats from 1 by their places, equal ones alike; behind them those who left, the first to leave last."""
    keys = [(0, seat.place or 0) if seat.left is None else (1, -seat.left) for seat in seats]
    return [1 + sum(other < key for other in keys) for key in keys]


def scale_at(scales: Iterable[Scale], at: datetime) -> Scale | None:
    """Find the scale for a game that ended then, the latest of those before it; None where there is none."""
    return max((scale for scale in scales if scale.since <= at), key=lambda scale: scale.since, default=None)


@dataclass
class Ledger:
    """Ratings as they come to be, game by game. `scales` are those of all rules."""

    scales: Mapping[str, Sequence[Scale]]
    standings: dict[tuple[str, str], Standing] = field(default_factory=dict)
    _met: dict[tuple[str, str], list[datetime]] = field(default_factory=dict)

    def take(self, game: Ended) -> Booked:
        """Book the game that comes next."""
        scale = scale_at(self.scales.get(game.rules, ()), game.ended)
        known = {who: self.standings[key] for who in whos(game) if (key := (game.rules, who)) in self.standings}
        booked = book(game, known, scale.beta if scale else BETA, met_often=self._met_often(game))
        if booked.changes:
            for pair in combinations(game.people, 2):
                self._met.setdefault(pair, []).append(game.ended)
        for change in booked.changes:
            self.standings[game.rules, change.who] = (change.number, change.after)
        return booked

    def _met_often(self, game: Ended) -> bool:
        since = game.ended - WITHIN
        pairs = (self._met.get(pair, ()) for pair in combinations(game.people, 2))
        return any(sum(at >= since for at in met) >= MOST_MEETINGS for met in pairs)


def whos(game: Ended) -> list[str]:
    return [seat.who for seat in game.seats]
