"""The board as a picture in mails: the page's own drawing, kept so that one position is painted once."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from django.core.cache import cache

from engine import PlayerView
from games.boards.board import board_png
from games.boards.drawing import mark_places
from games.boards.marks import Marks
from games.decisions.context import StoryLine
from games.pages.turn import with_story

KEPT = 24 * 3600
"""Seconds; by then the mails of a position are sent."""


def board_picture(game_id: int, view: PlayerView, story: Sequence[StoryLine]) -> bytes:
    """Draw a PNG of at most 100 kB with the story's numbered arrows; empty for a map without a drawing.

    What is kept is named by game, moment and arrows: seats that were told different stories get different pictures.
    """
    arrows = with_story(Marks(), tuple(story)).arrows
    drawn = hashlib.sha256(
        repr((view.owner, view.armies, mark_places(view), view.pieces, arrows)).encode()
    ).hexdigest()[:24]
    key = f"mail-board:{game_id}:{view.seq}:{drawn}"
    png: bytes | None = cache.get(key)
    if png is None:
        png = board_png(view, arrows)
        cache.set(key, png, KEPT)
    return png
