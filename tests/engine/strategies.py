"""What hypothesis draws from: positions, and actions that are sensible, nearly so, or not at all."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st

from engine import Action, End, Force, GameState, open_decision
from engine.mechanics.battle.types import Attack, Defend
from engine.mechanics.card_sets import Trade
from engine.mechanics.deploy import Place
from engine.mechanics.fortify import Fortify, Redistribute
from engine.mechanics.occupy import Advance
from engine.mechanics.setup import Claim
from engine.mechanics.setup_plan.types import Plan
from engine.rules.classic.dice_modifiers import CommanderAction, KeepDice, Reroll
from tests.kit.games import positions, random_action

states = st.deferred(lambda: st.sampled_from(positions()))  # played when the first test asks for one
seeds = st.integers(0, 2**32)
numbers = st.integers(-5, 45)
WISHES = ("asia", "atlantis", "next_to_mine", "any")
forces = st.builds(Force, st.integers(-6, 40), st.sampled_from([(), ("general",)]))


def actions(seat: int) -> st.SearchStrategy[Action]:
    """Any action at all, sensible or not, of a seat."""
    who = st.just(seat)
    pairs = st.lists(st.tuples(numbers, st.integers(-2, 9)), max_size=4).map(tuple)
    attack = st.builds(
        Attack,
        who,
        numbers,
        numbers,
        dice=st.integers(-2, 5),
        throws=st.integers(-1, 4),
        left=st.integers(-1, 9),
        odds=st.integers(-1, 101),
        advance=st.integers(-6, 9),
    )
    return st.one_of(
        st.builds(Claim, who, numbers),
        st.builds(Plan, who, st.lists(numbers | st.sampled_from(WISHES), max_size=4).map(tuple), pairs, pairs),
        st.builds(Place, who, pairs),
        st.builds(Place, who, pairs, pairs),
        st.builds(Redistribute, who, pairs),
        st.builds(Trade, who, st.lists(numbers, max_size=4).map(tuple), numbers),
        attack,
        st.builds(Attack, who, numbers, numbers),
        st.builds(Defend, who, st.integers(-1, 4)),
        st.builds(Reroll, who, st.integers(-1, 8), numbers),
        st.builds(CommanderAction, who, st.integers(-1, 8)),
        st.builds(KeepDice, who),
        st.builds(Advance, who, forces),
        st.builds(Fortify, who, numbers, numbers, forces),
        st.builds(End, who),
    )


def asked_seat(state: GameState) -> int:
    asked = open_decision(state)
    assert asked is not None
    return asked.seats[0]


def near(state: GameState) -> st.SearchStrategy[Action]:
    """An offered action with one of its numbers changed a little."""
    return st.tuples(seeds, st.integers(-2, 2), st.integers(0, 5)).map(lambda drawn: _nudged(state, *drawn))


def _nudged(state: GameState, seed: int, by: int, which: int) -> Action:
    action = random_action(state, Random(seed))
    fields = [name for name in action.__struct_fields__[1:] if isinstance(getattr(action, name), (int, Force))]
    if not fields or isinstance(action, End):
        return action
    name = fields[which % len(fields)]
    value = getattr(action, name)
    changed: Any = Force(value.armies + by) if isinstance(value, Force) else value + by
    return msgspec.structs.replace(action, **{name: changed})


def sensible_attacks(state: GameState, seat: int) -> st.SearchStrategy[Action]:
    places = st.integers(0, len(state.owner) - 1)
    return st.builds(
        Attack,
        st.just(seat),
        places,
        places,
        dice=st.integers(0, 3),
        throws=st.integers(0, 4),
        left=st.integers(0, 3),
        odds=st.integers(0, 100),
        advance=st.integers(-4, 9),
    )
