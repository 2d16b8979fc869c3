"""The moments that turned an ended game, as apps above the games find them; for whatever shows a game as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from common.registry import Registry
from games.models import Game


@dataclass(frozen=True)
class KeyMoment:
    """A turn that changed who would win: the entry after which it began, the entry after which it was over, its title
    ("Round 5, Yellow"), and a sentence on what happened, both in the reader's language."""

    seq: int
    until: int
    title: str
    words: str


@dataclass(frozen=True)
class MomentSource:
    """Finds the moments of a game, oldest first: none for one that goes on. One query at most."""

    name: str
    moments: Callable[[Game, Sequence[str]], Sequence[KeyMoment]]


MOMENT_SOURCES: Registry[MomentSource] = Registry()


def key_moments(game: Game, colours: Sequence[str]) -> list[KeyMoment]:
    """List the moments of an ended game, oldest first; none for one that goes on. `colours` are those of its seats, in
    order."""
    if not game.has_ended:
        return []
    return sorted((each for source in MOMENT_SOURCES for each in source.moments(game, colours)), key=lambda at: at.seq)
