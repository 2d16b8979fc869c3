"""Modern with other dice: attackers throw eight-sided ones, and Peru is defended with one die at most."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from engine import mapgraph, ruleset
from engine.core import registry
from engine.core.dice import Board, Order
from engine.core.hooks import DiceHooks
from engine.core.registry import register
from engine.core.ruleset import Mechanic, RuleSet

PERU = mapgraph("classic42").number["peru"]


def eight_sided(board: Board, role: str, order: Order, row: tuple[int, ...]) -> tuple[int, ...]:
    return (8,) * len(row) if role == "attacker" else row


def narrow(board: Board, role: str, order: Order, most: int) -> int:
    return min(most, 1) if role == "defender" and order.dst == PERU else most


DICE = Mechanic("eights", hooks=(DiceHooks(dice_sides=(eight_sided,), most_dice=(narrow,)),))
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
