"""Fights in which no family has a say go a short way; it ends as the long way does, which a hook makes them take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine import Action, Event, FastChance, GameState, apply_in_place, event_to_json, new_game, ruleset
from engine.bench import policy
from engine.core import registry
from engine.core.registry import register
from engine.core.ruleset import Mechanic
from engine.mechanics.battle.fight import _fights_plainly
from engine.mechanics.battle.hooks import BattleHooks
from engine.mechanics.battle.types import Attack, DefendAsked, RoundResolved

WATCH = Mechanic("watch", hooks=(BattleHooks(change_losses=(lambda context, order, lost: lost,)),))
SHORT = ruleset("modern")
LONG = replace(SHORT, id="modern_watched", for_two="", mechanics=(*SHORT.mechanics, WATCH))
CONDITIONS = ({}, {"throws": 0}, {"throws": 3}, {"throws": 0, "left": 2}, {"throws": 0, "odds": 1}, {"dice": 1})


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    """Known to these tests alone."""
    register(LONG)
    yield
    del registry._RULESETS[LONG.id]


def attack_in_many_ways(state: GameState, rng: Random) -> Action:
    """What the policy of the benchmark does, its attacks with this or that condition."""
    action = policy(state, rng)
    if not isinstance(action, Attack):
        return action
    conditions = {"throws": 1, **rng.choice(CONDITIONS)}
    goes_on = state.armies[action.src] > conditions.get("left", 0)
    return Attack(action.seat, action.src, action.dst, **conditions) if goes_on else action


def play(rules: str, seed: int, **options: object) -> tuple[list[Event], list[str], GameState]:
    """Play a game to its end: all that happened, the kinds of the questions, and the last state."""
    chance, rng = FastChance(seed), Random(seed)
    state = new_game(rules, ["red", "blue", "green"], chance=chance, options=options).state
    events: list[Event] = []
    asked: list[str] = []
    while state.agenda:
        asked.append(type(state.agenda[-1]).__name__)
        events += apply_in_place(state, attack_in_many_ways(state, rng), chance).events
    return events, asked, state


@pytest.mark.parametrize("dice", ["always_max", "choose"])
@pytest.mark.parametrize("seed", range(3))
def test_both_ways_of_a_fight_are_alike(seed: int, dice: str) -> None:
    assert (_fights_plainly(SHORT), _fights_plainly(LONG)) == (True, False)
    short, asked, end = play(SHORT.id, seed, defender_dice=dice)
    long, asked_too, end_too = play(LONG.id, seed, defender_dice=dice)
    assert [event_to_json(event) for event in short] == [event_to_json(event) for event in long]
    assert asked == asked_too
    assert end.armies == end_too.armies and end.owner == end_too.owner and end.winners == end_too.winners
    assert sum(isinstance(event, RoundResolved) for event in short) > 100
    assert (DefendAsked.__name__ in asked) is (dice == "choose")
