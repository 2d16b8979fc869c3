"""Calculate odds for the odds page: any fight, or a whole path of them."""

from __future__ import annotations

from dataclasses import dataclass

import engine
from engine import odds
from games.wording.amounts import percent


@dataclass(frozen=True)
class OddsResult:
    """`outcome` is the engine's; `percent` the chance to take everything, in words for a page."""

    attackers: int
    path: tuple[int, ...]
    until: int
    outcome: odds.Outcome
    percent: str


def calculate_odds(attackers: int, path: list[int], until: int = 0) -> OddsResult:
    """Calculate the chances of `attackers` (without the one that stays) against each of `path` in turn.

    `until` stops a single fight when so many are left.
    """
    if len(path) == 1:
        outcome = odds.battle(attackers, path[0], stop=min(until, attackers))
    else:
        outcome = odds.path(attackers, path)
    return OddsResult(attackers, tuple(path), until, outcome, percent(outcome.win))


def attack_outcome(action: engine.Facts, view: engine.PlayerView) -> odds.Outcome | None:
    """Calculate the outcome of an attack as the board stands; None for other actions, and where nobody can fight."""
    return engine.outcome_of(view, engine.action_from_json(action))
