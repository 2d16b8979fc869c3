"""The toy game with companions: a ghost and a spirit, which pass the Dune but do not stay there.

They come along in attacks on the island, beside the dice, but not to the Moon. Attacks there are called invasions and
have a step of their own; `home` is a place of one's own on the Moon.
"""

from dataclasses import replace
from typing import ClassVar

import tests.toy as toy
from engine.core.context import Context
from engine.core.dice import Board, Order
from engine.core.hooks import DiceHooks, PieceHooks, WordHooks
from engine.core.mapgraph import register_map
from engine.core.ruleset import Mechanic
from engine.mechanics import battle
from engine.mechanics.battle.types import AttackStep
from engine.mechanics.fortify import FortifyHooks
from tests.toy.board import BOARD

GHOST, SPIRIT = "ghost", "spirit"
ZONES = tuple("moon" if name in toy.MOON.ids else "land" for name in BOARD.ids)
GRAPH = register_map(replace(BOARD, id="island+haunted-moon", zones=ZONES))
DUNE = GRAPH.number["dune"]
MOON = frozenset(GRAPH.number[name] for name in toy.MOON.ids)


class HauntedState(toy.ToyState, kw_only=True):
    bystanders: ClassVar[frozenset[str]] = frozenset({GHOST, SPIRIT})


def shun(context: Context, territory: int) -> str | None:
    return "fortify.no_route" if territory == DUNE else None


def come_along(board: Board, order: Order) -> tuple[str, ...]:
    return () if order.dst in MOON else board.companions_at(order.src)


def blessed(board: Board, order: Order) -> bool:
    """With a spirit the attacker wins ties."""
    return SPIRIT in (order.leaders or ())


SOULS = Mechanic(
    "souls",
    hooks=(
        PieceHooks(companions=(GHOST, SPIRIT)),
        WordHooks(companion_words=("soul", "souls"), own_places=(("home", "moon"),)),
        FortifyHooks(may_bring=(shun,)),
        DiceHooks(may_lead=(come_along,), wins_ties=(blessed,)),
    ),
)
OF_THE_TURN = (*toy.TOY.turn[:4], AttackStep(("moon",)), *toy.TOY.turn[4:])
HAUNTED = replace(
    toy.TOY,
    id="toy_haunted",
    map=GRAPH.id,
    state_type=HauntedState,
    attack=replace(toy.TOY.attack, words={"moon": "invade"}, steps={"moon": "moon"}),
    mechanics=(*toy.mechanics_without(DiceHooks), SOULS, battle.INVADING),
    turn=OF_THE_TURN,
)
