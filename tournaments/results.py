"""Results of a round, read: the tables as they were played, and whose points their places are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.documents import Document, Json
from tournaments.reading import get, number, objects

WHOLE = 60
"""All of a seat's points, in the parts that `credits` divide them into; and the units of a point."""

ROWS = {
    2: (480, 120),
    3: (540, 270, 90),
    4: (600, 360, 180, 60),
    5: (600, 420, 270, 150, 60),
    6: (600, 480, 360, 180, 120, 60),
}
"""The points of each place by size of table, in units, unless an event has others."""

BYE = 300


@dataclass(frozen=True)
class Points:
    """What places and byes pay in an event, in units of 60 to a point."""

    rows: Mapping[int, Sequence[int]]
    bye: int

    def row_of(self, size: int) -> Sequence[int]:
        """Return what the places at a table of this size pay. Raises ValueError if the event does not say."""
        if size not in self.rows:
            raise ValueError(f"points: there is no row for a table of {size}")
        return self.rows[size]

    def shares(self, places: Sequence[Sequence[int]]) -> dict[int, int]:
        """Return the points of each seat: equals share what their places pay, rounded down.

        >>> Points(ROWS, BYE).shares([[2], [0, 1], [3]])
        {2: 600, 0: 270, 1: 270, 3: 60}
        """
        row, found, at = self.row_of(sum(map(len, places))), {}, 0
        for group in places:
            for seat in group:
                found[seat] = sum(row[at : at + len(group)]) // len(group)
            at += len(group)
        return found


@dataclass(frozen=True)
class Seat:
    """Who sat somewhere, and whose its points are, in parts of `WHOLE`."""

    entrant: str
    credits: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Table:
    """A table as it was played. `places`: groups of seats in order. `land`: territories by seat, where it was
    adjudicated."""

    state: str
    seats: tuple[Seat, ...]
    places: tuple[tuple[int, ...], ...]
    land: Mapping[int, int]

    @property
    def is_void(self) -> bool:
        return self.state == "void"

    @cached_property
    def place_of(self) -> dict[int, int]:
        """The place of each seat, from 1; equals share the first of theirs."""
        found, at = {}, 1
        for group in self.places:
            found.update(dict.fromkeys(group, at))
            at += len(group)
        return found

    @cached_property
    def entrants(self) -> frozenset[str]:
        return frozenset(seat.entrant for seat in self.seats)

    def is_whole(self, seat: int) -> bool:
        """Check whether a seat is all its entrant's own: only then it counts as a win or a second."""
        return (self.seats[seat].entrant, WHOLE) in self.seats[seat].credits

    def place(self, entrant: str) -> int:
        """Return the place of an entrant who sat here."""
        return self.place_of[next(at for at, seat in enumerate(self.seats) if seat.entrant == entrant)]

    def points(self, points: Points) -> Iterator[tuple[str, int]]:
        """Yield what the seats pay to whom."""
        for seat, share in points.shares(self.places).items():
            for name, part in self.seats[seat].credits:
                yield name, share * part // WHOLE


@dataclass(frozen=True)
class Results:
    """The results of one round, or of one group of it."""

    stage: str
    round: int
    group: str
    byes: tuple[str, ...]
    adjust: tuple[tuple[str, int], ...]
    tables: tuple[Table, ...]

    @property
    def played(self) -> list[Table]:
        """The tables that count."""
        return [table for table in self.tables if not table.is_void]


def read_results(given: Document) -> Results:
    """Read the results of a round. Raises ValueError."""
    return Results(
        stage=get(given, "stage", str),
        round=number(given, "round", 1, 10**4),
        group=get(given, "group", str),
        byes=tuple(map(str, get(given, "byes", list))),
        adjust=tuple(
            (get(each, "entrant", str), number(each, "points", -(10**9), 10**9)) for each in objects(given, "adjust")
        ),
        tables=tuple(map(read_table, objects(given, "tables"))),
    )


def read_table(given: Document) -> Table:
    state = get(given, "state", str)
    if state not in ("won", "adjudicated", "void"):
        raise ValueError(f"state: won, adjudicated or void, not {state!r}")
    seats = tuple(
        Seat(get(seat, "entrant", str), tuple(read_credit(each) for each in get(seat, "credits", list)))
        for seat in objects(given, "seats")
    )
    places = tuple(
        tuple(int(str(seat)) for seat in group) for group in get(given, "places", list) if isinstance(group, list)
    )
    if state != "void" and sorted(seat for group in places for seat in group) != list(range(len(seats))):
        raise ValueError("places: every seat once")
    land = get(given, "land", dict)
    return Table(state, seats, places, {int(seat): read_land(figures) for seat, figures in land.items()})


def read_credit(given: Json) -> tuple[str, int]:
    if not isinstance(given, list) or len(given) != 2 or not isinstance(given[1], int):
        raise ValueError("credits: pairs of an entrant and a part of 60")
    return str(given[0]), given[1]


def read_land(given: Json) -> int:
    if not isinstance(given, list) or len(given) != 3 or not isinstance(given[1], int):
        raise ValueError("land: income, territories and armies of each seat")
    return given[1]
