"""Plots that the server draws: where values lie, lines across with round numbers, and ways through points.

Every plot of the site is made of these: ratings, figures of a game, chances.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""What lies between two lines across: the smallest step that leaves few enough of them."""


@dataclass(frozen=True)
class Grid:
    """A line across, with the value that it stands for."""

    y: float
    value: int


@dataclass(frozen=True)
class Frame:
    """The inside of a plot, in the units of its picture."""

    left: float
    right: float
    top: float
    bottom: float

    def across(self, count: int) -> list[float]:
        """Return where so many points lie, evenly from the left."""
        return [round(self.left + at * (self.right - self.left) / max(count - 1, 1), 1) for at in range(count)]


@dataclass(frozen=True)
class Scale:
    """A frame from its `low` value at the bottom to its `high` one at the top, with a line at each `step`."""

    frame: Frame
    low: int
    high: int
    step: int

    @classmethod
    def of(cls, frame: Frame, low: float, high: float, *, most: int, least: int = 1) -> Scale:
        """Fit a scale to values, with at most so many steps, none of which is smaller than `least`."""
        steps = [step for step in STEPS if step >= least]
        step = next((step for step in steps if -(-high // step) - low // step <= most), steps[-1])
        return cls(frame, int(low // step * step), int(-(-high // step) * step), step)

    def y(self, value: float) -> float:
        """Return how high a value lies."""
        share = (value - self.low) / max(self.high - self.low, 1)
        return round(self.frame.bottom - share * (self.frame.bottom - self.frame.top), 1)

    def grid(self) -> list[Grid]:
        """List the lines across, from the bottom."""
        return [Grid(self.y(value), value) for value in range(self.low, self.high + 1, self.step)]


def path_of(points: Sequence[tuple[float, float]]) -> str:
    """Write a way through points as an SVG path."""
    return "M" + " ".join(f"{x} {y}" for x, y in points)


def spread_out(count: int, most: int) -> list[int]:
    """Choose at most so many of `count` points that get a label, evenly from the first on."""
    apart = max(1, -(-count // most))
    return list(range(0, count, apart))
