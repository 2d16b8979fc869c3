"""What never changes on a board: sea, shores, names of seas and continents, frontiers, routes, ornaments.

Joined once per map and kept. The order of the layers is that of the design: what lies under the highlight, what
lies between highlight and land, what lies over the land.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from html import escape

from engine import Facts
from games.boards.geometry import Sheet, drawn_sheet
from games.boards.outlines import all_coasts, outlines, outlines_url, shape
from games.wording.seats import SHAPES, seat_css

# Engraver's hatching for each tincture, in a square of 9 units: red upright, blue level, gold dotted, ...
HATCHES = (
    '<path d="M3 0v9"/>',
    '<path d="M0 4h9"/>',
    '<circle cx="2.5" cy="2.5" r="1.15"/><circle cx="7" cy="7" r="1.15"/>',
    '<path d="M-2-2L11 11M-2 7L3 12M6-3L12 3"/>',
    '<path d="M11-2L-2 11M2-2L-2 2M11 7L7 11"/>',
    '<path d="M3 0v9M0 3h9"/>',
    '<path d="M0 2h4M5 6.5h4"/>',
)
"""Of the neutral army too, which comes after the six seats."""


@lru_cache(maxsize=16)
def definitions(map_id: str, inline: bool = False) -> str:
    """Define what a drawing refers to: hatching, light, and in a drawing of its own (`inline`) the coasts."""
    board = drawn_sheet(map_id)
    patterns = _patterns(board.prefix) + (LOST[board.ruins.css](board.prefix) if board.ruins else "")
    coasts = _coasts(map_id) if inline else ""
    highlight = HIGHLIGHT_GRADIENT.replace('id="', f'id="{board.prefix}')
    return f"<defs>{patterns}{coasts}{highlight}{_disc_light(board)}{_embers(board)}</defs>"


@lru_cache(maxsize=16)
def background(map_id: str, inline: bool = False, lost: bool = False) -> tuple[str, str, str]:
    """Draw what lies under the highlight, between highlight and land, and over the land; the same in every game, until
    a continent is `lost`. Its outlines come from the board's file, or are part of the drawing (`inline`)."""
    board = drawn_sheet(map_id)
    decor = board.decor

    def drawn(layers: tuple[tuple[str, str], ...]) -> str:
        parts = (shape(map_id, key, f'class="{css}"', inline=inline) for css, key in layers if key in decor)
        return "".join(parts)

    below = drawn(SEA) + _disc(board) + _cave(board, inline)
    between = (_shore(board, "" if inline else outlines_url(map_id)) if "coast" in decor else "") + drawn(UNDER)
    between += _compass(decor) + _sea_names(decor) + _continent_names(board, lost)
    above = drawn(WATERS) + _disc_shade(board) + ("" if lost else _rings(decor)) + drawn(HEIGHTS)
    return below, between, above


SEA = (("grat", "graticule"), ("stars", "stars"))
UNDER = (("incognita", "incognita"),)
WATERS = (("lake", "lakes"), ("river", "rivers"), ("maria", "maria"), ("craters", "craters"), ("rims", "rims"))
HEIGHTS = (("cb", "continent_borders"), ("peak", "peaks"), ("peak-shade", "peak_shade"))
"""Classes and keys of paths that lie in the sea, under the land, on it, and along its frontiers."""


GLOW = 34
"""The light round a disc reaches so far beyond it."""


def _disc(board: Sheet) -> str:
    """Draw the ground of a round world, and the light round it."""
    if board.disc is None:
        return ""
    x, y, radius = board.disc
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius + GLOW}" fill="url(#{board.prefix}glow)"/>'
        f'<circle class="regolith" cx="{x}" cy="{y}" r="{radius}"/>'
    )


def _disc_shade(board: Sheet) -> str:
    """Draw the shade at the edge of a round world."""
    if board.disc is None:
        return ""
    x, y, radius = board.disc
    return f'<circle class="limb" cx="{x}" cy="{y}" r="{radius}" fill="url(#{board.prefix}limb)"/>'


def _disc_light(board: Sheet) -> str:
    """Define the light round a round world, and the shade at its edge."""
    if board.disc is None:
        return ""

    def stop(at: str, colour: str, opacity: str) -> str:
        return f'<stop offset="{at}" stop-color="{colour}" stop-opacity="{opacity}"/>'

    glow = stop(".88", "#cfe6ff", ".5") + stop("1", "#cfe6ff", "0")
    limb = stop(".55", "#000", "0") + stop("1", "#000", ".42")
    return (
        f'<radialGradient id="{board.prefix}glow" r="50%">{glow}</radialGradient>'
        f'<radialGradient id="{board.prefix}limb" cx="42%" cy="38%" r="64%">{limb}</radialGradient>'
    )


