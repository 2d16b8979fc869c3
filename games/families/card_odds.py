"""What cards make of the odds of an invasion, in the ways that families share."""

from __future__ import annotations

from collections.abc import Callable

from engine.mechanics.battle.forecast import Fight

Change = Callable[[Fight], float]
"""The chance that an invasion succeeds once a card is played, from the fight as it stands."""


def with_defenders(more: int) -> Change:
    """Add units to the defence."""
    return lambda fight: fight._replace(defenders=fight.defenders + more).win


def with_attackers(more: int) -> Change:
    """Add units to the attack."""
    return lambda fight: fight._replace(attackers=fight.attackers + more).win


def stopped(fight: Fight) -> float:
    """End the invasion."""
    return 0.0
