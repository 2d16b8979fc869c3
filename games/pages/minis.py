"""Small maps for lists: where a game stands, with the reader's eyes."""

from __future__ import annotations

from django.utils.safestring import SafeString

from engine import PlayerView
from games.board import Arrow, mini_map
from games.pages.facts import StoryLine


def mini_of(view: PlayerView, name: str, story: tuple[StoryLine, ...] = ()) -> SafeString:
    """The small map of a game; `story` gives the arrows of its last moves.

    The page needs `board_outlines(view.map)` once.
    """
    held = sum(1 for owner in view.owner if owner == view.viewer and view.viewer is not None)
    label = f"{name}: you hold {held} territories" if view.viewer is not None else name
    arrows = tuple(
        Arrow(line.src, line.dst, line.colour)
        for line in story[-3:]
        if line.src is not None and line.dst is not None and line.colour
    )
    return mini_map(view, label, arrows=arrows)
