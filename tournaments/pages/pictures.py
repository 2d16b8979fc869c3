"""Brackets and standings as pictures in mails: PNG by day and by night, drawn without a style sheet or a browser."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from html import escape
from pathlib import Path

from django.core.cache import cache
from PIL import Image

from games.boards.flat import blend, raster, rgb
from games.boards.picture import encode_png
from tournaments.pages.bracket import Box, Column, Measures, cut_name, draw_bracket
from tournaments.pages.standings import Square, Standing
from tournaments.pages.words import count_tables

FONTS = [str(path) for path in sorted((Path(__file__).parents[1] / "fonts").glob("*.ttf"))]
FAMILY = "Fieldpost Text"  # as typed
PIXELS = 900
"""The width of a picture, which mails show at 600."""
STEPS, LEAST_APART = 6, 14
"""Steps from one colour to another in soft edges, and how far those that are kept are from plain inks."""
KEPT = 24 * 3600
"""Seconds; by then the mails of a round are sent."""

IN_MAIL = Measures(column=246, box=204, edge=22, letters=18, columns=2)
MOST_BOXES = 8
"""Tables of a round that a picture shows; of more it shows the reader's own."""


@dataclass(frozen=True)
class Inks:
    """The colours of a picture, named as in static/css/tokens.css."""

    paper: str
    sheet: str
    ink: str
    ink_2: str
    ink_3: str
    rule: str
    edge: str
    highlight: str
    highlight_wash: str


DAY = Inks("#f6f0e3", "#fdf9f0", "#241d14", "#544a3a", "#6b5f4c", "#dcd2bd", "#8a7d66", "#b8860b", "#f7e7bd")
NIGHT = Inks("#17130e", "#211b14", "#f4ead8", "#c9bba2", "#a89777", "#3b3226", "#85765c", "#f0c97a", "#3a2d16")


def paint(svg: str, inks: Inks) -> Image.Image:
    """Make a picture of a drawing, on the ground of a mail and in its palette."""
    drawn = raster(svg, PIXELS, FONTS, FAMILY)
    whole = Image.new("RGB", drawn.size, inks.sheet)
    whole.paste(drawn, mask=drawn.getchannel("A"))
    return whole.quantize(palette=palette_of(inks), dither=Image.Dither.NONE)


@lru_cache(maxsize=2)
def palette_of(inks: Inks) -> Image.Image:
    """Make a palette: all inks, and the mixtures that their soft edges need on each ground. Those that are almost an
    ink are left out, as Pillow would take them for it."""
    plain = [rgb(ink) for ink in asdict(inks).values()]
    grounds = [rgb(ground) for ground in (inks.sheet, inks.paper, inks.highlight_wash, inks.ink)]
    mixed = {blend(ground, ink, step / STEPS) for ground in grounds for ink in plain for step in range(1, STEPS)}
    apart = [colour for colour in sorted(mixed) if all(math.dist(colour, ink) >= LEAST_APART for ink in plain)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in (*plain, *apart) for channel in colour])
    return palette


def keep(drawn: str, make: Callable[[], Image.Image]) -> bytes:
    """Return the PNG of what is drawn, made once for all mails that show the same."""
    key = f"event-picture:{hashlib.sha256(drawn.encode()).hexdigest()[:32]}"
    png: bytes | None = cache.get(key)
    if png is None:
        png = encode_png(make())
        cache.set(key, png, KEPT)
    return png


# ---- brackets


def cut_column(column: Column, me: str) -> Column:
    """Leave a round with many tables the reader's own alone."""
    if len(column.boxes) <= MOST_BOXES:
        return column
    own = tuple(box for box in column.boxes if any(place.entrant == me for place in box.places))
    return Column(column.title, column.told, own or (Box(count_tables(len(column.boxes)), column.told, "next", ()),))


def bracket_picture(columns: Sequence[Column], me: str, inks: Inks) -> bytes:
    """Draw some rounds of a bracket with the reader's own way through it: a PNG of at most 100 kB."""
    svg = draw_bracket(columns, me, IN_MAIL, bracket_style(inks))
    return keep(svg, lambda: paint(svg, inks))


def bracket_style(inks: Inks) -> str:
    rules = (
        f"text{{font-family:'{FAMILY}';font-size:15px;fill:{inks.ink}}}",
        ".bc,.bh,.in{font-weight:700}",
        f".bx{{fill:{inks.paper};stroke:{inks.rule}}}.now .bx{{stroke:{inks.highlight};stroke-width:2.5}}",
        f".next .bx{{fill:none;stroke:{inks.edge};stroke-dasharray:5 5}}",
        f".bh{{font-size:14px;fill:{inks.ink_2}}}.bs,.bp{{text-anchor:end;font-size:14px;fill:{inks.ink_2}}}",
        f".bp.in{{fill:{inks.ink}}}.bn.out{{fill:{inks.ink_3};text-decoration:line-through}}",
        f".bn.open{{fill:{inks.ink_2}}}.mine-row{{fill:{inks.highlight_wash}}}",
        f".ln{{fill:none;stroke:{inks.edge};stroke-width:1.5}}.ln.me{{stroke:{inks.ink};stroke-width:3}}",
    )
    return f"<style>{''.join(rules)}</style>"


