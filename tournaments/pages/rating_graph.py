"""The graph of a rating, a point for each game: where its points, its band and its lines lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.pages.plot import Frame, Grid, Scale, path_of, spread_out
from tournaments.ratings import FEW_GAMES

FRAME = Frame(48, 924, 20, 250)
LEAST_STEP = 50
MOST_LINES, MOST_DATES = 6, 5
"""Lines across the graph but for the first, and dates below it."""


@dataclass(frozen=True)
class Drawing:
    """The graph: a point (x, y) for each value, the outline of its band, grid lines, the numbers of the points below
    which a date stands, and where the first ten games end; None if there are no more."""

    points: list[tuple[float, float]]
    line: str
    band: str
    grid: list[Grid]
    dated: list[int]
    settled: float | None


def draw(values: Sequence[int], spreads: Sequence[int]) -> Drawing:
    """Draw ratings with how uncertain each is, in points; there is at least one."""
    rows = list(zip(FRAME.across(len(values)), values, spreads, strict=True))
    low = min(value - spread for _, value, spread in rows)
    high = max(value + spread for _, value, spread in rows)
    scale = Scale.of(FRAME, low, high, most=MOST_LINES, least=LEAST_STEP)
    points = [(x, scale.y(value)) for x, value, _ in rows]
    upper = [(x, scale.y(value + spread)) for x, value, spread in rows]
    lower = [(x, scale.y(value - spread)) for x, value, spread in reversed(rows)]
    return Drawing(
        points=points,
        line=path_of(points),
        band=path_of([*upper, *lower]) + "z",
        grid=scale.grid(),
        dated=spread_out(len(values), MOST_DATES),
        settled=round((rows[FEW_GAMES - 1][0] + rows[FEW_GAMES][0]) / 2, 1) if len(values) > FEW_GAMES else None,
    )
