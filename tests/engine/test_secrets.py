"""Nobody learns what others hold: two positions that differ only in others' cards look and sound the same."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine import FastChance, GameState, apply, event_for, view_for
from engine.core.context import Context
from engine.core.units import multiset_subtract
from engine.mechanics.card_sets import DECK, Trade
from tests.engine.strategies import seeds, states
from tests.kit.games import random_action


@given(states, st.integers(-1, 5), seeds)
def test_a_view_does_not_depend_on_the_secrets_of_others(state: GameState, who: int, seed: int) -> None:
    viewer = who if 0 <= who < len(state.players) else None
    twin = with_other_secrets(state, viewer, Random(seed))
    assert view_for(twin, viewer) == view_for(state, viewer)


@given(states, st.integers(-1, 5), seeds)
def test_what_others_are_told_does_not_depend_on_secrets(state: GameState, who: int, seed: int) -> None:
    viewer = who if 0 <= who < len(state.players) else None
    action = random_action(state, Random(seed))
    if isinstance(action, Trade) or viewer == action.seat:
        return
    twin = with_other_secrets(state, viewer, Random(seed))
    told = [event_for(event, viewer) for event in apply(state, action, FastChance(seed)).events]
    assert told == [event_for(event, viewer) for event in apply(twin, action, FastChance(seed)).events]


def is_told(state: GameState, seat: int) -> bool:
    """Whether the table learns of a fitting card from the questions that the active seat is asked."""
    return bool(state.options.attack_card_reroll) and seat == state.active


def with_other_secrets(state: GameState, viewer: int | None, random: Random) -> GameState:
    """The same position with all cards that `viewer` does not know dealt anew: other hands and the deck.

    By ruling R22 the attacker is asked to re-roll only with a fitting card, so the hand stays where that is played."""
    twin = state.copy()
    context = Context(twin)
    hidden = [card for layer in twin.decks[DECK] for card in layer]
    others = [seat for seat in range(len(twin.players)) if seat != viewer and not is_told(twin, seat)]
    hidden += [card for seat in others for card in twin.players[seat].hand]
    for seat in others:
        hand = random.sample(hidden, len(twin.players[seat].hand))
        hidden = list(multiset_subtract(hidden, hand))
        context.change_player(seat, hand=tuple(sorted(hand)))
    layers = []
    for layer in twin.decks[DECK]:
        cards = random.sample(hidden, len(layer))
        hidden = list(multiset_subtract(hidden, cards))
        layers.append(tuple(sorted(cards)))
    twin.decks[DECK] = tuple(layers)
    return twin
