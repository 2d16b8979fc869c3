"""Plates: everything of a board's picture that no move changes, painted once.

For each colour of a seat, the neutral army and nobody there is a picture of the whole board in that hand, all with one
palette; beside them an index tells each pixel's territory. The picture of a position is put together from them in
milliseconds (`games.boards.picture`); painting one takes a rasteriser half a second.

Plates are kept in the data folder, where the site makes them when it is prepared (`manage.py plates`); a process that
finds none makes them itself.
"""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from PIL import Image

from games.boards.flat import ground_colours, index_svg, palette_for, plate_svg, raster
from games.boards.geometry import Box, Sheet, drawn_sheet
from games.boards.pieces import RUIN
from games.boards.themes import night_of, theme_of
from games.wording.seats import SHAPES

log = logging.getLogger(__name__)

OWN_COLOURS = 24
"""Of the palette, besides those of seats and sea: more make soft edges softer and the picture larger."""
HANDS = (*SHAPES, "")
INDEX = "index.png"


def hands_of(board: Sheet) -> tuple[str, ...]:
    """List the hands in which a board is painted; RUIN where land may be lost for good."""
    return (*HANDS, RUIN) if board.ruins else HANDS


@dataclass(frozen=True)
class Plates:
    """The board in each hand, indexed by one palette, and the number of each pixel's territory and one, 0 for sea."""

    hands: dict[str, Image.Image]
    index: Image.Image

    @property
    def palette(self) -> Image.Image:
        """Any picture with the palette of all."""
        return self.hands[""]


@lru_cache(maxsize=16)
def plates(map_id: str, width: int, night: bool = False, frame: Box | None = None) -> Plates:
    """Load the plates of a board by day or by night, or make them if the data folder has none."""
    board = replace(drawn_sheet(map_id), frame=frame)
    board = by_night(board) if night else board
    folder = plates_folder(board, width)
    try:
        return load_plates(folder, hands_of(board))
    except OSError:
        made = paint_plates(board, width)
        store_plates(made, folder)
        return made


def by_night(board: Sheet) -> Sheet:
    """Return a board in its colours by night."""
    return replace(board, style=night_of(board.style))


def plates_folder(board: Sheet, width: int) -> Path:
    """Return the folder of a board's plates; a changed drawing has another one."""
    drawn = "".join(plate_svg(board, hand) for hand in hands_of(board)) + index_svg(board)
    digest = hashlib.sha256(f"{width} {OWN_COLOURS} {ground_colours(board)} {drawn}".encode()).hexdigest()[:16]
    return settings.DATA_DIR / "plates" / f"{board.id}-{digest}"


def paint_plates(board: Sheet, width: int) -> Plates:
    """Paint all plates of a board. Takes seconds."""
    painted = {hand: raster(plate_svg(board, hand), width).convert("RGB") for hand in hands_of(board)}
    index = raster(index_svg(board), width).getchannel("R")
    sample = sample_board(painted, index, board)
    palette = palette_for(sample, OWN_COLOURS, theme_of(board.style), ground_colours(board))
    none = Image.Dither.NONE
    return Plates({hand: each.quantize(palette=palette, dither=none) for hand, each in painted.items()}, index)


def sample_board(painted: dict[str, Image.Image], index: Image.Image, board: Sheet) -> Image.Image:
    """Compose a board on which everybody holds something, to choose colours from."""
    whole = painted[""].copy()
    for number, hand in enumerate(SHAPES):
        whole.paste(painted[hand], mask=mask_of(index, range(number, board.territories, len(SHAPES))))
    if RUIN in painted:
        whole.paste(painted[RUIN], mask=mask_of(index, sorted(board.lost) or [0]))
    return whole


def mask_of(index: Image.Image, places: range | list[int]) -> Image.Image:
    """Make a mask of the pixels of some territories."""
    table = bytearray(256)
    for place in places:
        table[place + 1] = 255
    return index.point(table)


def load_plates(folder: Path, hands: Iterable[str] = HANDS) -> Plates:
    """Load the plates in a folder. Raises OSError for none, and for what is no picture."""
    return Plates({hand: read_image(folder / file_of(hand)) for hand in hands}, read_image(folder / INDEX))


def read_image(file: Path) -> Image.Image:
    """Read a picture whole."""
    with Image.open(file) as found:
        found.load()
        return found


def store_plates(made: Plates, folder: Path) -> None:
    """Write plates for other processes, whole or not at all; a site that cannot write goes on without."""
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, ignore_cleanup_errors=True) as place:
            for hand, each in made.hands.items():
                each.save(Path(place) / file_of(hand))
            made.index.save(Path(place) / INDEX)
            os.replace(place, folder)
    except OSError:  # another process was quicker, or nothing can be written here
        log.info("the plates of a board were not kept in %s", folder, exc_info=True)


def file_of(hand: str) -> str:
    return f"{hand or 'nobody'}.png"
