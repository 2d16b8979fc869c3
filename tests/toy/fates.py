"""Fates for the toy game: who wins ties, whose ones are thrown again, and what follows from dice that lie alike.

Attacks from the Bay win ties; ones are thrown again in attacks that a general leads, and in the defence of the Crater.
Three dice alike bring their seat a coin, once a roll. A tower beside the defenders saves one of them in each throw. Who
falls in a battle comes to the Rille, whoever holds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from engine import RuleSet, mapgraph
from engine.core import registry
from engine.core.context import Context
from engine.core.dice import Board, Order
from engine.core.registry import register
from engine.core.ruleset import Hooks
from tests import toy

BAY, CRATER, RILLE = (mapgraph(toy.BOARD.id).number[name] for name in ("bay", "crater", "rille"))


def from_the_bay(board: Board, order: Order) -> bool:
    return order.src == BAY


def again(board: Board, role: str, order: Order) -> bool:
    return bool(order.leaders) if role == "attacker" else order.dst == CRATER


def pay_for_three(context: Context, seat: int, dice: tuple[int, ...]) -> bool:
    alike = any(dice.count(die) > 2 for die in dice)
    if alike:
        context.earn(seat, 1)
    return alike


def save_one(context: Context, order: Order, losses: tuple[int, int]) -> tuple[int, int]:
    attacker, defender = losses
    return attacker, max(0, defender - bool(context.buildings_at(order.dst)))


def come_to_the_rille(context: Context, at: int, seat: int, armies: int, cause: str, order: Order | None) -> None:
    context.state.armies[RILLE] += armies if cause == "battle" and order else 0


FATES = Hooks(
    ties=from_the_bay,
    rerolls=again,
    on_thrown=pay_for_three,
    change_losses=save_one,
    fallen=come_to_the_rille,
)


@contextmanager
def known() -> Iterator[RuleSet]:
    """The toy game with these fates, registered for a while."""
    rules = register(replace(toy.TOY, id="toy_fates", hooks=(*toy.TOY.hooks, FATES)))
    try:
        yield rules
    finally:
        del registry._RULESETS[rules.id]
