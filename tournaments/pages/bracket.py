"""The bracket of a knock-out: boxes in columns, lines from table to table, and the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.wording.amounts import join_and
from tournaments.pages.words import place_short, place_word

TOP, GAP, HEAD, ROW, PAD = 34, 18, 30, 26, 8
MOST_BOXES = 16
"""Tables of a round that are drawn; a bracket begins with the first round of no more."""


@dataclass(frozen=True)
class Measures:
    """How wide a bracket is drawn: from one column to the next, a box, and the free edge at both sides, in units of
    the drawing; how many letters of a name, and for how many columns there is room at least."""

    column: int = 300
    box: int = 190
    edge: int = 2
    letters: int = 20
    columns: int = 1


PAGE = Measures()


@dataclass(frozen=True)
class Place:
    """A player in a box: `css` is in for who goes on, out for who does not, open for a place that is not decided."""

    entrant: str
    name: str
    place: int = 0
    css: str = ""


@dataclass(frozen=True)
class Box:
    """A table of a bracket, or the byes of a round. `css`: done, now or next; `told` says how far it is."""

    title: str
    told: str
    css: str
    places: tuple[Place, ...]

    @property
    def height(self) -> int:
        return HEAD + ROW * len(self.places) + PAD


@dataclass(frozen=True)
class Column:
    """A round of a bracket, with a line in words below its name."""

    title: str
    told: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class WordedBox:
    """A table of a bracket in words."""

    title: str
    text: SafeString


@dataclass(frozen=True)
class WordedColumn:
    """A round of a bracket in words."""

    title: str
    told: str
    boxes: tuple[WordedBox, ...]


@dataclass(frozen=True)
class Bracket:
    """A bracket as a page shows it: drawn, and said again; `columns` counts its rounds."""

    svg: SafeString
    words: tuple[WordedColumn, ...]
    columns: int


def make_bracket(columns: Sequence[Column], me: str) -> Bracket:
    """Draw a bracket, with the reader's own way through it."""
    shown = columns_shown(columns)
    return Bracket(draw_bracket(shown, me), tuple(tell_column(each, me) for each in shown), len(shown))


def columns_shown(columns: Sequence[Column]) -> list[Column]:
    """Leave out the first rounds while they have too many tables."""
    first = next((at for at, each in enumerate(columns) if len(each.boxes) <= MOST_BOXES), max(0, len(columns) - 1))
    return list(columns[first:])


# ---- the drawing


@dataclass(frozen=True)
class Spot:
    """Where a box stands."""

    x: int
    y: int
    width: int
    box: Box

    def row_y(self, at: int) -> int:
        return self.y + HEAD + 18 + ROW * at


def draw_bracket(columns: Sequence[Column], me: str, measures: Measures = PAGE, style: str = "") -> SafeString:
    """Draw columns of boxes with lines between them; `style` is the SVG's own style sheet, for a picture that stands
    alone."""
    heights = [sum(box.height + GAP for box in each.boxes) for each in columns]
    tallest = max(heights, default=0)
    spots = [list(place_boxes(each, at * measures.column, tallest, measures)) for at, each in enumerate(columns)]
    across = measures.column * (max(len(columns), measures.columns) - 1) + measures.box
    size = f"{-measures.edge} 0 {across + 2 * measures.edge + 2} {TOP + tallest}"
    title = _("The bracket. The same stands in words below.")
    parts = [
        f'<svg class="bracket cols-{min(len(columns), 8)}" xmlns="http://www.w3.org/2000/svg" viewBox="{size}"'
        f' role="img" aria-labelledby="bkt"><title id="bkt">{escape(title)}</title>{style}'
    ]
    parts += [
        f'<text class="bc" x="{at * measures.column}" y="18">{escape(column.title)}</text>'
        for at, column in enumerate(columns)
    ]
    parts += draw_lines(spots, me)
    parts += [draw_box(spot, me, measures.letters) for column in spots for spot in column]
    return mark_safe("".join([*parts, "</svg>"]))


def place_boxes(column: Column, x: int, tallest: int, measures: Measures) -> Iterator[Spot]:
    """Share the height out among the boxes of a column."""
    free = tallest - sum(box.height for box in column.boxes)
    space = free / max(1, len(column.boxes))
    y = TOP + space / 2 - GAP / 2
    for box in column.boxes:
        yield Spot(x, round(y), measures.box, box)
        y += box.height + space


