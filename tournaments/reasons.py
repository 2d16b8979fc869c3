"""Where the figures of a standing come from: pure, a line for each thing that brought points, and what ties go by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.documents import Document
from tournaments.events import Event
from tournaments.history import Drawn
from tournaments.reading import get, objects
from tournaments.results import WHOLE, Table
from tournaments.standings import Row

BYE, ADJUST, VOID, TOOK_OVER = "bye", "adjust", "void", "taken"


@dataclass(frozen=True)
class Line:
    """What one table, bye or adjustment of a round brought an entrant.

    `kind`: how the table ended, or one of the constants above. `table`: its number, from 1. `game`: its address.
    `others`: who else sat there. `part`: how much of the seat's points is theirs, of 60. `reason`: of an adjustment;
    `repaired`: why an organizer changed the result of the table.
    """

    round: int
    group: str
    kind: str
    units: int
    table: int = 0
    game: str = ""
    place: int = 0
    others: tuple[str, ...] = ()
    part: int = WHOLE
    reason: str = ""
    repaired: str = ""


def list_lines(event: Event, rounds: Sequence[Drawn]) -> dict[str, list[Line]]:
    """List for each entrant what brought them points, or could have, in the order of rounds. Their sum is that of the
    standings after these rounds."""
    found: dict[str, list[Line]] = defaultdict(list)
    for drawn in rounds:
        for name, line in lines_of(event, drawn):
            found[name].append(line)
    return found


def lines_of(event: Event, drawn: Drawn) -> Iterator[tuple[str, Line]]:
    results = drawn.results
    number, group, told = results.round, results.group, drawn.told or {}
    for name in results.byes:
        yield name, Line(number, group, BYE, event.bye_in(results.stage))
    for at, (table, written) in enumerate(zip(results.tables, objects(told, "tables"), strict=True), 1):
        found = lines_of_void(table) if table.is_void else lines_of_table(event, table)
        for name, kind, units, seat, part in found:
            others = tuple(each.entrant for each in table.seats if each.entrant != name)
            place = table.place_of.get(seat, 0)
            numbered = number_of(written, at)
            game, why = get(written, "game", str), str(written.get("repaired", ""))
            yield name, Line(number, group, kind, units, numbered, game, place, others, part, repaired=why)
    for written in objects(told, "adjust"):
        added, reason = int(str(written["points"])), str(written.get("reason", ""))
        yield str(written["entrant"]), Line(number, group, ADJUST, added, reason=reason)


def number_of(written: Document, at: int) -> int:
    """Return the number of a table: its own, where only some tables of a round are told, or else its place."""
    own = written.get("number")
    return own if isinstance(own, int) else at


def lines_of_void(table: Table) -> Iterator[tuple[str, str, int, int, int]]:
    for seat, sitter in enumerate(table.seats):
        yield sitter.entrant, VOID, 0, seat, WHOLE


def lines_of_table(event: Event, table: Table) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield who has points of a table: the entrant, how, the units, the seat, and its part of 60."""
    shares = event.points.shares(table.places)
    for seat, sitter in enumerate(table.seats):
        credited = dict(sitter.credits)
        own = credited.pop(sitter.entrant, 0)
        yield sitter.entrant, table.state, shares[seat] * own // WHOLE, seat, own
        for name, part in credited.items():
            yield name, TOOK_OVER, shares[seat] * part // WHOLE, seat, part


def list_opponents(row: Row, rows: Mapping[str, Row]) -> list[tuple[str, int, int]]:
    """List whom an entrant met, once for each meeting: the id, and what they won at how many tables elsewhere."""
    found = []
    for table, _units in row.at:
        for other in sorted(table.entrants - {row.entrant}):
            elsewhere = [units for at, units in rows[other].at if row.entrant not in at.entrants]
            found.append((other, sum(elsewhere), len(elsewhere)))
    return found


def find_tied(row: Row, rows: Sequence[Row], criteria: Sequence[str], until: str) -> list[str]:
    """List who is tied with an entrant in all criteria before the one named."""
    before = criteria[: criteria.index(until)]
    return [
        other.entrant
        for other in rows
        if other is not row and all(getattr(other, name) == getattr(row, name) for name in before)
    ]
