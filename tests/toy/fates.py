"""Fates for the toy game: who wins ties, whose ones are thrown again, and what follows from dice that lie alike.

Attacks from the Bay win ties; ones are thrown again in attacks that a general leads, and in the defence of the Crater.
Three dice alike bring their seat a coin, once a roll. A tower beside the defenders saves one of them in each throw. Who
falls in a battle comes to the Rille, whoever holds it. Where generals meet, the attacker pays a coin for an omen before
the dice, and may turn back.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from engine import RuleSet, mapgraph
from engine.core import registry
from engine.core.actions import Action
from engine.core.agenda import AgendaItem, Decision, Step
from engine.core.context import Context
from engine.core.dice import Board, Order
from engine.core.hooks import DiceHooks
from engine.core.offers import ChoiceField, Offer
from engine.core.registry import register
from engine.core.ruleset import Mechanic
from engine.mechanics.battle.fight import call_off
from engine.mechanics.battle.hooks import BattleHooks
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


class OmenStep(Step, frozen=True, tag="toy.omen"):
    seat: int


class OmenAsked(Decision, frozen=True, kw_only=True, tag="toy.omen_asked"):
    step = "attack"


class Heed(Action, frozen=True, tag="toy.heed"):
    """Turn back, or go on."""

    back: bool


def seek_omen(context: Context, order: Order) -> tuple[AgendaItem, ...]:
    if not order.leaders or "general" not in context.own_pieces(order.dst):
        return ()
    seat = context.state.owner[order.src]
    return OmenStep(seat), OmenAsked(seats=(seat,))


def heed(context: Context, asked: OmenAsked, order: Heed) -> None:
    context.pop_decision()
    if order.back:
        call_off(context)


FATES = Mechanic(
    "fates",
    hooks=(
        DiceHooks(wins_ties=(from_the_bay,), throws_again=(again,)),
        BattleHooks(
            before_throw=(seek_omen,),
            on_thrown=(pay_for_three,),
            change_losses=(save_one,),
            on_fallen=(come_to_the_rille,),
        ),
    ),
    steps={OmenStep: lambda context, step: context.pay(step.seat, 1)},
    answers={(OmenAsked, Heed): heed},
    offers={OmenAsked: lambda *_: (Offer("toy.heed", "Heed it", (ChoiceField("back", (True, False)),)),)},
    defaults={OmenAsked: lambda context, asked, seat: Heed(seat, back=True)},
)


@contextmanager
def known() -> Iterator[RuleSet]:
    """The toy game with these fates, registered for a while."""
    rules = register(replace(toy.TOY, id="toy_fates", mechanics=(*toy.TOY.mechanics, FATES)))
    try:
        yield rules
    finally:
        del registry._RULESETS[rules.id]
