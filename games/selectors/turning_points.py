"""Turning points of a game that has ended, as an app above the games finds them, for the pages that show its course."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from common.registry import Registry
from games.models import Game


@dataclass(frozen=True)
class TurningPoint:
    """A moment that decided much: the entry after which the board shows it, its round, a sentence, and what stands
    below in small letters."""

    seq: int
    round: int
    said: str
    detail: str = ""


@dataclass(frozen=True)
class TurningPointSource:
    """Finds the turning points of an ended game, in the order of play; none while they are not known yet."""

    name: str
    find: Callable[[Game], Sequence[TurningPoint]]  # one query at most


TURNING_POINTS: Registry[TurningPointSource] = Registry()


def turning_points_of(game: Game) -> tuple[TurningPoint, ...]:
    """List the turning points of a game in the order of play; none of a game that goes on, of which chances tell."""
    if not game.has_ended:
        return ()
    found = [point for source in TURNING_POINTS for point in source.find(game)]
    return tuple(sorted(found, key=lambda point: point.seq))
