"""Small maps for lists and for finding one's way: snapped outlines from the file of the board."""

from __future__ import annotations

from html import escape

from engine import PlayerView
from games.boards.geometry import MINI_WIDTH, Box, Sheet
from games.boards.outlines import MINI, address
from games.wording.seats import styles_of


def mini(
    board: Sheet,
    view: PlayerView,
    label: str,
    frame: Box | None = None,
) -> str:
    """A small map: land in the colours of its owners, `frame` the part shown elsewhere."""
    file = address(board.id)
    styles = styles_of(view, set(view.owner))
    uses = "".join(
        f'<use class="{styles[view.owner[place]].css}" href="{file}#{MINI}{land.code}"/>'
        for place, land in enumerate(board.lands)
    )
    return f"{_opened(board, label)}<g>{uses}</g>{_frame(frame, MINI_WIDTH / board.width)}</svg>"


def mini_empty(board: Sheet, label: str) -> str:
    """A small map on which nobody holds anything: land by continents."""
    file, place = address(board.id), {region.id: number for number, region in enumerate(board.regions)}
    uses = "".join(f'<use class="c{place[land.continent]}" href="{file}#{MINI}{land.code}"/>' for land in board.lands)
    return f"{_opened(board, label)}<g>{uses}</g></svg>"


def _opened(board: Sheet, label: str) -> str:
    """The start of a small map, with the land around the board where there is some; silent without a label."""
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    beyond = f'<use class="beyond" href="{address(board.id)}#{MINI}incognita"/>' if "incognita" in board.decor else ""
    return f'<svg class="minimap look-{board.style}" viewBox="0 0 {MINI_WIDTH} {board.mini_height}" {spoken}>{beyond}'


def _frame(frame: Box | None, scale: float) -> str:
    if frame is None:
        return ""
    x, y, width, height = (round(number * scale) for number in frame)
    return f'<rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}"/>'
