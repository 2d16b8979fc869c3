"""The drawing of a board for a rasteriser, which knows no custom properties and no `light-dark()`.

Colours are written out for paper by day (`games.boards.themes`). Names are left off and badges enlarged: it is read at
600 pixels, where the outline of a badge still tells whose it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from PIL import Image

from games.boards.background import LOST_FILLS, background, definitions, flames, routes
from games.boards.badges import LEFT_OF_BADGE, RIGHT_OF_BADGE, THREE, badge_size
from games.boards.drawing import WATER
from games.boards.geometry import Box, Land, Sheet
from games.boards.outlines import shape
from games.boards.pieces import RUIN, RingPiece, vacant
from games.boards.themes import Theme, theme_of
from games.wording.seats import SHAPES, seat_css, shape_id

FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
FAMILY = "Fieldpost Figures"  # as typed
NUMBERS, PIECES = 1.5, 1.9
SIZES = {"s1": 1.35, "s2": 1.45, "s3": 1.55}

BADGES = ("#8f2413", "#1d4586", "#745700", "#17613d", "#6d2f86", "#343a41")
BADGE_FREE = "#4a4238"


@lru_cache(maxsize=8)
def _style(name: str) -> str:
    theme = theme_of(name)
    rules = [
        "text{font-family:'Fieldpost Figures';text-anchor:middle}",
        f".grat{{fill:none;stroke:{theme.grat[0]};stroke-opacity:{theme.grat[1]};stroke-width:1.4}}",
        f".shore use{{fill:none;stroke-linejoin:round}}.shore .halo{{stroke:{theme.halo}}}",
        f".t path{{stroke:{theme.coast};stroke-width:1.8;stroke-linejoin:round}}.t .nobody{{fill:{theme.free}}}",
        ".hatch path{stroke:#1e1400;stroke-opacity:.105;fill:none;stroke-width:1.5}",
        ".hatch circle{fill:#1e1400;fill-opacity:.105}",
        f".lake{{fill:{theme.lake};stroke:{theme.coast};stroke-opacity:.5}}",
        f".cb{{fill:none;stroke:{theme.frontier};stroke-width:3.4;stroke-opacity:.75;stroke-linecap:round;stroke-linejoin:round}}",
        f".r path{{fill:none;stroke:{theme.route};stroke-width:3.6;stroke-linecap:round;stroke-dasharray:.1 8.5}}",
        ".r .e{stroke-width:9;stroke-dasharray:none}",
        f".sea-names text{{font-family:'Fieldpost Sea';{theme.sea_names};fill:{theme.sea_ink}}}",
        ".highlight-0{stop-color:#fffbf2;stop-opacity:.95}.highlight-1{stop-color:#fffbf2;stop-opacity:.55}.highlight-2{stop-color:#fffbf2;stop-opacity:0}",
        ".b use{stroke:#fff;stroke-width:2.4}.b text{font-size:22px;fill:#fff}",
        f".mark{{fill:none;stroke-linejoin:round}}.under{{stroke:{theme.paper};stroke-width:9}}",
        f".selectable-under{{stroke:{theme.paper};stroke-width:6}}.src-line,.target-line{{stroke:{theme.ink};stroke-width:4}}",
        f".selectable-line{{stroke:{theme.ink};stroke-width:2.6;stroke-dasharray:7 5}}.order path{{fill:{theme.ink}}}",
        f".arrows path{{stroke:{theme.paper};stroke-width:2.6;stroke-linejoin:round;paint-order:stroke}}",
        f".arrows .held path{{fill:{theme.paper}}}",
        f".caps path{{stroke:{theme.paper};stroke-width:4.5;stroke-linejoin:round;paint-order:stroke}}",
        f".no circle{{fill:{theme.paper};stroke-width:2.4}}.no text{{font-size:16px;fill:{theme.ink}}}",
        f".tag rect{{fill:{theme.ink};stroke:{theme.paper};stroke-width:2}}",
        f".tag text{{font-size:18px;fill:{theme.paper}}}",
        ".age1{opacity:.95}.age2{opacity:.8}.age3{opacity:.66}.age4{opacity:.54}.age5{opacity:.44}",
        *_ornaments(theme),
    ]
    rules.append(f".hatch.neutral rect{{fill:{theme.stone}}}.b .neutral use{{fill:{BADGE_FREE}}}")
    for number, (fill, badge) in enumerate(zip(theme.fills, BADGES, strict=True)):
        rules.append(f".hatch.o{number} rect{{fill:{fill}}}.b .o{number} use{{fill:{badge}}}")
        rules.append(
            f".arrows .o{number} path{{fill:{badge}}}.arrows .o{number}.held path{{fill:{theme.paper};stroke:{badge}}}"
        )
        rules.append(f".no.o{number} circle{{stroke:{badge}}}.caps .o{number} path{{fill:{badge}}}")
    rules.extend(f".shore .k{number}{{stroke:{glow}}}" for number, glow in enumerate(theme.glows))
    rules.append(f".b .on use{{fill:{BADGE_FREE}}}.bonus,.r text{{display:none}}")
    rules.extend(_pieces(theme))
    return f"<style>{''.join(rules)}</style>"


def _pieces(theme: Theme) -> list[str]:
    """List the rules of pieces, lost land, water and a world without air."""
    return [
        f".hatch.ash rect{{fill:{theme.ash}}}.hatch.ash path{{stroke:{theme.crack};stroke-opacity:.55}}",
        f".t .ashen{{stroke-dasharray:5 4}}.t .water{{stroke-dasharray:8 5}}.t .water.nobody{{fill:{water_of(theme)}}}",
        ".pc circle{stroke:#fff;stroke-width:1.8}.bl rect{fill:#fffdf6;stroke-width:2}.pc{color:#fff}",
        f".vacant{{fill:none;stroke:{theme.ink};stroke-width:2;stroke-dasharray:4 3.6;stroke-opacity:.7}}",
        f".dv{{color:{theme.dead}}}.regolith{{fill:{theme.free}}}",
        f".waves rect{{fill:{theme.deep}}}",
        f".waves path{{fill:none;stroke:{theme.wave};stroke-width:1.5;stroke-opacity:.5}}",
        f".t .sunken{{stroke:{theme.wave};stroke-width:2.2;stroke-dasharray:7 6}}.lost{{color:{theme.sea_ink}}}",
        f".whirl circle{{fill:{theme.sea[0]};stroke:{theme.route};stroke-width:2}}.whirl{{color:{theme.route}}}",
        f".gm circle{{fill:{theme.paper};stroke:{theme.ink};stroke-width:1.5}}.gm{{color:{theme.ink}}}",
        ".rock{fill:#000;stroke:#3a1a0c;stroke-width:26;stroke-linejoin:round}",
        ".ember{stroke:#ff7a1a;stroke-opacity:.35;stroke-width:8}",
        ".flames{color:#ff8a2e}.flames path{stroke:#3a0d02;stroke-width:.8}.cl{color:#d3a06a}",
        f".bl .free{{stroke-dasharray:3 2.4}}.bl .on rect{{stroke:{BADGE_FREE}}}.bl .on{{color:{BADGE_FREE}}}",
        ".maria{fill:#0b1220;fill-opacity:.17}.rims{fill:none;stroke:#fff;stroke-opacity:.4;stroke-width:1.6}",
        ".craters{fill:#000;fill-opacity:.09;stroke:#000;stroke-opacity:.22;stroke-width:1.2}",
        ".stars{fill:none;stroke:#dfeaff;stroke-width:2.6;stroke-linecap:round;stroke-opacity:.7}.limb{display:none}",
        *(f".pc .o{number} circle{{fill:{badge}}}" for number, badge in enumerate(BADGES)),
        *(
            f".bl .o{number} rect{{stroke:{badge}}}.bl .o{number}{{color:{badge}}}"
            for number, badge in enumerate(BADGES)
        ),
    ]


def water_of(theme: Theme) -> str:
    """Return the colour of water that nobody holds."""
    red, green, blue = blend(rgb(theme.sea[1]), rgb(theme.coast), 0.09)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _ornaments(theme: Theme) -> list[str]:
    """List the rules of what only some themes have: mountains, rivers, land beyond the board, a compass, a harbour."""
    if not theme.beyond:
        return []
    return [
        f".incognita{{fill:{theme.beyond};stroke:{theme.coast};stroke-opacity:.35;stroke-width:1.4}}",
        f".river{{fill:none;stroke:{theme.river};stroke-width:2;stroke-opacity:.55;stroke-linejoin:round}}",
        f".peak{{fill:{theme.peak[0]};stroke:{theme.peak[1]};stroke-width:1.5;stroke-linejoin:round}}",
        f".peak-shade{{fill:{theme.peak[1]};fill-opacity:.55}}",
        f".rings{{fill:none;stroke:{theme.lake};stroke-width:5.5}}",
        f".compass{{opacity:.75}}.compass circle{{fill:none;stroke:{theme.frontier};stroke-width:1.2}}",
        f".compass path{{fill:{theme.frontier};stroke:{theme.frontier}}}.compass path.pale{{fill:{theme.beyond}}}",
        f".compass text{{font-family:'Fieldpost Sea';font-size:24px;fill:{theme.frontier}}}",
    ]


@lru_cache(maxsize=8)
def _shapes(name: str) -> str:
    shapes = "".join(f'<g id="sh{number}">{shape}</g>' for number, shape in enumerate(SHAPES.values()))
    near, far = theme_of(name).sea
    sea = f'<stop offset="0" stop-color="{near}"/><stop offset=".75" stop-color="{far}"/>'
    return f'<defs>{shapes}<radialGradient id="sea" cx="50%" cy="42%" r="75%">{sea}</radialGradient></defs>'


ROUND, BELOW = 2450, 1500
"""So many map units of the sky are shown around a round world that is 1000 high, and around a world below."""


def frame_of(board: Sheet) -> Box:
    """Return the part of the map units that a picture shows: a world that fills less has night at both sides."""
    if board.frame:
        return board.frame
    wide = ROUND if board.disc else BELOW if board.sky else board.width
    left = (wide - board.width) // 2
    return (-left, 0, board.width + 2 * left, board.height)


def plate_svg(board: Sheet, hand: str) -> str:
    """Draw the whole board in one hand, that of a colour, of nobody (empty) or of RUIN, with nothing on it. What has
    pieces round its badges has no hatching and no lines in the sea, as it would be too much. With a continent that is
    lost as a whole goes what led to it."""
    lost = hand == RUIN and bool(board.lost)
    below, between, above = background(board.id, inline=True, lost=lost)
    lands = "".join(shape(board.id, land.code, _fill(board, land, hand), inline=True) for land in board.lands.values())
    # Tiles of whole pixels (10 units at a scale of a half are 5): others would show seams.
    above += routes(board.id, inline=True, lost=lost) + flames(board, lambda sign, size: sign_svg(sign, size / 2))
    body = f'{definitions(board.id, inline=True)}{below}{between}<g class="t">{lands}</g>{above}'
    body = body.replace('"userSpaceOnUse">', '"userSpaceOnUse" patternTransform="scale(1.1111111)">')
    plain = "<style>.grat{display:none}</style>" if board.stage else ""
    return (
        f"{_opening_tag(*frame_of(board))}{_style(board.style)}{_shapes(board.style)}{plain}{_sea(board)}{body}</svg>"
    )


def _sea(board: Sheet) -> str:
    left, _top, width, height = frame_of(board)
    start = f' x="{left}"' if left else ""
    return f'<rect{start} width="{width}" height="{height}" fill="url(#sea)"/>'


def _fill(board: Sheet, land: Land, hand: str) -> str:
    """Fill a territory in one hand."""
    water = "water" if land.zone == WATER else ""
    if hand == RUIN and board.ruins:
        css = board.ruins.css
        return f'class="{css}" fill="url(#{board.prefix}{LOST_FILLS[css]})"'
    if not hand:
        return f'class="{" ".join(filter(None, ("nobody", water)))}"'
    if not board.stage:
        return f'fill="url(#h{list(SHAPES).index(hand)})"'
    fills = (*theme_of(board.style).fills, theme_of(board.style).stone)
    dashed = f'class="{water}" ' if water else ""
    return f'{dashed}fill="{fills[list(SHAPES).index(hand)]}"'


def index_svg(board: Sheet) -> str:
    """Draw every territory in a grey of its own: its number and one, without soft edges."""
    lands = "".join(
        shape(board.id, land.code, f'fill="rgb({grey},{grey},{grey})"', inline=True)
        for grey, land in ((place + 1, land) for place, land in board.lands.items())
    )
    drawn = f'<rect width="100%" height="100%"/><g shape-rendering="crispEdges">{lands}</g></svg>'
    return _opening_tag(*frame_of(board)) + drawn


def piece_svg(style: str, colour: str, piece: RingPiece) -> tuple[str, int]:
    """Draw a piece that stands round a badge, in a square of its own."""
    half = 8.5 if piece.building else 8
    shape = '<rect x="-11.5" y="-11.5" width="23" height="23" rx="3.5"/>' if piece.building else '<circle r="11.5"/>'
    drawn = f'<g class="{seat_css(colour)}">{shape}{sign_svg(piece.sign, half)}</g>'
    return _sprite(style, f'<g class="{"bl" if piece.building else "pc"}">{drawn}</g>', 14)


def lone_building_svg(style: str, colour: str, sign: str) -> tuple[str, int]:
    """Draw a building that stands alone, in the place of a badge."""
    rect = '<rect x="-15" y="-15" width="30" height="30" rx="4.5"/>'
    return _sprite(style, f'<g class="bl"><g class="{seat_css(colour)}">{rect}{sign_svg(sign, 11)}</g></g>', 18)


def closed_way_svg(style: str, sign: str) -> tuple[str, int]:
    """Draw what closes a way over water."""
    return _sprite(style, f'<g class="whirl"><circle r="21"/>{sign_svg(sign, 17)}</g>', 24)


def ground_svg(style: str, sign: str) -> tuple[str, int]:
    """Draw a sign of the ground."""
    return _sprite(style, f'<g class="gm"><circle r="13"/>{sign_svg(sign, 9.5)}</g>', 16)


def lost_svg(style: str, sign: str) -> tuple[str, int]:
    """Draw the sign of a continent that is lost."""
    return _sprite(style, f'<g class="lost">{sign_svg(sign, 30)}</g>', 32)


def sky_svg(style: str, sign: str) -> tuple[str, int]:
    """Draw the sign of a place in the sky."""
    return _sprite(style, f'<g class="cl">{sign_svg(sign, 18)}</g>', 20)


def ruin_svg(style: str) -> tuple[str, int]:
    return _sprite(style, f'<g class="dv">{sign_svg(RUIN, 17)}</g>', 18)


def vacant_svg(style: str) -> tuple[str, int]:
    return _sprite(style, vacant(), 14)


def sign_svg(sign: str, half: float) -> str:
    """Draw a sign of the sprite around the middle."""
    return (
        f'<svg x="{-half}" y="{-half}" width="{2 * half}" height="{2 * half}" viewBox="0 0 24 24" fill="currentColor">'
        f"{sprite_signs()[sign]}</svg>"
    )


@lru_cache(maxsize=1)
def sprite_signs() -> dict[str, str]:
    """Read the signs of static/icons.svg: what each symbol draws."""
    sprite = (settings.BASE_DIR / "static" / "icons.svg").read_text(encoding="utf-8")
    return dict(re.findall(r'<symbol id="pc-([a-z-]+)"[^>]*>(.*?)</symbol>', sprite))


def badge_svg(style: str, colour: str, armies: int) -> tuple[str, int]:
    """Draw a badge with its number; also return half the side of its square in map units."""
    size = SIZES[badge_size(armies)]
    number = f'<text y="7.5"{THREE if armies > 99 else ""}>{armies}</text>'
    badge = f'<g class="b"><g class="{seat_css(colour)}"><use href="#{shape_id(colour)}"/>{number}</g></g>'
    return _sprite(style, f'<g transform="scale({size})">{badge}</g>', 42)


def mark_svg(style: str, colour: str, outline: str, beside: tuple[int, int]) -> tuple[str, int]:
    """Draw a family's mark of a territory, in the square of its badge or of as many beside it as it takes."""
    x, y = beside
    drawn = f'<path transform="translate({x} {y})" d="{outline}"/>'
    half = 54 + round((LEFT_OF_BADGE[0] - x) * SIZES["s2"])
    coloured = f'<g class="{seat_css(colour)}" transform="scale({SIZES["s2"]})">{drawn}</g>'
    return _sprite(style, f'<g class="caps">{coloured}</g>', half)