# ---- standings

WIDTH, EDGE, ROW, SQUARE, GAP = 600, 32, 46, 28, 5
NAME_AT, LETTERS = EDGE + 44, 18
MOST_SQUARES = 7


def standings_picture(rows: Sequence[Standing], me: str, inks: Inks) -> bytes:
    """Draw rows of standings: place, name, a square for each of the last rounds, points, and the lines of a league.
    Rows are painted one by one, as most are in the mails of many readers. A PNG of at most 100 kB."""
    drawn = [draw_row(row, inks, is_me=row.entrant == me) for row in rows]
    return keep("".join(drawn), lambda: stack_rows([paint_row(each, inks) for each in drawn]))


@lru_cache(maxsize=64)
def paint_row(svg: str, inks: Inks) -> Image.Image:
    return paint(svg, inks)


def stack_rows(rows: Sequence[Image.Image]) -> Image.Image:
    """Put pictures with one palette one below the other."""
    whole = rows[0].resize((rows[0].width, sum(each.height for each in rows)))
    top = 0
    for each in rows:
        whole.paste(each, (0, top))
        top += each.height
    return whole


def standings_style(inks: Inks) -> str:
    rules = (
        f"text{{font-family:'{FAMILY}';font-size:19px;fill:{inks.ink}}}.me .name,.pts{{font-weight:700}}",
        f".no{{fill:{inks.ink_2}}}.pts{{text-anchor:end}}.wash{{fill:{inks.highlight_wash}}}",
        f".rule{{stroke:{inks.rule}}}.line-up{{stroke:{inks.ink};stroke-width:2.5}}",
        f".line-down{{stroke:{inks.ink};stroke-width:2.5;stroke-dasharray:7 5}}",
        f".sq{{fill:none;stroke:{inks.edge}}}.sq.p1{{fill:{inks.ink};stroke:none}}.sq.p2{{fill:{inks.rule};stroke:none}}",
        f".sq.open{{stroke-dasharray:3 3}}.in-sq{{font-size:16px;text-anchor:middle;fill:{inks.ink_2}}}",
        f".in-sq.p1,.in-sq.p2{{font-weight:700}}.in-sq.p1{{fill:{inks.sheet}}}.in-sq.p2{{fill:{inks.ink}}}",
    )
    return f"<style>{''.join(rules)}</style>"


def draw_row(row: Standing, inks: Inks, *, is_me: bool) -> str:
    base = ROW // 2 + 7
    wash = f'<rect class="wash" x="{EDGE - 12}" width="{WIDTH - 2 * EDGE + 24}" height="{ROW}" rx="6"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {ROW}">{standings_style(inks)}'
        f'<g class="{"me" if is_me else "other"}">{wash if is_me else ""}'
        f'<text class="no" x="{EDGE}" y="{base}">{row.place}</text>'
        f'<text class="name" x="{NAME_AT}" y="{base}">{escape(cut_name(row.name, LETTERS))}</text>'
        f"{draw_squares(row.squares[-MOST_SQUARES:])}"
        f'<text class="pts" x="{WIDTH - EDGE}" y="{base}">{escape(row.points)}</text></g>{draw_rules(row)}</svg>'
    )


def draw_squares(squares: Sequence[Square]) -> str:
    """Draw the places of the last rounds, which end where the points begin."""
    left, top = WIDTH - EDGE - 68 - len(squares) * (SQUARE + GAP), (ROW - SQUARE) // 2
    parts = []
    for at, square in enumerate(squares):
        x = left + at * (SQUARE + GAP)
        parts.append(f'<rect class="sq {square.css}" x="{x}" y="{top}" width="{SQUARE}" height="{SQUARE}" rx="4"/>')
        middle = x + SQUARE // 2
        parts.append(f'<text class="in-sq {square.css}" x="{middle}" y="{top + 20}">{escape(square.text)}</text>')
    return "".join(parts)


def draw_rules(row: Standing) -> str:
    """Draw the hairline below a row, or the line of a league: below who goes up, above who goes down."""
    below = "line-up" if row.line == "line-up" else "rule"
    above = draw_rule("line-down", 1) if row.line == "line-down" else ""
    return above + draw_rule(below, ROW - 1)


def draw_rule(css: str, y: int) -> str:
    return f'<path class="{css}" d="M{EDGE} {y}H{WIDTH - EDGE}"/>'
