"""Standings of an event as its pages show them, made once and kept until anything of the event changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from django.utils.translation import gettext as _

from common.caches import get_or_make
from tournaments.folders import each_table, is_league
from tournaments.history import Drawn
from tournaments.models import Stage
from tournaments.pages.standings import Standing, make_ranking, show_ranking, show_teams
from tournaments.selectors.event_reading import Published

KEEP = 24 * 3600
FIRST, AROUND = 8, 2
"""Rows at the top of a page, and above and below the reader's own."""

MOST_FOLDED = 40
"""Rows that a fold of an event's page holds; longer ones are left to the page of all standings."""


@dataclass(frozen=True)
class Kept:
    """Standings as they are kept: after which round, the entrants in order with places and points, and each row."""

    after: int
    order: list[tuple[str, int, str]]
    rows: list[bytes]

    def row(self, at: int) -> Standing:
        return DECODER.decode(self.rows[at])

    def find(self, entrant: str) -> int | None:
        """Find where an entrant stands, from 0."""
        return next((at for at, each in enumerate(self.order) if each[0] == entrant), None)


DECODER = msgspec.msgpack.Decoder(Standing)
NO_STANDINGS = Kept(0, [], [])


def standings_of(found: Published, stage: Stage, group: str = "", after: int = 0) -> Kept:
    """Return the latest standings of a stage, or of a division of it, or those after a round; none before its first
    round is complete. One query unless they are kept."""
    key = f"event-standings:{found.stamp}:{stage.pk}:{group}:{after}"
    return get_or_make(key, Kept, KEEP, lambda: make_standings(found, stage.code, group, after))


def make_standings(found: Published, stage: str, group: str, after: int) -> Kept:
    tables = [
        (number, told)
        for number, own, told in each_table(found.told, found.drawn)
        if own == group and told[0].stage == stage and after in (0, number)
    ]
    return keep(found, tables[-1][1], group) if tables else NO_STANDINGS


def keep(found: Published, told: Sequence[Drawn], group: str) -> Kept:
    ranking = make_ranking(found.told, found.names, told, group)
    rows = show_ranking(ranking)
    order = [(row.entrant, row.place, row.points) for row in rows]
    return Kept(told[-1].number, order, [msgspec.msgpack.encode(row) for row in rows])


def teams_of(found: Published, stage: Stage) -> Kept:
    """Return the latest standings of teams in a stage; none where nobody is in a team. One query unless they are
    kept."""
    if not any(each.team for each in found.sitters):
        return NO_STANDINGS
    return get_or_make(f"event-teams:{found.stamp}:{stage.pk}", Kept, KEEP, lambda: make_teams(found, stage.code))


def make_teams(found: Published, stage: str) -> Kept:
    tables = [told for _number, group, told in each_table(found.told, found.drawn) if not group]
    tables = [told for told in tables if told[0].stage == stage]
    if not tables:
        return NO_STANDINGS
    rows = show_teams(found.told, found.names, tables[-1])
    order = [(row.entrant, row.place, row.points) for row in rows]
    return Kept(tables[-1][-1].number, order, [msgspec.msgpack.encode(row) for row in rows])


def has_league(found: Published, stage: Stage) -> bool:
    return is_league(found.told, stage.code)


# ---- what a page shows of them


@dataclass(frozen=True)
class Part:
    """Some rows of standings that stand together; with a `title` they are folded, and with a `url` and no rows left to
    another page."""

    rows: tuple[Standing, ...]
    title: str = ""
    url: str = ""


def cut_standings(kept: Kept, me: str, url: str) -> list[Part]:
    """Show the first rows, those around the reader's own, and fold the rest."""
    count, mine = len(kept.rows), kept.find(me) if me else None
    first = min(FIRST, count)
    if count - first <= 2:
        first = count
    around = range(0) if mine is None else range(max(first, mine - AROUND), min(count, mine + AROUND + 1))
    if around and around.start - first <= 1:
        around = range(first, around.stop)
    if around and count - around.stop <= 1:
        around = range(around.start, count)
    gap = around.start if around else count
    parts = [rows_of(kept, range(first))]
    parts += [fold(kept, range(first, gap), url)] if gap > first else []
    if around:
        parts.append(rows_of(kept, around))
        parts += [fold(kept, range(around.stop, count), url)] if around.stop < count else []
    return [part for part in parts if part.rows or part.url]


def rows_of(kept: Kept, places: range) -> Part:
    return Part(tuple(map(kept.row, places)))


def fold(kept: Kept, places: range, url: str) -> Part:
    title = _("Places %(first)s to %(last)s") % {"first": places.start + 1, "last": places.stop}
    if len(places) > MOST_FOLDED:
        return Part((), title, f"{url}#place-{places.start + 1}")
    return Part(rows_of(kept, places).rows, title)
