"""Who stands where after a round: pure, from the files of an event to its standings.

Points come first, then the tie-breaks of the event in its order, and the lot last. Each parts the groups that are
still tied; none begins again. In a knock-out two come before the points: how far somebody came, and their place at the
last table.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tournaments.courses import Course, follow
from tournaments.documents import Json, lot_of
from tournaments.events import Event
from tournaments.history import Drawn, count_points
from tournaments.results import WHOLE, Results, Table

SCHEMA = "fieldpost-standings/1"
COLUMNS = (
    "place",
    "entrant",
    "name",
    "reached",
    "last",
    "points",
    "games",
    "byes",
    "wins",
    "seconds",
    "opponents",
    "direct",
    "land",
    "decided_by",
    "status",
)
LOWER_IS_BETTER = ("last", "lot")
FORMULA = ("=", "+", "-", "@")
"""What a cell may not begin with, for a spreadsheet would take it for a formula."""

DECIMALS = {"points": WHOLE, "opponents": 100}
"""Columns with two decimals, each with what its numbers are parts of."""


@dataclass(slots=True)
class Row:
    """How an entrant stands; points and opponents in units, of points and of hundredths of a point."""

    entrant: str
    lot: str
    status: str
    reached: int = 0
    last: int = 0
    points: int = 0
    games: int = 0
    byes: int = 0
    wins: int = 0
    seconds: int = 0
    opponents: int = 0
    direct: int = 0
    land: int = 0
    decided_by: str | None = None
    place: int = 0
    at: list[tuple[Table, int]] = field(default_factory=list)  # each table played, with what it paid this entrant


def make_standings(event: Event, rounds: Sequence[Drawn], *, group: str = "") -> dict[str, Json]:
    """Make the standings of a stage, or of a group of it, after its last round; `rounds` are all of it, in order."""
    latest = rounds[-1].results
    rows = rank_entrants(event, rounds, group=group)
    return {
        "schema": SCHEMA,
        "event": event.slug,
        "stage": latest.stage,
        "after_round": latest.round,
        "group": group,
        "results": [played.digest for played in rounds],
        "rows": [show_row(row) for row in rows],
    }


def rank_entrants(event: Event, rounds: Sequence[Drawn], *, group: str = "") -> list[Row]:
    """Rank everybody in a stage, or in a group of it that has standings of its own."""
    latest, names = rounds[-1], entrants_of(event, rounds, group)
    course, points = follow(event, rounds), count_points(event, rounds)
    rows = {name: begin_row(event, name, course, latest, points[name]) for name in names}
    for played in rounds:
        count_round(event, played.results, rows)
    for row in rows.values():
        row.opponents = count_opponents(row, rows)
    return place_rows(list(rows.values()), ("reached", "last", "points", *event.tie_breaks))


def place_rows(rows: list[Row], criteria: Sequence[str]) -> list[Row]:
    """Bring rows into their order by these criteria, and note in each its place and what decided it."""
    order = split_ties([rows], criteria)
    for place, row in enumerate(order, 1):
        row.place = place
    for above, row in pairwise(order):
        row.decided_by = next(name for name in criteria if getattr(above, name) != getattr(row, name))
    return order


def entrants_of(event: Event, rounds: Sequence[Drawn], group: str) -> list[str]:
    """List who stands in a table of standings: whoever played in it and, in the first stage, had entered. Raises
    ValueError for somebody whom the event does not name."""
    found: set[str] = set()
    for played in rounds:
        found.update(played.players, played.results.byes)
        found.update(seat.entrant for table in played.results.tables for seat in table.seats)
    latest = rounds[-1].results
    if event.is_first(latest.stage) and not group:
        found.update(name for name, each in event.entrants.items() if each.entered and each.entered <= latest.round)
    if unknown := found - event.entrants.keys():
        raise ValueError(f"entrants: {', '.join(sorted(unknown))} played, but did not enter")
    return sorted(found)


def begin_row(event: Event, name: str, course: Course, latest: Drawn, points: int) -> Row:
    gone = event.entrants[name].has_left(latest.results.round + 1)
    status = "left" if gone else "out" if name in course.out else "in"
    lot, reached, last = lot_of(latest.seed, name), course.reached.get(name, 0), course.last.get(name, 0)
    return Row(name, lot, status, reached, last, points)


def count_round(event: Event, results: Results, rows: Mapping[str, Row]) -> None:
    """Add what a round brought to the rows of everybody, but for the points."""
    for name in results.byes:
        rows[name].byes += 1
    for table in results.played:
        paid = Counter[str]()
        for name, units in table.points(event.points):
            paid[name] += units
        for seat, sitter in enumerate(table.seats):
            row = rows[sitter.entrant]
            row.at.append((table, paid[sitter.entrant]))
            row.games += 1
            row.wins += table.state == "won" and table.place_of[seat] == 1 and table.is_whole(seat)
            row.seconds += table.place_of[seat] == 2 and table.is_whole(seat)
            row.land += table.land.get(seat, 0) if table.state == "adjudicated" else 0


def count_opponents(row: Row, rows: Mapping[str, Row]) -> int:
    """Compute the mean of what opponents won at other tables, in hundredths of a point, cut; those met twice count
    twice."""
    others = [other for table, _units in row.at for other in table.entrants if other != row.entrant]
    elsewhere = [units for other in others for table, units in rows[other].at if row.entrant not in table.entrants]
    return 100 * sum(elsewhere) // (WHOLE * len(elsewhere)) if elsewhere else 0


def count_direct(tied: Sequence[Row]) -> None:
    """Count for each of the tied how many of them ended behind at shared tables, less those ahead."""
    names = {row.entrant for row in tied}
    for row in tied:
        others = ((table, other) for table, _units in row.at for other in (table.entrants & names) - {row.entrant})
        row.direct = sum(compare(table.place(other), table.place(row.entrant)) for table, other in others)


def compare(a: int, b: int) -> int:
    return (a > b) - (a < b)


def split_ties(groups: list[list[Row]], criteria: Iterable[str]) -> list[Row]:
    """Part groups of tied rows by one criterion after another; returns the rows in order."""
    for criterion in criteria:
        groups = [part for group in groups for part in split_tie(group, criterion)]
    return [row for group in groups for row in group]


def split_tie(group: list[Row], criterion: str) -> Iterator[list[Row]]:
    """Yield the parts of a group of tied rows, the best first."""
    if criterion == "direct" and len(group) > 1:
        count_direct(group)
    parts: dict[str | int, list[Row]] = {}
    for row in group:
        parts.setdefault(getattr(row, criterion), []).append(row)
    yield from (parts[value] for value in sorted(parts, reverse=criterion not in LOWER_IS_BETTER))


def show_row(row: Row) -> dict[str, Json]:
    """Write a row as it is published."""
    names = (*(name for name in COLUMNS if name != "name"), "lot")
    return {name: getattr(row, name) for name in names}


# ---- as a table


def write_csv(standings: Mapping[str, Json], names: Mapping[str, str]) -> bytes:
    """Write standings as CSV: points and opponents with two decimals, cut; names that are no formulas."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(COLUMNS)
    rows = standings["rows"]
    assert isinstance(rows, list)
    for row in rows:
        assert isinstance(row, dict)
        cells = {**row, "name": names.get(str(row["entrant"]), "")}
        table.writerow([show_cell(name, cells[name]) for name in COLUMNS])
    return out.getvalue().encode()


def show_cell(name: str, value: Json) -> str:
    """Show one cell of the table."""
    if value is None:
        return ""
    if name in DECIMALS and isinstance(value, int):
        return two_decimals(value, DECIMALS[name])
    text = str(value)
    return f"'{text}" if name in ("name", "entrant") and text.startswith(FORMULA) else text


def two_decimals(units: int, whole: int) -> str:
    """Write units, so many of which are one, as a number with two decimals, cut.

    >>> two_decimals(390, 60), two_decimals(-5, 100)
    ('6.50', '-0.05')
    """
    hundredths = abs(units) * 100 // whole
    return f"{'-' * (units < 0)}{hundredths // 100}.{hundredths % 100:02}"
