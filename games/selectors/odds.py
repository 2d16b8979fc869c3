"""Odds for the odds page: any fight, or a whole path of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import engine
from engine import odds
from games.wording.amounts import percent


@dataclass(frozen=True)
class Reckoned:
    """`outcome` is the engine's; `percent` the chance to take everything, in words for a page."""

    attackers: int
    path: tuple[int, ...]
    until: int
    outcome: Any
    percent: str


def reckon(attackers: int, path: list[int], until: int = 0) -> Reckoned:
    """The chances of `attackers` (without the one that stays) against each of `path` in turn.

    `until` stops a single fight when so many are left.
    """
    if len(path) == 1:
        outcome = odds.battle(attackers, path[0], stop=min(until, attackers))
    else:
        outcome = odds.path(attackers, path)
    return Reckoned(attackers, tuple(path), until, outcome, percent(outcome.win))


def attack_outcome(action: Mapping[str, Any], view: engine.PlayerView) -> odds.Outcome | None:
    """All that can come of an attack as the board stands; None for other actions, and where nobody can fight."""
    return engine.outcome_of(view, engine.action_from_json(action))
