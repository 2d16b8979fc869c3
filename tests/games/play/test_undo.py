"""Whoever takes a move back has learned nothing from it that others hide."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import engine
from engine.core.registry import family_of
from engine.redeal import deal_anew
from games.play.session import hidden_cards, is_undoable
from tests.kit.games import random_action, walk

GAMES = [("risk2210", 2, 1), ("risk2210", 4, 4), ("godstorm", 2, 1), ("godstorm", 4, 1), ("modern", 3, 1)]


@pytest.mark.no_cover
@pytest.mark.parametrize(("rules", "seats", "seed"), GAMES)
def test_what_may_be_undone_comes_out_the_same_whatever_others_hold(rules: str, seats: int, seed: int) -> None:
    undoable = 0
    for number, state in enumerate(walk(rules, seats, seed)):
        asked = engine.open_decision(state)
        if number % 2 or asked is None:
            continue
        action = random_action(state, Random(number))
        learnt = after(state, action, number)
        if learnt is not None:
            undoable += 1
            assert after(twin_of(state, action.seat, Random(number)), action, number) == learnt
    assert undoable > 30


def test_what_a_seat_does_not_see_are_decks_and_the_hands_of_others() -> None:
    hands = [SimpleNamespace(hand=cards) for cards in ([1, 2, 3], [4], [])]
    decks = {"cards": [[5, 6], [7]], "events": [[8]], "spent": []}
    state: Any = SimpleNamespace(decks=decks, players=hands)
    assert [hidden_cards(state, seat) for seat in range(3)] == [(4, 1), (4, 3), (4, 4)]


def twin_of(state: engine.GameState, seat: int, random: Random) -> engine.GameState:
    """Deal anew what lies on the table and in hands; the answers of others stay as they are."""
    twin = deal_anew(state, seat, random, hands_alone=True)
    family_of(twin.rules).deal_anew(twin, seat, random)
    return twin


def after(state: engine.GameState, action: engine.Action, number: int) -> object:
    """What the seat learns from its move if it may be undone; None if it may not, or ends the game."""
    played = engine.apply(state, action, engine.FastChance(number))
    if not played.state.agenda or not is_undoable(played, hidden_cards(state, action.seat), action.seat):
        return None
    told = [engine.event_for(event, action.seat) for event in played.events]
    return told, engine.view_for(played.state, action.seat)
