"""Read the divisions of a league: the table of one as it stands, from the games that have ended."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.utils.translation import gettext as _

from common.caches import get_or_make
from tournaments.documents import Json
from tournaments.history import Drawn
from tournaments.models import Round
from tournaments.pages.league import mark_lines, show_division
from tournaments.pages.standings import make_ranking
from tournaments.pages.words import division_name
from tournaments.selectors.event_bracket import stamp_of
from tournaments.selectors.event_reading import Published, RoundRow
from tournaments.selectors.event_standings import KEEP, Kept
from tournaments.selectors.event_tables import Tables, seats_at, tables_in
from tournaments.selectors.publishing import show_table


@dataclass(frozen=True)
class DivisionLink:
    """A division in the list of all; `number` counts from 1."""

    number: int
    name: str
    is_shown: bool


@dataclass(frozen=True)
class Division:
    """The division that a page shows, its tables, and the links to all of them."""

    row: RoundRow
    name: str
    tables: Tables
    links: tuple[DivisionLink, ...]


def division_of(found: Published, chosen: int) -> Division:
    """Choose a division of a league that has been drawn: the one asked for, the reader's own, or the first. Two
    queries."""
    rows = [each for each in found.rounds if each.group.startswith("D")]
    tables = tables_in(rows)
    me = found.me.code if found.me else ""
    mine = next((table.round for table in tables if me and me in table.seats), rows[0].pk)
    row = next((each for each in rows if each.group == f"D{chosen}"), next(each for each in rows if each.pk == mine))
    own = [table for table in tables if table.round == row.pk]
    links = [
        DivisionLink(int(each.group[1:]), name_division(each, is_mine=bool(me) and each.pk == mine), each.pk == row.pk)
        for each in sorted(rows, key=lambda each: int(each.group[1:]))
    ]
    return Division(row, division_name(row.group), Tables(own, seats_at(own), {row.pk: row}), tuple(links))


def name_division(row: RoundRow, *, is_mine: bool) -> str:
    name = division_name(row.group)
    return _("%(name)s, yours") % {"name": name} if is_mine else name


def standings_of_division(found: Published, division: Division) -> Kept:
    """Return the table of a division as it stands. Four queries unless it is kept."""
    key = f"event-division:{found.stamp}:{division.row.pk}:{stamp_of(division.tables)}"
    return get_or_make(key, Kept, KEEP, lambda: make_division(found, division.row))


def final_of_division(found: Published, row: RoundRow) -> Kept:
    """Return the table of a division that is over. Four queries unless it is kept."""
    key = f"event-division:{found.stamp}:{row.pk}:over"
    return get_or_make(key, Kept, KEEP, lambda: make_division(found, row))


def make_division(found: Published, row: RoundRow) -> Kept:
    drawn = read_so_far(row)
    ranking = make_ranking(found.told, found.names, [drawn], drawn.group)
    count = sum(each.group.startswith("D") for each in found.rounds)
    rows = mark_lines(show_division(ranking, drawn, count, is_over=row.is_over))
    order = [(each.entrant, each.place, each.points) for each in rows]
    return Kept(drawn.number, order, [msgspec.msgpack.encode(each) for each in rows])


def read_so_far(row: RoundRow) -> Drawn:
    """Read a round with the results of the tables that are booked so far, each with its number. Four queries."""
    drawn = Round.objects.get(pk=row.pk)
    tables = drawn.tables.exclude(booked_at=None).select_related("game")
    found = tables.order_by("number").prefetch_related("bookings__entrant", "bookings__instead_of")
    names = {name: drawn.given[name] for name in ("event", "stage", "round", "group")}
    told: list[Json] = [{**show_table(table), "number": table.number} for table in found]
    adjust = (drawn.results or {}).get("adjust", [])
    return Drawn(drawn.given, drawn.output or {}, {**names, "byes": [], "adjust": adjust, "tables": told})