def _cave(board: Sheet, inline: bool) -> str:
    """Draw the rock round a world below, and the embers on its ground."""
    if "cave" not in board.decor:
        return ""
    ground = f'class="ember" fill="url(#{board.prefix}ember)"'
    drawn = shape(board.id, "cave", 'class="rock"', inline=inline) + shape(board.id, "cave", ground, inline=inline)
    return f'<g class="cave">{drawn}</g>'


def _embers(board: Sheet) -> str:
    """Define the light of a cave."""
    if "cave" not in board.decor:
        return ""
    stops = "".join(f'<stop offset="{at}" stop-color="{colour}"/>' for at, colour in EMBERS)
    return f'<radialGradient id="{board.prefix}ember" cx="50%" cy="52%" r="52%">{stops}</radialGradient>'


EMBERS = (("0", "#ff9a2e"), (".45", "#7a2408"), ("1", "#1c0b08"))
FLAME, FLAME_SIZE = "flame", 34
"""The sign of a flame, and how large it stands on borders that are closed by fire."""


def flames(board: Sheet, sign: Callable[[str, float], str]) -> str:
    """Draw the flames of a board, by a function that draws a sign in a size."""
    drawn = "".join(
        f'<g transform="translate({x} {y - 7})">{sign(FLAME, FLAME_SIZE)}</g>' for x, y in board.decor.get("flames", ())
    )
    return f'<g class="flames">{drawn}</g>' if drawn else ""


NEEDLES = ((45, 0.62), (135, 0.62), (225, 0.62), (315, 0.62), (0, 1), (90, 1), (180, 1), (270, 1))
"""Directions of a compass in degrees, with the length of their needles."""


def _compass(decor: Facts) -> str:
    if "compass" not in decor:
        return ""
    x, y, radius = decor["compass"]
    needles = "".join(_compass_needle(turn, round(radius * size)) for turn, size in NEEDLES)
    circles = "".join(f'<circle r="{round(radius * share)}"/>' for share in (0.78, 0.7))
    return (
        f'<g class="compass" transform="translate({x} {y})" aria-hidden="true">{circles}{needles}'
        f'<text y="{-radius - 8}">N</text></g>'
    )


def _compass_needle(turn: int, length: int) -> str:
    """Draw a needle with a dark and a light half."""
    wide, deep = round(length * 0.13), round(length * 0.16)
    return (
        f'<g transform="rotate({turn})"><path d="M0 0L{wide}-{deep} 0-{length}z"/>'
        f'<path class="pale" d="M0 0L-{wide}-{deep} 0-{length}z"/></g>'
    )


def _rings(decor: Facts) -> str:
    """Draw a round harbour behind two moats."""
    if "rings" not in decor:
        return ""
    x, y = decor["rings"]
    return f'<g class="rings" transform="translate({x} {y})"><circle r="30"/><circle r="17"/><circle r="4"/></g>'


HIGHLIGHT_GRADIENT = (
    '<radialGradient id="highlight" class="highlight-pool"><stop class="highlight-0" offset="0"/>'
    '<stop class="highlight-1" offset=".55"/><stop class="highlight-2" offset="1"/></radialGradient>'
)


ASH = "h-ash"
"""The name of the pattern of land that nobody may hold any more."""
CRACKS = (
    "M3 6l9 5 3 10-8 7M12 11l12-6 4-5M15 21l12 3 6-9 11-2M27 24l-2 12 8 4M33 15l-3-9 6-6M7 28l4 12M44 13l2 9-6 10 3 8"
)


def _ash(prefix: str) -> str:
    return (
        f'<pattern id="{prefix}{ASH}" class="hatch ash" width="46" height="40" patternUnits="userSpaceOnUse">'
        f'<rect width="46" height="40"/><path d="{CRACKS}"/></pattern>'
    )


WAVES = "h-sunk"
"""The name of the pattern of land that has sunk."""


def _waves(prefix: str) -> str:
    return (
        f'<pattern id="{prefix}{WAVES}" class="waves" width="36" height="16" patternUnits="userSpaceOnUse">'
        '<rect width="36" height="16"/><path d="M0 5q4.5-4 9 0t9 0 9 0 9 0M-9 13q4.5-4 9 0t9 0 9 0 9 0 9 0"/></pattern>'
    )


LOST = {"ashen": _ash, "sunken": _waves}
LOST_FILLS = {"ashen": ASH, "sunken": WAVES}
"""The patterns of lost land by its class, and their names."""
SORES = ((6, 7, 3.4), (20, 4, 1.9), (28, 13, 3), (13, 18, 2.3), (24, 25, 1.7), (4, 25, 1.5))


def sores(prefix: str) -> str:
    """Define the pattern of land under a plague."""
    spots = "".join(f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y, radius in SORES)
    return (
        f'<defs><pattern id="{prefix}h-plague" class="sores" width="34" height="30" patternUnits="userSpaceOnUse">'
        f"{spots}</pattern></defs>"
    )