def pieces_svg(style: str, colour: str, count: int) -> tuple[str, int]:
    """Draw a count of pieces, in the square of its badge."""
    x, y = (round(way * SIZES["s2"]) for way in RIGHT_OF_BADGE)
    disc = f'<circle r="9" fill="{badge_colour(colour)}" stroke="#fff" stroke-width="2"/>'
    number = f'<text y="5" font-size="14" fill="#fff">{count}</text>'
    return _sprite(style, f'<g transform="translate({x} {y}) scale({PIECES})">{disc}{number}</g>', 54)


def badge_colour(colour: str) -> str:
    """Return the colour of a seat's badges; the neutral army and nobody have one of their own."""
    return dict(zip(SHAPES, BADGES, strict=False)).get(colour, BADGE_FREE)


def disc_svg(style: str, colour: str, number: int) -> tuple[str, int]:
    """Draw the number of a past move."""
    disc = f'<circle r="12.5"/><text y="5.5">{number}</text>'
    return _sprite(style, f'<g class="no {seat_css(colour)}" transform="scale({NUMBERS})">{disc}</g>', 24)


def _sprite(style: str, drawn: str, half: int) -> tuple[str, int]:
    return f"{_opening_tag(-half, -half, 2 * half, 2 * half)}{_style(style)}{_shapes(style)}{drawn}</svg>", half


