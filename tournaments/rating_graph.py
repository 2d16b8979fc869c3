"""The graph of a rating, a point for each game: where its points, its band and its lines lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.ratings import FEW_GAMES

LEFT, RIGHT, TOP, BOTTOM = 48, 924, 20, 250
STEPS = (50, 100, 200, 500, 1000, 2000, 5000)
MOST_LINES, MOST_DATES = 6, 5
"""Lines across the graph but for the first, and dates below it."""


@dataclass(frozen=True)
class Grid:
    """A line across, with the rating that it stands for."""

    y: float
    value: int


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
    low = min(value - spread for value, spread in zip(values, spreads, strict=True))
    high = max(value + spread for value, spread in zip(values, spreads, strict=True))
    step = next(step for step in STEPS if -(-high // step) - low // step <= MOST_LINES or step == STEPS[-1])
    bottom, top = low // step * step, -(-high // step) * step

    def height(value: float) -> float:
        return round(BOTTOM - (value - bottom) / max(top - bottom, 1) * (BOTTOM - TOP), 1)

    across = [round(LEFT + number * (RIGHT - LEFT) / max(len(values) - 1, 1), 1) for number in range(len(values))]
    points = [(x, height(value)) for x, value in zip(across, values, strict=True)]
    rows = list(zip(across, values, spreads, strict=True))
    upper = [(x, height(value + spread)) for x, value, spread in rows]
    lower = [(x, height(value - spread)) for x, value, spread in reversed(rows)]
    return Drawing(
        points=points,
        line=path_of(points),
        band=path_of([*upper, *lower]) + "z",
        grid=[Grid(height(value), value) for value in range(bottom, top + 1, step)],
        dated=dated_points(len(values)),
        settled=round((across[FEW_GAMES - 1] + across[FEW_GAMES]) / 2, 1) if len(values) > FEW_GAMES else None,
    )


def path_of(points: Sequence[tuple[float, float]]) -> str:
    return "M" + " ".join(f"{x} {y}" for x, y in points)


def dated_points(count: int) -> list[int]:
    """Choose the points below which a date stands, evenly from the first on."""
    apart = -(-count // MOST_DATES)
    return list(range(0, count, apart))
