"""The picture of a board that other sites show: a PNG wider than high, of at most 150 kB.

A map of one stage looks as in mails. Of a map of several the first fills the picture, with more sea at its left, and
the second lies in that corner as a lens, as it does on the page.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from PIL import Image, ImageDraw

import engine
from engine import PlayerView
from games.boards.flat import frame_of, rgb
from games.boards.geometry import Box, Sheet, stages
from games.boards.holdings import Holdings
from games.boards.picture import (
    SHARED,
    board_image,
    encode_png,
    hands_of_owners,
    picture_width,
    stage_picture,
)
from games.boards.themes import theme_of

MOST_BYTES = 150_000
WIDEST, WIDEST_LENS = 1060, 270
"""The first stage and the lens take so many pixels of the width at most: the sea at the left has room for the lens."""
OVERLAP = 90
"""So many pixels of the first stage lie under the lens."""
MARGIN, RIM, FINE = 8, 4, 4
"""The lens lies so far from the edges, has a rim so wide, and is cut at so many times its size, for soft edges."""
ROUNDED = 0.33
"""The corners of a lens that is not round, in parts of its width."""


def shared_png(view: PlayerView) -> bytes:
    """Draw the board by day; empty bytes for a map without a drawing."""
    drawn = stages(view.map)
    picture = shared_image(view, drawn) if len(drawn) > 1 else board_image(view)
    return encode_png(picture, MOST_BYTES) if picture else b""


def shared_image(view: PlayerView, drawn: tuple[Sheet, ...]) -> Image.Image | None:
    """Draw the first two stages of a map, indexed by their palettes; None if the position is of another map."""
    if drawn[0].territories != len(view.owner):
        return None
    held = Holdings(view)
    owners = hands_of_owners(held)
    first = framed_for_sharing(drawn[0])
    whole, corner = (stage_picture(board, held, owners, ()) for board in (first, drawn[1]))
    scale: float = SHARED[0] / frame_of(first)[2]
    lens = cut_world(corner, drawn[1], min(WIDEST_LENS, round(SHARED[0] - first.width * scale) + OVERLAP))
    canvas = whole.convert("RGB")
    for sheet, larger in ((rgb(theme_of(first.style).paper), RIM), (lens, 0)):
        mask = lens_mask((lens.width + 2 * larger, lens.height + 2 * larger), drawn[1].disc is not None)
        left, bottom = MARGIN + RIM - larger, canvas.height - MARGIN - RIM + larger
        canvas.paste(sheet, (left, bottom - mask.height, left + mask.width, bottom), mask)
    return canvas.quantize(palette=join_palettes([whole, corner]), dither=Image.Dither.NONE)


def framed_for_sharing(board: Sheet) -> Sheet:
    """Return a first stage with the part of the map units that the picture shows: the whole board at its right."""
    wide, high = SHARED
    scale = min(WIDEST / board.width, high / board.height)
    across = round(wide / scale)
    return replace(board, frame=(board.width - across, 0, across, int(high / scale)))


def first_stages() -> list[Sheet]:
    """List the stages that fill such a picture, framed for it: plates are painted for each."""
    maps = {board for rules in engine.rulesets().values() for board in engine.boards_for(rules)}
    return [framed_for_sharing(drawn[0]) for drawn in map(stages, sorted(maps)) if len(drawn) > 1]


def cut_world(picture: Image.Image, board: Sheet, wide: int) -> Image.Image:
    """Cut the world out of the picture of a stage and make it so wide."""
    left, top, across, _high = frame_of(board)
    scale = picture_width(board) / across
    x0, y0, x1, y1 = world_of(board)
    box = ((x0 - left) * scale, (y0 - top) * scale, (x1 - left) * scale, (y1 - top) * scale)
    size = (wide, round(wide * (y1 - y0) / (x1 - x0)))
    return picture.convert("RGB").resize(size, Image.Resampling.LANCZOS, box)


def world_of(board: Sheet) -> Box:
    """Return the edges of what a lens shows: a round world, or all of a board but its sky."""
    if board.disc:
        x, y, radius = board.disc
        return (x - radius, y - radius, x + radius, y + radius)
    x, y, wide, high = board.whole
    return (x, y, x + wide, y + high)


@lru_cache(maxsize=8)
def lens_mask(size: tuple[int, int], is_round: bool) -> Image.Image:
    """Make the mask of a lens: 255 within, soft at the edge."""
    wide, high = (FINE * way for way in size)
    mask = Image.new("L", (wide, high))
    radius = wide / 2 if is_round else wide * ROUNDED
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide - 1, high - 1), radius, fill=255)
    return mask.reduce(FINE)


def join_palettes(pictures: list[Image.Image]) -> Image.Image:
    """Make a picture whose palette has the colours that pictures use, those most of all that they use most."""
    counts: Counter[tuple[int, ...]] = Counter()
    for each in pictures:
        flat = each.getpalette() or []
        for index, count in enumerate(each.histogram()):
            if count:
                counts[tuple(flat[3 * index : 3 * index + 3])] += count
    palette = [channel for colour, _count in counts.most_common(256) for channel in colour]
    joined = Image.new("P", (1, 1))
    joined.putpalette(palette + palette[:3] * (256 - len(palette) // 3))
    return joined