def _opening_tag(x: int, y: int, width: int, height: int) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}">'


def raster(svg: str, width: int, fonts: list[str] = FONTS, family: str = FAMILY) -> Image.Image:
    """Rasterize an SVG, with transparency. It has no fonts but those of these files."""
    import resvg_py

    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=fonts,
        font_family=family,
    )
    return Image.open(BytesIO(bytes(png))).convert("RGBA")


MARE = (11, 18, 32)


def ground_colours(board: Sheet) -> tuple[tuple[int, int, int], ...]:
    """List the colours of a stage that no seat has: free land and water, lost land, plains on a world without air."""
    theme = theme_of(board.style)
    if not board.stage:
        return ()
    plains = [blend(rgb(fill), MARE, 0.17) for fill in (*theme.fills, theme.free)] if board.disc else []
    return (rgb(theme.free), rgb(water_of(theme)), rgb(theme.ash), rgb(theme.crack), *plains)


def palette_for(
    picture: Image.Image, colours: int, theme: Theme, ground: tuple[tuple[int, int, int], ...] = ()
) -> Image.Image:
    """Choose a palette: every seat's colour, its mixtures with hatching and coast, those of the `ground`, and `colours`
    of the picture's own.

    Left to itself a palette of this size gives up the few dots of the violet badges and shows them red; a larger one
    spends its colours on soft edges and makes the file half as large again.
    """
    fixed = [rgb(colour) for colour in (*theme.fills, *BADGES, *_plain(theme), "#ffffff")]
    fixed += [blend(rgb(colour), (255, 255, 255), 0.5) for colour in BADGES]
    fixed += [blend(rgb(colour), (30, 20, 0), 0.08) for colour in theme.fills]
    fixed += [blend(rgb(fill), rgb(theme.coast), 0.5) for fill in theme.fills]
    fixed += ground
    own = (picture.quantize(colours, method=Image.Quantize.MEDIANCUT).getpalette() or [])[: colours * 3]
    flat = [channel for colour in fixed for channel in colour] + own
    palette = Image.new("P", (1, 1))
    palette.putpalette((flat + flat[:3] * 256)[:768])
    return palette


def _plain(theme: Theme) -> tuple[str, ...]:
    drawn = (
        theme.ink,
        theme.paper,
        theme.coast,
        *theme.sea,
        theme.lake,
        theme.stone,
        BADGE_FREE,
        *theme.peak,
        theme.beyond,
    )
    return tuple(colour for colour in drawn if colour)


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(one: tuple[int, int, int], other: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
