"""Nobody learns what others hold: two positions that differ only in others' cards look and sound the same."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine import FastChance, GameState, apply, event_for, ruleset, view_for
from engine.core.context import Context
from engine.core.units import multiset_subtract
from engine.mechanics.action_cards.types import PlayCard
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
    if isinstance(action, Trade | PlayCard) or viewer == action.seat:
        return
    twin = with_other_secrets(state, viewer, Random(seed))
    told = [event_for(event, viewer) for event in apply(state, action, FastChance(seed)).events]
    assert told == [event_for(event, viewer) for event in apply(twin, action, FastChance(seed)).events]


def is_told(state: GameState, seat: int) -> bool:
    """Whether the table learns of a fitting card from the questions that the active seat is asked."""
    return bool(getattr(state.options, "attack_card_reroll", False)) and seat == state.active


def with_other_secrets(state: GameState, viewer: int | None, random: Random) -> GameState:
    """The same position with all cards that `viewer` does not know dealt anew, deck by deck: other hands and the decks.

    By ruling R22 the attacker is asked to re-roll only with a fitting card, so the hand stays where that is played; so
    does that of a seat whose sealed answer, which may play a card, lies there."""
    twin = state.copy()
    answered = {answer["seat"] for answer in twin.agenda[-1].given} if twin.agenda else set()
    kept = {viewer, *answered, *(seat for seat in range(len(twin.players)) if is_told(twin, seat))}
    others = [seat for seat in range(len(twin.players)) if seat not in kept]
    for deck in decks_of_hands(twin):
        deal_anew(Context(twin), deck, others, random)
    return twin


def decks_of_hands(state: GameState) -> list[str]:
    """The decks from which cards go to hands."""
    deck_of = ruleset(state.rules).deck_of
    if deck_of is None:
        return [DECK]
    cards = (card for player in state.players for card in player.hand)
    return list(dict.fromkeys(deck_of(state, card) for card in cards))


def deal_anew(context: Context, deck: str, others: list[int], random: Random) -> None:
    """Mix what lies in a deck with the cards of it that others hold, and give everybody as many as before."""
    state = context.state
    deck_of = context.rules.deck_of or (lambda state, card: DECK)
    held = {seat: [card for card in state.players[seat].hand if deck_of(state, card) == deck] for seat in others}
    hidden = [card for layer in state.decks[deck] for card in layer] + [card for hand in held.values() for card in hand]
    for seat, hand in held.items():
        dealt = random.sample(hidden, len(hand))
        hidden = list(multiset_subtract(hidden, dealt))
        rest = multiset_subtract(state.players[seat].hand, hand)
        context.change_player(seat, hand=tuple(sorted((*rest, *dealt))))
    layers = []
    for layer in state.decks[deck]:
        cards = random.sample(hidden, len(layer))
        hidden = list(multiset_subtract(hidden, cards))
        layers.append(tuple(sorted(cards)))
    state.decks[deck] = tuple(layers)
