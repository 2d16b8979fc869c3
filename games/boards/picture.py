"""The picture of a board in mails: a PNG of at most 100 kB, put together from plates.

The land of the colour that holds most is the ground; that of each other is laid over it. Badges, marks, pieces and
numbers are ready sprites, and arrows are polygons drawn at three times their size. Only what these touch is reduced to
the palette again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from engine import PlayerView
from games.boards.arrows import arrow
from games.boards.drawing import mark_places, piece_counts
from games.boards.flat import badge_colour, badge_svg, disc_svg, mark_svg, pieces_svg, raster, rgb
from games.boards.geometry import Sheet, sheet
from games.boards.overlays import Arrow, arrows_among
from games.boards.plates import Plates, mask_of, plates
from games.boards.themes import theme_of
from games.wording.seats import colour_of

Box = tuple[int, int, int, int]

WIDTH = 1000
MOST_BYTES = 100_000
LEVEL = 6
"""Of zlib: higher ones take three times as long for a twentieth of the bytes."""
MOST_COLOURS = (256, 44, 36, 28, 20)
"""Tried in this order until the picture is small enough."""
FINE = 3
"""Arrows are drawn so many times as large, for soft edges."""
EDGE = 2.6
"""The stroke around an arrow, in map units."""
OPACITY = {1: 0.95, 2: 0.8, 3: 0.66, 4: 0.54, 5: 0.44}


def board_png(view: PlayerView, arrows: tuple[Arrow, ...] = ()) -> bytes:
    """Draw the board as a PNG of at most 100 kB; empty bytes for a map without a drawing."""
    board = sheet(view.map)
    if board is None or board.territories != len(view.owner):
        return b""
    ready = plates(board.id, WIDTH)
    picture = board_with_owners(ready, [colour_of(view, owner) for owner in view.owner])
    paste_sprites(picture, ready, list(sprites(board, view, arrows)))
    return encode_png(picture)


def board_with_owners(ready: Plates, owners: list[str]) -> Image.Image:
    """Put the board together with all its owners."""
    (most, _), *others = Counter(owners).most_common()
    picture = ready.hands[most].copy()
    for hand, _ in others:
        held = [place for place, owner in enumerate(owners) if owner == hand]
        picture.paste(ready.hands[hand], mask=mask_of(ready.index, held))
    return picture


Sprite = tuple[Image.Image, int, int]
"""A sprite, and where its upper left corner goes."""


def sprites(board: Sheet, view: PlayerView, arrows: tuple[Arrow, ...]) -> Iterator[Sprite]:
    """Make the sprites that lie on the land, from below to above: arrows, badges, the family's marks, counts of pieces,
    numbers of moves."""
    scale = WIDTH / board.width
    arrows = arrows_among(arrows, board.lands)

    def at(point: tuple[float, float], sprite: Image.Image) -> Sprite:
        x, y = point
        return sprite, round(x * scale - sprite.width / 2), round(y * scale - sprite.height / 2)

    def drawn_here(what: tuple[object, ...]) -> bool:
        return what[0] in board.lands

    yield from (piece for move in arrows for piece in arrow_pieces(board, move, scale))
    for place, land in board.lands.items():
        colour = colour_of(view, view.owner[place])
        if colour or view.armies[place]:
            yield at(land.anchor, badge(board.style, colour, view.armies[place], scale))
    for place, colour, outline, beside in filter(drawn_here, mark_places(view)):
        yield at(board.lands[place].anchor, land_mark(board.style, colour, outline, beside, scale))
    for place, colour, count in filter(drawn_here, piece_counts(view)):
        yield at(board.lands[place].anchor, piece_count(board.style, colour, count, scale))
    for move in arrows:
        if move.number:
            yield at(arrow(board.id, move.src, move.dst)[1], disc(board.style, move.colour, move.number, scale))


@lru_cache(maxsize=1024)
def badge(style: str, colour: str, armies: int, scale: float) -> Image.Image:
    svg, half = badge_svg(style, colour, armies)
    return raster(svg, round(2 * half * scale))


@lru_cache(maxsize=256)
def land_mark(style: str, colour: str, outline: str, beside: tuple[int, int], scale: float) -> Image.Image:
    svg, half = mark_svg(style, colour, outline, beside)
    return raster(svg, round(2 * half * scale))


@lru_cache(maxsize=256)
def piece_count(style: str, colour: str, count: int, scale: float) -> Image.Image:
    svg, half = pieces_svg(style, colour, count)
    return raster(svg, round(2 * half * scale))


@lru_cache(maxsize=256)
def disc(style: str, colour: str, number: int, scale: float) -> Image.Image:
    svg, half = disc_svg(style, colour, number)
    return raster(svg, round(2 * half * scale))


def arrow_pieces(board: Sheet, move: Arrow, scale: float) -> Iterator[Sprite]:
    """Draw the arrow of a move, in one sprite or two: its shape over a stroke of the paper's colour."""
    paper, ink = rgb(theme_of(board.style).paper), rgb(badge_colour(move.colour))
    fill, edge = (paper, ink) if move.held else (ink, paper)
    for outline in arrow(board.id, move.src, move.dst)[0]:
        points = corners_of(outline, scale)
        left, top, right, bottom = bounding_box(points, EDGE * scale)
        size = ((right - left) * FINE, (bottom - top) * FINE)
        inside = [((x - left) * FINE, (y - top) * FINE) for x, y in points]
        sprite = Image.new("RGBA", size, (*edge, 0))
        pen = ImageDraw.Draw(sprite)
        pen.line([*inside, inside[0], inside[1]], fill=(*edge, 255), width=round(EDGE * scale * FINE), joint="curve")
        pen.polygon(inside, fill=(*fill, 255))
        sprite = sprite.convert("RGBa").reduce(FINE).convert("RGBA")
        sprite.putalpha(sprite.getchannel("A").point([round(level * OPACITY[move.age]) for level in range(256)]))
        yield sprite, left, top