def draw_lines(columns: Sequence[Sequence[Spot]], me: str) -> list[str]:
    """Draw the way of each player from one table to the next."""
    last: dict[str, tuple[int, int]] = {}
    lines: list[str] = []
    own: list[str] = []
    for column in columns:
        for spot in column:
            for at, place in enumerate(spot.box.places):
                y = spot.row_y(at) - 5
                if place.entrant and place.entrant in last:
                    is_me = place.entrant == me
                    (own if is_me else lines).append(draw_line(*last[place.entrant], spot.x, y, is_me=is_me))
        for spot in column:
            right = spot.x + spot.width
            last |= {place.entrant: (right, spot.row_y(at) - 5) for at, place in enumerate(spot.box.places)}
    return lines + own


def draw_line(x: int, y: int, to_x: int, to_y: int, *, is_me: bool) -> str:
    middle = (x + to_x) // 2
    return f'<path class="ln{" me" * is_me}" d="M{x} {y}C{middle} {y} {middle} {to_y} {to_x} {to_y}"/>'


def draw_box(spot: Spot, me: str, letters: int) -> str:
    x, y, box = spot.x, spot.y, spot.box
    places = enumerate(box.places)
    rows = "".join(draw_place(spot, at, place, letters, is_me=place.entrant == me) for at, place in places)
    return (
        f'<g class="{box.css}"><rect class="bx" x="{x}" y="{y}" width="{spot.width}" height="{box.height}" rx="6"/>'
        f'<text class="bh" x="{x + 12}" y="{y + 20}">{escape(box.title)}</text>'
        f'<text class="bs" x="{x + spot.width - 12}" y="{y + 20}">{escape(box.told)}</text>{rows}</g>'
    )


def draw_place(spot: Spot, at: int, place: Place, letters: int, *, is_me: bool) -> str:
    y = spot.row_y(at)
    own = f'<rect class="mine-row" x="{spot.x + 4}" y="{y - 18}" width="{spot.width - 8}" height="{ROW}" rx="4"/>'
    shown = place_short(place.place) if place.place and place.css != "out" else ""
    return (
        f'{own if is_me else ""}<text class="bn {place.css}" x="{spot.x + 12}" y="{y}">'
        f"{escape(cut_name(place.name, letters))}</text>"
        f'<text class="bp {place.css}" x="{spot.x + spot.width - 12}" y="{y}">{shown}</text>'
    )


def cut_name(name: str, letters: int) -> str:
    """Cut a name off after so many letters.

    >>> cut_name("kestrel", 7), cut_name("kestrels", 7)
    ('kestrel', 'kestre…')
    """
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


# ---- in words


def tell_column(column: Column, me: str) -> WordedColumn:
    return WordedColumn(
        column.title, column.told, tuple(WordedBox(box.title, tell_box(box, me)) for box in column.boxes)
    )


def tell_box(box: Box, me: str) -> SafeString:
    """Say a box again: "quill won, osprey second; mirren and kestrel are out"."""
    named = {place.entrant: name_place(place, me) for place in box.places}
    if box.css != "done":
        told = join_and([named[place.entrant] for place in box.places if place.entrant])
        more = sum(not place.entrant for place in box.places)
        if more and told:
            return mark_safe(_("%(names)s, and others still to be decided") % {"names": told})
        if more:
            return mark_safe(_("to be decided"))
        return mark_safe(_("%(names)s are playing") % {"names": told} if box.css == "now" else told)
    stay = [place for place in box.places if place.css != "out"]
    out = [named[place.entrant] for place in box.places if place.css == "out"]
    return mark_safe("; ".join(filter(None, (tell_stay(stay, named), tell_out(out)))))


def tell_stay(stay: Sequence[Place], named: Mapping[str, str]) -> str:
    words = (f"{named[each.entrant]} {place_word(each.place) if each.place else ''}".rstrip() for each in stay)
    return ", ".join(words)


def tell_out(out: Sequence[str]) -> str:
    if not out:
        return ""
    names = {"names": join_and(out)}
    return _("%(names)s are out") % names if len(out) > 1 else _("%(names)s is out") % names


def name_place(place: Place, me: str) -> str:
    if place.entrant == me:
        return f"<mark>{escape(_('you'))}</mark>"
    return escape(place.name)