def _patterns(prefix: str) -> str:
    return "".join(
        f'<pattern id="{prefix}h{number}" class="hatch {seat_css(colour)}"'
        ' width="9" height="9" patternUnits="userSpaceOnUse">'
        f'<rect width="9" height="9"/>{hatch}</pattern>'
        for number, (colour, hatch) in enumerate(zip(SHAPES, HATCHES, strict=True))
    )


def _coasts(map_id: str) -> str:
    """Define the coasts inside of a drawing, named as in the board's file."""
    found = outlines(map_id)
    paths = "".join(f'<path id="{name}" d="{path}"/>' for name, path in found.items() if name.startswith("k-"))
    return paths + all_coasts(found)


def _shore(board: Sheet, file: str) -> str:
    """Draw bands of light along the coasts, which `file` defines, or the drawing itself."""
    place = {region.id: number for number, region in enumerate(board.regions)}
    bands = "".join(
        f'<use href="{file}#k-{name}" stroke-width="12" class="k{place[name]}" stroke-opacity=".75"/>'
        for name in board.decor.get("coast", {})
    )
    halo = "".join(
        f'<use href="{file}#K" class="halo" stroke-width="{width}" stroke-opacity="{opacity}"/>'
        for width, opacity in ((38, 0.16), (24, 0.2))
    )
    return f'<g class="shore">{halo}{bands}</g>'


def _sea_names(decor: Facts) -> str:
    names = "".join(text(sea["x"], sea["y"], sea["text"].split("|"), 34) for sea in decor.get("oceans", ()))
    return f'<g class="sea-names" aria-hidden="true">{names}</g>'


HALF_LETTER = {"future": 5.6, "moon": 7.6}
"""Half the width of a letter in the names of continents, in map units, where it is not 5."""


def _continent_names(board: Sheet, lost: bool) -> str:
    """Draw the names of the continents with what they are worth, on the sea beside them; not that of a `lost` one."""
    parts, gone = [], board.ruins.continent if lost and board.ruins else ""
    for region in board.regions:
        if region.id not in board.decor.get("bonus", {}) or region.id == gone:
            continue
        x, y = board.decor["bonus"][region.id]
        ring = x + 22 + HALF_LETTER.get(board.style, 5) * len(region.name)
        parts.append(
            f'<text x="{x}" y="{y}">{escape(region.name)}</text><circle cx="{ring:g}" cy="{y - 7}" r="13"/>'
            f'<text class="n" x="{ring:g}" y="{y - 1}">{region.bonus}</text>'
        )
    return f'<g class="bonus" aria-hidden="true">{"".join(parts)}</g>'


@lru_cache(maxsize=64)
def routes(
    map_id: str, inline: bool = False, lost: bool = False, closed: Collection[tuple[int, int]] = frozenset()
) -> str:
    """Draw the routes over water: those of a `lost` continent go with it, those that are `closed` fade."""
    board = drawn_sheet(map_id)
    if not board.routes:
        return ""
    if lost or closed:
        return _draw_changed_routes(board, board.lost if lost else frozenset(), closed)
    lines = shape(board.id, "routes", "", inline=inline)
    ends = shape(board.id, "route-ends", 'class="e"', inline=inline)
    return f'<g class="r">{lines}{ends}{_edge_labels(board)}</g>'


def _draw_changed_routes(board: Sheet, gone: frozenset[int], closed: Collection[tuple[int, int]]) -> str:
    """Draw the routes that are left, one by one: a static file has them all in one path."""
    left = {both: route for both, route in board.routes_by_ends.items() if not gone & {*both}}
    open_ones = "".join(route["d"] for both, route in left.items() if both not in closed)
    shut = "".join(route["d"] for both, route in left.items() if both in closed)
    ends = "".join(f"M{x} {y}h0" for route in left.values() for x, y in route["ends"])
    faded = f'<path class="shut" d="{shut}"/>' if shut else ""
    return f'<g class="r"><path d="{open_ones}"/>{faded}<path class="e" d="{ends}"/>{_edge_labels(board)}</g>'


def _edge_labels(board: Sheet) -> str:
    return "".join(
        f'<text class="{edge["anchor"]}" transform="translate({edge["x"]} {edge["y"]}) rotate({edge["rotate"]})">'
        f"{escape(edge['text'])}</text>"
        for route in board.routes
        for edge in route.get("edge_labels", ())
    )


def text(x: float, y: float, lines: list[str] | tuple[str, ...], height: float, css: str = "") -> str:
    spans = "".join(
        f'<tspan x="{x}"{f" dy={chr(34)}{height}{chr(34)}" if number else ""}>{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return f'<text{css} x="{x}" y="{y}">{spans}</text>'