def corners_of(outline: str, scale: float) -> list[tuple[float, float]]:
    """Read the corners of an arrow, in pixels."""
    numbers = [int(number) * scale for number in re.findall(r"-?\d+", outline)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def bounding_box(points: list[tuple[float, float]], room: float) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return int(min(xs) - room), int(min(ys) - room), int(max(xs) + room) + 2, int(max(ys) + room) + 2


def paste_sprites(picture: Image.Image, ready: Plates, laid: list[Sprite]) -> None:
    """Put sprites onto an indexed picture. What they touch is reduced to its palette in one go, side by side."""
    canvas = picture.convert("RGB")
    for sprite, left, top in laid:
        canvas.paste(sprite, (left, top), sprite)
    boxes = [covered_box(sprite, left, top, picture) for sprite, left, top in laid]
    boxes = [box for box in boxes if box[0] < box[2] and box[1] < box[3]]
    if not boxes:
        return
    sheet_of_parts = Image.new("RGB", (max(x1 - x0 for x0, _, x1, _ in boxes), sum(y1 - y0 for _, y0, _, y1 in boxes)))
    starts, top = [], 0
    for box in boxes:
        sheet_of_parts.paste(canvas.crop(box), (0, top))
        starts.append(top)
        top += box[3] - box[1]
    parts = sheet_of_parts.quantize(palette=ready.palette, dither=Image.Dither.NONE)
    for (x0, y0, x1, y1), start in zip(boxes, starts, strict=True):
        picture.paste(parts.crop((0, start, x1 - x0, start + y1 - y0)), (x0, y0))


def covered_box(sprite: Image.Image, left: int, top: int, picture: Image.Image) -> Box:
    """Return the part of a picture that a sprite covers."""
    x0, y0, x1, y1 = sprite.getbbox() or (0, 0, 0, 0)
    return max(0, left + x0), max(0, top + y0), min(picture.width, left + x1), min(picture.height, top + y1)


def encode_png(picture: Image.Image) -> bytes:
    """Encode a PNG, with fewer colours if it is too large."""
    data = b""
    for colours in MOST_COLOURS:
        out = BytesIO()
        reduce_colours(picture, colours).save(out, "PNG", compress_level=LEVEL)
        data = out.getvalue()
        if len(data) <= MOST_BYTES:
            break
    return data


def reduce_colours(picture: Image.Image, colours: int) -> Image.Image:
    """Reduce a picture to so many colours: the rarest are shown by those nearest to them."""
    counts = enumerate(picture.histogram())
    found = [index for index, count in sorted(counts, key=lambda pair: -pair[1]) if count]
    kept, rare = found[:colours], found[colours:]
    if not rare:
        return picture
    flat, table = picture.getpalette() or [], list(range(256))
    for index in rare:
        table[index] = nearest_colour(flat, index, kept)
    return picture.point(table)


def nearest_colour(flat: list[int], index: int, kept: list[int]) -> int:
    """Find the colour of a palette that is most like another one."""
    red, green, blue = flat[3 * index : 3 * index + 3]

    def distance(other: int) -> int:
        return (flat[3 * other] - red) ** 2 + (flat[3 * other + 1] - green) ** 2 + (flat[3 * other + 2] - blue) ** 2

    return min(kept, key=distance)
