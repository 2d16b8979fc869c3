"""Read the bracket of a stage of an event: what is over from its files, what is played from its tables as they are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from common.caches import get_or_make
from tournaments.courses import FAILURES, Course, follow, is_final
from tournaments.history import Drawn
from tournaments.models import Stage
from tournaments.pages.bracket import Box, Bracket, Column, Place, make_bracket
from tournaments.pages.rounds import count_knockout
from tournaments.pages.words import count_tables, round_of_knockout, round_title, table_title
from tournaments.selectors.event_reading import Published
from tournaments.selectors.event_standings import KEEP
from tournaments.selectors.event_tables import TableRow, Tables, code_at, read_tables

MOST_NAMED = 4


def bracket_of(found: Published, stage: Stage, tables: Tables, me: str) -> Bracket | None:
    """Return the bracket of a stage with the reader's own way; None for other formats, and before anything is drawn.
    One query unless it is kept."""
    if stage.form["kind"] not in FAILURES or not any(each.stage == stage.pk for each in found.rounds):
        return None
    key = f"event-bracket:{found.stamp}:{stage.pk}:{stamp_of(tables)}:{me}"
    return get_or_make(key, Bracket, KEEP, lambda: make_bracket(list(columns_of(found, stage, tables)), me))


def columns_after(found: Published, stage: Stage, number: int) -> list[Column]:
    """Return a round of a bracket and the one after it; of the last the one before. Three queries unless they are
    kept."""
    tables = read_tables(found.current)
    key = f"event-columns:{found.stamp}:{stage.pk}:{stamp_of(tables)}"
    columns = get_or_make(key, list[Column], KEEP, lambda: list(columns_of(found, stage, tables)))
    numbers = sorted({each.number for each in found.rounds if each.stage == stage.pk})
    at = numbers.index(number)
    return columns[at : at + 2] if at + 1 < len(columns) else columns[-2:]


def stamp_of(tables: Tables) -> str:
    """Make a digest of how far the tables are that are being played."""
    seats = [(seat.seat, seat.user, seat.place) for table in tables.rows for seat in tables.seats_of(table)]
    said = repr([(table.pk, table.has_ended, table.revision) for table in tables.rows]) + repr(seats)
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def columns_of(found: Published, stage: Stage, tables: Tables) -> Iterator[Column]:
    """Yield the rounds of a stage, and its final once it is known who may come to it."""
    rounds = [each for each in found.drawn if each.stage == stage.code]
    numbers = sorted({each.number for each in rounds})
    total = count_rounds(found, stage, rounds)
    for at, (number, drawn) in enumerate(groupby(rounds, key=lambda each: each.number), 1):
        groups = list(drawn)
        over = [each for each in rounds if each.number <= number and each.is_complete]
        course = follow(found.told, over) if over else Course()
        boxes = [box for each in groups for box in boxes_of(found, each, tables, course)]
        yield Column(title_of(stage, at, total, groups), tell_round(groups), tuple(boxes))
    last = [each for each in rounds if each.number == numbers[-1]]
    if not all(each.is_complete for each in last) and stage.form["kind"] == "knockout" and total == len(numbers) + 1:
        yield final_of(found, stage, last, tables)


def count_rounds(found: Published, stage: Stage, rounds: Sequence[Drawn]) -> int:
    """Count the rounds that a knock-out will have; those that there are of a double one."""
    numbers = {each.number for each in rounds}
    if stage.form["kind"] != "knockout":
        return len(numbers)
    last = rounds[-1]
    if is_final("knockout", last):
        return len(numbers)
    going = len(last.tables) * int(str(stage.form["advance"])) + len(last.byes)
    return len(numbers) + count_knockout(going, found.told.sizes, int(str(stage.form["advance"])))


def title_of(stage: Stage, at: int, total: int, groups: Sequence[Drawn]) -> str:
    kind = str(stage.form["kind"])
    if any(is_final(kind, each) for each in groups):
        return _("Final")
    is_named = kind == "knockout" and total <= MOST_NAMED
    title = round_of_knockout(at, total) if is_named else round_title(groups[0].number)
    return f"{title}, {count_tables(sum(len(each.tables) for each in groups))}"


def tell_round(groups: Sequence[Drawn]) -> str:
    return _("ended") if all(each.is_complete for each in groups) else _("being played")


def boxes_of(found: Published, drawn: Drawn, tables: Tables, course: Course) -> Iterator[Box]:
    live = {
        table.number: table
        for table in tables.rows
        if tables.rounds[table.round].number == drawn.number and tables.rounds[table.round].group == drawn.group
    }
    for number, seats in enumerate(drawn.tables, 1):
        title = table_title(number, drawn.group)
        if drawn.is_complete:
            yield box_over(found, drawn, number, title, course)
        else:
            yield box_live(found, tables, live.get(number), seats, title)
    if drawn.byes:
        places = tuple(Place(name, found.names.get(name, name), css="in") for name in drawn.byes)
        yield Box(_("Bye"), "", "done", places)


def box_over(found: Published, drawn: Drawn, number: int, title: str, course: Course) -> Box:
    """Show a table whose results are published, the best first."""
    table = drawn.results.tables[number - 1]
    names = [seat.entrant for seat in table.seats]
    if table.is_void:
        return Box(title, _("void"), "done", tuple(Place(each, found.names.get(each, each)) for each in names))
    final = is_final(found.told.kind_of(drawn.stage), drawn)
    order = sorted(names, key=table.place)
    places = []
    for name in order:
        is_out = name in course.out and not final
        css = "out" if is_out else "in" if not final or table.place(name) == 1 else ""
        places.append(Place(name, found.names.get(name, name), table.place(name), css))
    return Box(title, _("ended"), "done", tuple(places))


def box_live(found: Published, tables: Tables, table: TableRow | None, seats: Sequence[str], title: str) -> Box:
    """Show a table that is being played, or that has ended in a round that goes on."""
    sitting = tables.seats_of(table) if table else ()
    placed = {seat.seat: seat.place for seat in sitting} if table and table.has_ended else {}
    if table:
        seats = [code_at(found, table, seat) for seat in sitting if seat.seat is not None] or seats
    places = [Place(name, found.names.get(name, name), placed.get(at) or 0) for at, name in enumerate(seats)]
    if placed:
        return Box(title, _("ended"), "done", tuple(sorted(places, key=lambda each: each.place or 99)))
    return Box(title, _("playing"), "now", tuple(places))


def final_of(found: Published, stage: Stage, last: Sequence[Drawn], tables: Tables) -> Column:
    """Show the final to come: who has come to it so far, and how many are still to be decided."""
    advance = int(str(stage.form["advance"]))
    places: list[Place] = []
    for drawn in last:
        for box in boxes_of(found, drawn, tables, Course()):
            known = box.places[:advance] if box.title != _("Bye") else box.places
            if box.css == "done":
                places += [Place(each.entrant, each.name) for each in known]
            else:
                places += [Place("", _("to be decided"), css="open") for _each in known]
    places.sort(key=lambda each: bool(each.entrant))
    return Column(_("Final"), _("to come"), (Box(_("Final"), "", "next", tuple(places)),))
