"""Small maps, for lists and for finding one's way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from games.boards.drawing import fixed_parts, ruined_class
from games.boards.geometry import MINI_WIDTH, Box, Sheet
from games.boards.holdings import Holdings
from games.boards.outlines import MINI, outlines_url
from games.wording.seats import NOBODY


def minimap(board: Sheet, held: Holdings, label: str, frame: Box | None = None, others: Sequence[Sheet] = ()) -> str:
    """Draw a small map: land in the colours of its owners, `frame` the part shown elsewhere. `others` are stages that
    lie in its corner."""

    def css(place: int) -> str:
        return ruined_class(board, place, held.ruins) or held.owners[place].css

    return _small_map(board, css, label, others, _frame(frame, MINI_WIDTH / board.width))


def empty_minimap(board: Sheet, label: str, others: Sequence[Sheet] = ()) -> str:
    """Draw a small map on which nobody holds anything: land by continents, as nobody's where it is of none."""
    drawn = (board, *others)
    names = [region.id for each in drawn for region in each.regions]
    continent = {place: land.continent for each in drawn for place, land in each.lands.items()}

    def css(place: int) -> str:
        within = continent[place]
        return f"c{names.index(within) % CONTINENT_COLOURS}" if within in names else NOBODY

    return _small_map(board, css, label, others)


def _small_map(board: Sheet, css: Callable[[int], str], label: str, others: Sequence[Sheet], frame: str = "") -> str:
    height = board.mini_height + (ROOM if others else 0)
    corner = "".join(_in_corner(other, css, height) for other in others)
    return f"{_small_opening_tag(board, label, height)}{_small_lands(board, css)}{corner}{frame}</svg>"


def _small_lands(board: Sheet, css: Callable[[int], str]) -> str:
    small = fixed_parts(board.id).small_outlines
    uses = "".join(f'<use class="{css(place)}" {outline}/>' for place, outline in small.items())
    return f"<g>{uses}</g>"


CONTINENT_COLOURS = 6


CORNER, ROOM = 64, 30
"""The width of a stage that lies in the corner of a small map of another, and how much higher that is for it."""


def _in_corner(board: Sheet, css: Callable[[int], str], height: int) -> str:
    return (
        f'<svg class="corner look-{board.style}" x="3" y="{height - CORNER - 3}" width="{CORNER}" height="{CORNER}"'
        f' viewBox="0 0 {MINI_WIDTH} {board.mini_height}">{_small_lands(board, css)}</svg>'
    )


def _small_opening_tag(board: Sheet, label: str, height: int) -> str:
    """Open a small map, with the land around the board where there is some; silent without a label."""
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    beyond = (
        f'<use class="beyond" href="{outlines_url(board.id)}#{MINI}incognita"/>' if "incognita" in board.decor else ""
    )
    return f'<svg class="minimap look-{board.style}" viewBox="0 0 {MINI_WIDTH} {height}" {spoken}>{beyond}'


def _frame(frame: Box | None, scale: float) -> str:
    if frame is None:
        return ""
    x, y, width, height = (round(number * scale) for number in frame)
    return f'<rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}"/>'
