"""The picture of a board in mails: a PNG of at most 100 kB, put together from plates.

The land of the colour that holds most is the ground; that of each other is laid over it. Badges, marks, pieces and
numbers are ready sprites, and arrows are polygons drawn at three times their size. Only what these touch is reduced to
the palette again. The stages of a map lie one below the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from engine import PlayerView
from games.boards.arrows import arrow
from games.boards.badges import mark_places, piece_counts
from games.boards.drawing import is_lost, middle_of
from games.boards.flat import (
    badge_colour,
    badge_svg,
    closed_way_svg,
    disc_svg,
    frame_of,
    ground_svg,
    lone_building_svg,
    lost_svg,
    mark_svg,
    piece_svg,
    pieces_svg,
    raster,
    rgb,
    ruin_svg,
    sky_svg,
    vacant_svg,
)
from games.boards.geometry import Point, Sheet, stages
from games.boards.holdings import Holdings
from games.boards.overlays import Arrow, Marks, arrows_among
from games.boards.pieces import BLIGHT, RUIN
from games.boards.plates import Plates, by_night, mask_of, plates
from games.boards.sky import cards_of
from games.boards.themes import theme_of

Box = tuple[int, int, int, int]

WIDTH, OF_STAGES = 1000, 760
"""The width of a picture, and of one of several stages."""
SHARED = (1200, 630)
"""The size of a picture of several stages that other sites show."""
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


def board_png(view: PlayerView, arrows: tuple[Arrow, ...] = (), *, night: bool = False) -> bytes:
    """Draw the board by day or by night as a PNG of at most 100 kB; empty bytes for a map without a drawing."""
    picture = board_image(view, arrows, night=night)
    return encode_png(picture) if picture else b""


def board_image(view: PlayerView, arrows: tuple[Arrow, ...] = (), *, night: bool = False) -> Image.Image | None:
    """Draw the board by day or by night, indexed by the palettes of its stages; None for a map without a drawing."""
    drawn = stages(view.map)
    if not drawn or drawn[0].territories != len(view.owner):
        return None
    held = Holdings(view)
    owners = hands_of_owners(held)
    return stack([stage_picture(board, held, owners, arrows, night) for board in drawn])


def stage_picture(
    board: Sheet, held: Holdings, owners: list[str], arrows: tuple[Arrow, ...], night: bool = False
) -> Image.Image:
    """Draw one stage of a map, indexed by the palette of its plates."""
    ready = plates(board.id, picture_width(board), night, board.frame)
    board = by_night(board) if night else board
    here = [owner if place in board.lands else "" for place, owner in enumerate(owners)]
    picture = board_with_owners(ready, here, RUIN if is_lost(board, held) else "")
    paste_sprites(picture, ready, list(sprites(board, held, arrows)))
    return picture


def picture_width(board: Sheet) -> int:
    if board.frame:
        return SHARED[0]
    return OF_STAGES if board.stage else WIDTH


def hands_of_owners(held: Holdings) -> list[str]:
    """List the hand in which each territory is painted."""
    return [RUIN if place in held.ruins else owner.colour for place, owner in enumerate(held.owners)]


def board_with_owners(ready: Plates, owners: list[str], sea: str = "") -> Image.Image:
    """Put the board together with all its owners, and with the sea of one hand, of any if none is named."""
    (most, _), *others = sorted(Counter(owners).items(), key=lambda held: (held[0] != sea or not sea, -held[1]))
    picture = ready.hands[most].copy()
    for hand, _ in others:
        held = [place for place, owner in enumerate(owners) if owner == hand]
        picture.paste(ready.hands[hand], mask=mask_of(ready.index, held))
    return picture


def stack(pictures: list[Image.Image]) -> Image.Image:
    """Put indexed pictures one below the other, with the palettes of all."""
    if len(pictures) == 1:
        return pictures[0]
    whole = Image.new("P", (pictures[0].width, sum(each.height for each in pictures)))
    palette: list[int] = []
    top = 0
    for each in pictures:
        used, before = [index for index, count in enumerate(each.histogram()) if count], len(palette) // 3
        places = {index: before + place for place, index in enumerate(used)}
        whole.paste(each.point([places.get(index, 0) for index in range(256)]), (0, top))
        own = each.getpalette() or []
        palette += [channel for index in used for channel in own[3 * index : 3 * index + 3]]
        top += each.height
    whole.putpalette(palette)
    return whole


Sprite = tuple[Image.Image, int, int]
"""A sprite, and where its upper left corner goes."""


def sprites(board: Sheet, held: Holdings, arrows: tuple[Arrow, ...]) -> Iterator[Sprite]:
    """Make the sprites that lie on the land, from below to above: arrows, badges, the family's marks, counts of pieces,
    numbers of moves."""
    frame = frame_of(board)
    scale: float = picture_width(board) / frame[2]
    near = scale * LARGER.get(board.style, 1.0)
    arrows = arrows_among(arrows, board.lands)

    def at(point: tuple[float, float], sprite: Image.Image) -> Sprite:
        x, y = point
        return sprite, round((x - frame[0]) * scale - sprite.width / 2), round(y * scale - sprite.height / 2)

    def drawn_here(what: tuple[object, ...]) -> bool:
        return what[0] in board.lands

    yield from (piece for move in arrows for piece in arrow_pieces(board, move, scale))
    for place, (x, y), sprite in forces(board, held, near):
        yield at(
            (board.lands[place].anchor[0] + x * near / scale, board.lands[place].anchor[1] + y * near / scale), sprite
        )
    for point, drawn in ground(board, held, near):
        yield at(point, drawn)
    for place, colour, outline, beside in filter(drawn_here, mark_places(held.view)):
        yield at(board.lands[place].anchor, sprite_of(mark_svg, scale, board.style, colour, outline, beside, larger=1))
    for place, colour, count in filter(drawn_here, piece_counts(held.view)):
        yield at(board.lands[place].anchor, sprite_of(pieces_svg, scale, board.style, colour, count, larger=1))
    for move in arrows:
        if move.number:
            number = sprite_of(disc_svg, scale, board.style, move.colour, move.number, larger=1)
            yield at(arrow(board.id, move.src, move.dst)[1], number)


def ground(board: Sheet, held: Holdings, scale: float) -> Iterator[tuple[Point, Image.Image]]:
    """Make the signs of what lies on a stage besides forces, each with its point: plague, closed ways, a continent that
    is lost, and the places of the sky with their armies."""
    style = board.style
    for place in held.blights:
        if place in board.lands:
            x, y = board.lands[place].anchor
            yield (x, y + BELOW_BADGE), sprite_of(ground_svg, scale, style, BLIGHT)
    for way in held.closed_ways:
        if way.ends in board.routes_by_ends:
            yield middle_of(board.routes_by_ends[way.ends]), sprite_of(closed_way_svg, scale, style, way.sign)
    if board.ruins and is_lost(board, held):
        yield board.ruins.at, sprite_of(lost_svg, scale, style, board.ruins.sign)
    cards = cards_of(board, held, Marks()) if board.places else []
    for number, card in enumerate(cards):
        middle, high = board.width / 2 + SKY_APART * (number - (len(cards) - 1) / 2), board.sky / 2
        yield (middle - SKY_SIGN, high), sprite_of(sky_svg, scale, style, card.sign)
        yield (middle + SKY_SIGN, high), sprite_of(badge_svg, scale, style, card.colour, card.armies, larger=1)


BELOW_BADGE = 42
"""The sign of a plague stands so far under the middle of a badge, as names are left out."""
SKY_APART, SKY_SIGN = 270, 38
"""How far places of the sky lie apart, and their sign and badge from the middle of each."""
LARGER = {"moon": 1.25}
"""Badges of worlds that are painted small are so much larger."""


def forces(board: Sheet, held: Holdings, scale: float) -> Iterator[tuple[int, Point, Image.Image]]:
    """Make the badges of a stage with the pieces round them, or what stands in the place of a badge; each with how far
    it lies from the middle."""
    style, units = board.style, held.units
    for place in board.lands:
        colour, ring = held.owners[place].colour, held.rings.get(place)
        if place in held.ruins:
            if place not in board.lost:
                yield place, MIDDLE, sprite_of(ruin_svg, scale, style)
        elif not units[place] and ring and ring.buildings:
            yield place, MIDDLE, sprite_of(lone_building_svg, scale, style, colour, ring.buildings[0].sign)
        elif not colour and not units[place]:
            if held.family.board.marks_vacant:
                yield place, MIDDLE, sprite_of(vacant_svg, scale, style)
        else:
            yield place, MIDDLE, sprite_of(badge_svg, scale, style, colour, units[place], larger=1)
            for piece in ring.pieces if ring else ():
                x, y = RING[piece.place]
                yield place, (x * PIECES, y * PIECES), sprite_of(piece_svg, scale, style, colour, piece)


MIDDLE: Point = (0, 0)
PIECES = 1.4
"""Pieces are drawn so many times as large as on pages, as badges are."""
RING: tuple[Point, ...] = ((-35.5, 6.3), (-31.2, -18), (-12.3, -33.8), (12.3, -33.8), (31.2, -18), (35.5, 6.3))
"""The places round a badge, as static/css/pieces.css has them."""


@lru_cache(maxsize=2048)
def sprite_of(draw: Callable[..., tuple[str, int]], scale: float, *what: object, larger: float = PIECES) -> Image.Image:
    """Paint a small drawing once, so many times `larger` than `scale` says."""
    svg, half = draw(*what)
    return raster(svg, round(2 * half * scale * larger))


def arrow_pieces(board: Sheet, move: Arrow, scale: float) -> Iterator[Sprite]:
    """Draw the arrow of a move, in one sprite or two: its shape over a stroke of the paper's colour."""
    begin = frame_of(board)[0]
    paper, ink = rgb(theme_of(board.style).paper), rgb(badge_colour(move.colour))
    fill, edge = (paper, ink) if move.held else (ink, paper)
    for outline in arrow(board.id, move.src, move.dst)[0]:
        points = corners_of(outline, scale, begin)
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


def corners_of(outline: str, scale: float, begin: int) -> list[tuple[float, float]]:
    """Read the corners of an arrow, in pixels; the picture begins at so many map units."""
    numbers = [int(number) for number in re.findall(r"-?\d+", outline)]
    return [((x - begin) * scale, y * scale) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


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


def encode_png(picture: Image.Image, most: int = 0) -> bytes:
    """Encode a PNG of at most `most` bytes, MOST_BYTES if there is no number, with fewer colours if it is too large."""
    data = b""
    for colours in MOST_COLOURS:
        out = BytesIO()
        reduce_colours(picture, colours).save(out, "PNG", compress_level=LEVEL)
        data = out.getvalue()
        if len(data) <= (most or MOST_BYTES):
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
