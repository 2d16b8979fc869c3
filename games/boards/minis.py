"""Small maps for lists and for finding one's way: snapped outlines, defined once a page and used by each map."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from engine import PlayerView
from games.boards.geometry import MINI_WIDTH, Box, Sheet, mini_outline, sheet
from games.seats import colour_of, css_class


@lru_cache(maxsize=16)
def mini_outlines(map_id: str) -> str:
    """Snapped outlines of a map, to be defined once on a page that shows small maps."""
    board = sheet(map_id)
    if board is None:
        return ""
    scale = MINI_WIDTH / board.width
    paths = "".join(
        f'<path id="m-{board.id}-{land.code}" d="{mini_outline(land.path, scale)}"/>' for land in board.lands
    )
    if "incognita" in board.decor:
        paths += f'<path id="m-{board.id}-beyond" d="{mini_outline(board.decor["incognita"], scale)}"/>'
    return f'<svg class="sprite" aria-hidden="true"><defs>{paths}</defs></svg>'


def mini(
    board: Sheet,
    view: PlayerView,
    label: str,
    frame: Box | None = None,
) -> str:
    """A small map: land in the colours of its owners, `frame` the part shown elsewhere."""
    uses = "".join(
        f'<use class="{css_class(colour_of(view, view.owner[place]))}" href="#m-{board.id}-{land.code}"/>'
        for place, land in enumerate(board.lands)
    )
    return f"{_opened(board, label)}<g>{uses}</g>{_frame(frame, MINI_WIDTH / board.width)}</svg>"


def mini_empty(board: Sheet, label: str) -> str:
    """A small map on which nobody holds anything: land by continents."""
    place = {region.id: number for number, region in enumerate(board.regions)}
    uses = "".join(f'<use class="c{place[land.continent]}" href="#m-{board.id}-{land.code}"/>' for land in board.lands)
    return f"{_opened(board, label)}<g>{uses}</g></svg>"


def _opened(board: Sheet, label: str) -> str:
    """The start of a small map, with the land around the board where there is some; silent without a label."""
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    beyond = f'<use class="beyond" href="#m-{board.id}-beyond"/>' if "incognita" in board.decor else ""
    return f'<svg class="minimap look-{board.style}" viewBox="0 0 {MINI_WIDTH} {board.mini_height}" {spoken}>{beyond}'


def _frame(frame: Box | None, scale: float) -> str:
    if frame is None:
        return ""
    x, y, width, height = (round(number * scale) for number in frame)
    return f'<rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}"/>'
