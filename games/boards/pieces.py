"""The pieces of a game on its board: how many stand on a territory, beside its badge, in their owner’s colour."""

from __future__ import annotations

from collections import Counter

from engine import PlayerView
from games.boards.geometry import Sheet
from games.wording.seats import colour_of, seat_css

BESIDE = (20, -18)  # from the middle of the badge; capitals have the other side


def piece_counts(board: Sheet, view: PlayerView) -> str:
    """Draw the counts; labels of territories have them in words."""
    counts = Counter((piece.at, piece.seat) for piece in view.pieces)
    parts = [_count(board, view, *where, count) for where, count in counts.items()]
    return f'<g class="b pieces" aria-hidden="true">{"".join(parts)}</g>' if parts else ""


def _count(board: Sheet, view: PlayerView, at: int, seat: int, count: int) -> str:
    (x, y), (right, up) = board.lands[at].anchor, BESIDE
    return (
        f'<g class="{seat_css(colour_of(view, seat))}" transform="translate({x + right} {y + up})">'
        f'<circle r="9"/><text y="5">{count}</text></g>'
    )
