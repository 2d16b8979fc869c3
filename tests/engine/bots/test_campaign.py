"""What the veteran values: read off positions where a person would not hesitate."""

from __future__ import annotations

from random import Random

import pytest

from engine import FastChance, GameState, apply_in_place, mapgraph, new_game, open_decision, view_for
from engine.bots import choose
from engine.bots.board import Board
from engine.core.agenda import Decision
from engine.core.mapgraph import Continent
from engine.mechanics.battle.types import Attack, AttackAsked
from engine.mechanics.deploy import Place, PlaceAsked
from tests.engine.bots.test_answers import seated

GRAPH = mapgraph("classic42")
AUSTRALIA = next(part for part in GRAPH.continents if part.bonus == 2 and len(part.members) == 4)


def a_game(holdings: dict[int, tuple[int, int]], asked: Decision, pool: int = 0) -> GameState:
    """Seat 0 to move; (owner, armies) by territory. What is not named is held by the others in turn, three armies."""
    state = seated("modern", 3, 1)
    for territory in range(GRAPH.size):
        owner, armies = holdings.get(territory, (1 + territory % 2, 3))
        state.owner[territory], state.armies[territory] = owner, armies
    state.supply, state.active, state.round, state.pool = [], 0, 2, pool
    state.agenda[:] = [asked]
    return state


def gate_of(part: Continent) -> int:
    return next(here for here in part.members if any(there not in part.members for there in GRAPH.neighbours[here]))


def test_armies_go_where_a_continent_can_be_completed() -> None:
    inside = AUSTRALIA.members
    missing = next(here for here in inside if here != gate_of(AUSTRALIA))
    far = 0
    assert not {far, *GRAPH.neighbours[far]} & set(inside)
    mine = {here: (0, 2) for here in inside if here != missing} | {far: (0, 2)}
    state = a_game({**mine, missing: (1, 2)}, PlaceAsked(seats=(0,)), pool=5)
    action = choose("veteran", view_for(state, 0), Random(1))
    assert isinstance(action, Place)
    assert {territory for territory, _ in action.at} <= set(GRAPH.neighbours[missing])


@pytest.mark.parametrize(("guard", "broken"), [(1, True), (3, False)])
def test_a_continent_is_broken_where_its_owner_leaves_borders_bare(guard: int, broken: bool) -> None:
    gate = gate_of(AUSTRALIA)
    source = next(here for here in GRAPH.neighbours[gate] if here not in AUSTRALIA.members)
    theirs = dict.fromkeys(AUSTRALIA.members, (1, 1)) | {gate: (1, 2)}
    others = {here: (2 if here % 2 else 1, guard) for here in range(GRAPH.size) if here not in theirs}
    state = a_game(others | theirs | {source: (0, 5)}, AttackAsked(seats=(0,)))
    action = choose("veteran", view_for(state, 0), Random(1))
    assert (isinstance(action, Attack) and action.dst == gate) == broken


def test_a_hopeless_fight_is_not_begun() -> None:
    state = a_game({0: (0, 2)}, AttackAsked(seats=(0,)))
    assert not isinstance(choose("veteran", view_for(state, 0), Random(1)), Attack)


def test_the_last_opponent_is_finished_off() -> None:
    last = GRAPH.neighbours[0][0]
    holdings = dict.fromkeys(range(GRAPH.size), (0, 2)) | {0: (0, 9), last: (1, 2)}
    state = a_game(holdings, AttackAsked(seats=(0,)))
    state.players[2] = type(state.players[2])(out=True)
    action = choose("veteran", view_for(state, 0), Random(1))
    assert isinstance(action, Attack)
    assert action.dst == last
    apply_in_place(state, action, FastChance(1))


@pytest.mark.parametrize(("active", "pool", "leads"), [(0, 0, False), (0, 500, True), (1, 500, False)])
def test_armies_in_hand_count_for_the_lead_of_whose_turn_it_is(active: int, pool: int, leads: bool) -> None:
    state = a_game({0: (0, 2)}, PlaceAsked(seats=(0,)), pool=pool)
    state.active = active
    assert Board(view_for(state, 0)).leads == leads


def test_two_of_them_with_hundreds_of_armies_come_to_an_end() -> None:
    """In this game they once sat behind their stacks for ever, for a fight between those cost more than it brought."""
    minds, rng, chance = ("veteran", "veteran", "recruit", "recruit"), Random(1001), FastChance(1001)
    state = new_game("modern", ["red", "blue", "yellow", "green"], chance=chance).state
    while state.agenda and state.round < 120:
        seat = open_decision(state).seats[0]  # type: ignore[union-attr]  # the game goes on
        apply_in_place(state, choose(minds[seat], view_for(state, seat), rng), chance)
    assert state.winners
