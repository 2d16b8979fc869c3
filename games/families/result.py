"""How a game went and ended: land as it changed hands, and what decides the final ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import PlayerView

Event = Mapping[str, Any]
LandChange = Callable[[list[int], Event], None]
"""Write into the owners of all territories what an event changes of them."""


def deal_land(owner: list[int], event: Event) -> None:
    owner[:] = event["owners"]


def claim_land(owner: list[int], event: Event) -> None:
    owner[event["territory"]] = event["seat"]


def capture_land(owner: list[int], event: Event) -> None:
    owner[event["dst"]] = event["seat"]


def empty_land(owner: list[int], event: Event) -> None:
    owner[event["at"]] = -1


SHARED_LAND_CHANGES: Mapping[str, LandChange] = {
    "setup.dealt": deal_land,
    "setup.claimed": claim_land,
    "battle.captured": capture_land,
    "land.emptied": empty_land,
}
"""The events of shared mechanics by which land changes hands."""


@dataclass(frozen=True)
class ScoreTable:
    """The final score of each seat as a table: a label for each column, and rows of a seat with its numbers, the best
    first; `words` has each row as mails say it, `note` says what decided between equal ones."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[int, ...]], ...]
    words: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True)
class ResultParts:
    """What counts in a family's games when they are over."""

    land_changes: Mapping[str, LandChange] = field(default_factory=lambda: SHARED_LAND_CHANGES)
    """The events by which land changes hands, for the chart of the history."""
    score: Callable[[PlayerView, int], float] = lambda view, seat: view.seats[seat].territories
    """What seats are ranked by that are still in at the end, the highest first."""
    score_table: Callable[[Sequence[Event]], ScoreTable | None] = lambda events: None
    """What each seat scored for."""
    how_won: Callable[[PlayerView], str] = lambda view: ""
    """By what a finished game was won while others were still in it."""
