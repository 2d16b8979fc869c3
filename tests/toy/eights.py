"""Modern with other dice: attackers throw eight-sided ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from engine import ruleset
from engine.core import registry
from engine.core.dice import Board, Order
from engine.core.hooks import DiceHooks
from engine.core.registry import register
from engine.core.ruleset import Mechanic, RuleSet


def eight_sided(board: Board, role: str, order: Order, row: tuple[int, ...]) -> tuple[int, ...]:
    return (8,) * len(row) if role == "attacker" else row


DICE = Mechanic("eights", hooks=(DiceHooks(dice_sides=(eight_sided,)),))
EIGHTS = replace(
    ruleset("modern"),
    id="toy_eights",
    for_two="",
    mechanics=(*ruleset("modern").mechanics, DICE),
)


@contextmanager
def known() -> Iterator[RuleSet]:
    """The rule set, registered for a while."""
    register(EIGHTS)
    try:
        yield EIGHTS
    finally:
        del registry._RULESETS[EIGHTS.id]
