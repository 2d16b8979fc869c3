"""The plots of a game in figures, each with the table behind it. Pure: made from figures alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from figures.selectors import RoundFigures
from games.pages.plot import Frame, Grid, Scale, path_of, spread_out
from games.wording.amounts import capitalized, name_round, units_noun
from games.wording.seats import LETTERS, colour_name

FRAME = Frame(32, 330, 12, 176)
MOST_LINES, MOST_ROUNDS = 5, 8
APART = 13.0
"""How far apart the letters at the ends of lines are, so that each can be read."""


@dataclass(frozen=True)
class Line:
    """The way of one seat, with its letter where it ends."""

    colour: str
    letter: str
    path: str
    end: tuple[float, float]
    letter_y: float


@dataclass(frozen=True)
class Mark:
    """A label below a plot."""

    x: float
    text: str


@dataclass(frozen=True)
class Row:
    """A line of the table: the round, and a number for each seat."""

    title: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Plot:
    """One kind of figures over the rounds. `said` is what it shows, in words."""

    key: str
    title: str
    note: str
    said: str
    grid: list[Grid]
    lines: list[Line]
    marks: list[Mark]
    rows: list[Row]


def plots_of(
    rounds: Sequence[RoundFigures], colours: Sequence[str], rules: str, *, has_ended: bool = False
) -> list[Plot]:
    """Draw the four kinds of figures, for seats of these colours; none before the first round. The last figures are
    those of the present, or of the end."""
    if not rounds:
        return []
    units = capitalized(units_noun(rules))
    kinds = (
        ("territories", _("Territories"), "", [each.territories for each in rounds]),
        ("units", units, _("On the board, without those that are yet to be placed."), [each.units for each in rounds]),
        (
            "income",
            _("Income"),
            _("What a turn would begin with at that moment."),
            [each.income for each in rounds],
        ),
        ("cards", _("Cards in hand"), _("How many, not which."), [each.cards for each in rounds]),
    )
    titles = [title_of(each, rules, has_ended) for each in rounds]
    labels = [title if each.is_now else str(each.round) for each, title in zip(rounds, titles, strict=True)]
    if not rounds[0].is_now:
        labels[0] = capitalized(name_round(rounds[0].round, rules))
    return [plot(key, title, note, titles, labels, values, colours) for key, title, note, values in kinds]


def title_of(figures: RoundFigures, rules: str, has_ended: bool) -> str:
    """Name a row: its round, the present, or the end."""
    if not figures.is_now:
        return _("Start of %(round)s") % {"round": name_round(figures.round, rules)}
    return _("End") if has_ended else _("Now")


def plot(
    key: str,
    title: str,
    note: str,
    titles: Sequence[str],
    labels: Sequence[str],
    values: Sequence[Sequence[int]],
    colours: Sequence[str],
) -> Plot:
    """Draw one kind of figures: `values` are by round, and by seat. A round has its title in the table and its label
    below the plot, of which the first says what is counted."""
    scale = Scale.of(FRAME, 0, max(1, *(max(row) for row in values)), most=MOST_LINES)
    across = FRAME.across(len(values))
    ways = [[(x, scale.y(row[seat])) for x, row in zip(across, values, strict=True)] for seat in range(len(colours))]
    heights = keep_apart([way[-1][1] for way in ways])
    lines = [
        Line(colour, LETTERS[colour], path_of(way), way[-1], height)
        for colour, way, height in zip(colours, ways, heights, strict=True)
    ]
    return Plot(
        key=key,
        title=title,
        note=note,
        said=describe(title, titles, values[-1], colours),
        grid=scale.grid(),
        lines=lines,
        marks=[Mark(across[at], labels[at]) for at in labelled(len(labels))],
        rows=[Row(name, tuple(row)) for name, row in zip(titles, values, strict=True)],
    )


def labelled(count: int) -> list[int]:
    """Choose the points below which a round stands: evenly, and the present without one just before it."""
    rounds = spread_out(count - 1, MOST_ROUNDS)
    return [at for at in rounds if at == 0 or (count - 1 - at) * MOST_ROUNDS > count - 1] + [count - 1]


def describe(title: str, titles: Sequence[str], last: Sequence[int], colours: Sequence[str]) -> str:
    """Say in words what a plot shows: what it counts, and how it stands at last."""
    held = ", ".join(f"{colour_name(colour)} {value}" for colour, value in zip(colours, last, strict=True))
    said = {"title": title, "first": titles[0][:1].lower() + titles[0][1:], "last": titles[-1], "held": held}
    return _("%(title)s from the %(first)s on. %(last)s: %(held)s. The table below has every value.") % said


def keep_apart(heights: Sequence[float]) -> list[float]:
    """Move heights apart so that no two letters cover each other, and none leaves the plot."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    found, above = dict[int, float](), FRAME.top - APART
    for at in order:
        above = found[at] = max(heights[at], above + APART)
    below = FRAME.bottom + APART
    for at in reversed(order):
        below = found[at] = min(found[at], below - APART)
    return [found[at] for at in range(len(heights))]
