"""The plot of chances: a line for each seat over the turns of a game, with its standard error as a band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chances.points import Turn, chances_of
from engine.playouts import standard_error
from games.pages.plot import Frame, Grid, Scale, path_of, spread_out
from games.wording.amounts import capitalized, name_round
from games.wording.seats import seat_css, shape_id

PER_CENT = Scale(Frame(52, 966, 30, 270), 0, 100, 25)
"""Where the plot lies in a picture of 990 by 300."""
MOST_LABELS = 12
MARKS = 7
"""Signs of a seat along its line."""


@dataclass(frozen=True)
class Line:
    """A seat's line, its band, and where its sign stands along it; `css` and `shape` are those of its colour."""

    css: str
    shape: str
    path: str
    band: str
    marks: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Label:
    """A round, or the number of a turning point, and where it stands."""

    x: float
    text: str


@dataclass(frozen=True)
class Plot:
    """Lines from the first seat on, heights with their per cent, rounds at the foot, turning points at the top."""

    lines: tuple[Line, ...]
    grid: tuple[Grid, ...]
    rounds: tuple[Label, ...]
    flags: tuple[Label, ...]


def draw(
    turns: Sequence[Turn], outcome: Sequence[float], colours: Sequence[str], points: Sequence[int], rules: str
) -> Plot:
    """Draw the chances. There is at least one turn; `points` are the entries at which turning points begin."""
    told = [chances_of(turn) for turn in turns] + [list(outcome)]
    errors = [[standard_error(won, turn[3]) for won in turn[4]] for turn in turns] + [[0.0] * len(outcome)]
    xs = PER_CENT.frame.across(len(turns) + 1)
    lines = []
    for seat, colour in enumerate(colours):
        values = [chances[seat] for chances in told]
        spread = [error[seat] for error in errors]
        line = [(x, height(value)) for x, value in zip(xs, values, strict=True)]
        upper = [(x, height(value + more)) for x, value, more in zip(xs, values, spread, strict=True)]
        lower = [(x, height(value - more)) for x, value, more in zip(xs, values, spread, strict=True)]
        band = path_of([*upper, *lower[::-1]]) + "z"
        lines.append(Line(seat_css(colour), shape_id(colour), path_of(line), band, marks_of(line, values, seat)))
    return Plot(
        tuple(lines),
        tuple(PER_CENT.grid()),
        rounds_of(turns, xs, rules),
        tuple(
            Label(xs[number], str(points.index(turn[0]) + 1)) for number, turn in enumerate(turns) if turn[0] in points
        ),
    )


def height(chance: float) -> float:
    return PER_CENT.y(100 * min(max(chance, 0), 1))


def marks_of(
    line: Sequence[tuple[float, float]], values: Sequence[float], seat: int
) -> tuple[tuple[float, float], ...]:
    """Choose where the sign of a seat stands: evenly, not where others' signs are, and never where it has nothing to
    win any more."""
    apart = max(1, len(line) // MARKS)
    return tuple(line[at] for at in range(seat % apart, len(line) - 1, apart) if values[at] > 0)


def rounds_of(turns: Sequence[Turn], xs: Sequence[float], rules: str) -> tuple[Label, ...]:
    """Label the first turn of each round, or of every second, third and so on; the first says what is counted."""
    first: dict[int, float] = {}
    for turn, x in zip(turns, xs, strict=False):
        first.setdefault(turn[1], x)
    told = list(first.items())
    labels = [Label(told[at][1], str(told[at][0])) for at in spread_out(len(told), MOST_LABELS)]
    return (replace(labels[0], text=capitalized(name_round(told[0][0], rules))), *labels[1:])
