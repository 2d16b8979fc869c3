"""Small maps for lists: where a game stands, with the reader's eyes."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from engine import PlayerView
from games.boards.board import mini_map


def mini_of(view: PlayerView, name: str) -> SafeString:
    """Draw the small map of a game."""
    held = sum(1 for owner in view.owner if owner == view.viewer and view.viewer is not None)
    label = name
    if view.viewer is not None:
        text = ngettext("%(game)s: you hold %(count)s territory", "%(game)s: you hold %(count)s territories", held)
        label = text % {"game": name, "count": held}
    return mini_map(view, label)
