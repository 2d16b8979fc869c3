"""The course of a turn and of a game: the steps that pages list, and how far a game of a fixed length has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from common.lazy_text import LazyText
from engine import PlayerView

Rail = tuple[tuple[str, LazyText], ...]
"""The steps of a turn in order, each with its key and its label."""

PLACE, ATTACK, FORTIFY = ("place", _("Place")), ("attack", _("Attack")), ("fortify", _("Fortify"))
SHARED_RAIL: Rail = (PLACE, ATTACK, FORTIFY)
"""The steps of shared mechanics, in the order in which most turns have them."""


@dataclass(frozen=True)
class Track:
    """How far a game of a fixed length has come: "Year 3", "of 5". Its seats are numbered in their order of play."""

    title: str
    rest: str
    now: int
    length: int


@dataclass(frozen=True)
class TurnParts:
    """How a family's turns go."""

    rail: Callable[[PlayerView], Rail] = lambda view: SHARED_RAIL
    """The steps of a turn."""
    step_now: Callable[[PlayerView], str] = lambda view: view.step
    """The key of the step that the game is at; anything else outside the rail."""
    after_move: Callable[[PlayerView], str] = lambda view: ""
    """The name of what follows the free move; empty where the turn ends with it as things stand."""
    bids: bool = False
    """Whether each round begins with a question to all seats, by which they get their order of play."""
    track: Callable[[PlayerView], Track | None] = lambda view: None
    """How far a game of a fixed length has come."""
