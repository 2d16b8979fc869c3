"""A veteran keeps the gates of its continents."""

from __future__ import annotations

from random import Random

from engine import bots, mapgraph, view_for
from engine.bots.board import Board
from engine.bots.holding import Holding
from engine.mechanics.battle.types import Attack, AttackAsked
from engine.mechanics.deploy import Place
from engine.position import position

BOARD = (
    "red: Indonesia 2, New Guinea 1, Western Australia 1, Eastern Australia 1, Brazil 4 | blue: Siam 6, Peru 1"
    " | green: *2"
)
AFRICA = (
    "red: North Africa 9, Egypt 3, East Africa 3, Congo 1, South Africa 1, Madagascar 1"
    " | blue: Western Europe 8, Brazil 2 | green: *3"
)
NORTH_AFRICA = mapgraph("classic42").number["north_africa"]
INDONESIA = mapgraph("classic42").number["indonesia"]


def test_new_armies_go_to_a_gate_that_could_not_be_held() -> None:
    view = view_for(position(BOARD, rules="modern"), 0)
    need = Holding(Board(view)).needs[INDONESIA]
    assert need > 2, "Siam may come with five and what it gets"
    order = bots.choose("veteran", view, Random(1))
    assert isinstance(order, Place) and (need > 2 + view.pool or dict(order.at).get(INDONESIA, 0) >= need - 2)


def test_a_gate_is_not_marched_bare() -> None:
    state = position(AFRICA, rules="modern")
    state.pool, state.agenda[:] = 0, [AttackAsked(seats=(0,))]
    order = bots.choose("veteran", view_for(state, 0), Random(1))
    assert not isinstance(order, Attack) or order.src != NORTH_AFRICA or order.left > 1, "Western Europe has eight"
