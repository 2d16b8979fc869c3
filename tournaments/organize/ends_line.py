"""The drawing of when the tables of a round are likely to end: a disc for each on a line of days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from django.utils.dateformat import format as format_date

from tournaments.organize.overview import DONE, Overview, TableRow

LEFT, RIGHT = 40, 914
BASE, STEP, RADIUS = 74, 28, 12
MOST_DAYS, LABELS = 60, 7


@dataclass(frozen=True)
class Disc:
    """A table on the line."""

    x: float
    y: int
    row: TableRow
    is_late: bool

    @property
    def text_y(self) -> int:
        return self.y + 4


@dataclass(frozen=True)
class EndsLine:
    """The line: discs, a tick a day, some of them named, and where the last day is."""

    discs: Sequence[Disc]
    ticks: Sequence[float]
    labels: Sequence[tuple[float, str]]
    limit: float | None
    top: int

    @property
    def height(self) -> int:
        return 118 - self.top


def draw_ends(overview: Overview, now: datetime, zone: tzinfo) -> EndsLine | None:
    """Draw when the tables that run are likely to end; None where nothing is known of any."""
    rows = [row for row in overview.rows if row.expected and row.state != DONE]
    if not rows:
        return None
    ends = [row.expected for row in rows if row.expected]
    last = max([*ends, *([overview.last_day] if overview.last_day else [])])
    days = min(MOST_DAYS, max(7, (last - now) // timedelta(days=1) + 2))
    pitch = (RIGHT - LEFT) / days

    def place(at: datetime) -> float:
        return round(min(RIGHT, max(LEFT, LEFT + pitch * ((at - now) / timedelta(days=1)))), 1)

    discs = stack([(place(row.expected), row) for row in rows if row.expected])
    every = -(-days // LABELS)
    labels = [
        (round(LEFT + pitch * day, 1), format_date((now + timedelta(days=day)).astimezone(zone), "j M"))
        for day in range(0, days + 1, every)
    ]
    top = min([-40, *(disc.y - 2 * RADIUS for disc in discs)])
    limit = place(overview.last_day) if overview.last_day else None
    return EndsLine(discs, [round(LEFT + pitch * day, 1) for day in range(days + 1)], labels, limit, top)


def stack(places: list[tuple[float, TableRow]]) -> list[Disc]:
    """Lay discs that would cover each other above one another."""
    lanes: list[float] = []
    discs = []
    for x, row in sorted(places, key=lambda each: each[0]):
        lane = next((at for at, end in enumerate(lanes) if end <= x), len(lanes))
        lanes[lane:] = [x + 2 * RADIUS + 2, *lanes[lane + 1 :]]
        discs.append(Disc(x, BASE - STEP * lane, row, row.is_late_end))
    return discs
