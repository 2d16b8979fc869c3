"""The same game with other secrets: what a viewer cannot know is dealt anew, under equal counts.

For checks that nobody sees a difference: two such games must look the same to the viewer, whatever is done in them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from engine.core.registry import family_of, ruleset
from engine.core.state import GameState
from engine.core.units import multiset_subtract, split_like


def deal_anew(state: GameState, viewer: int | None, random: Random, *, hands_alone: bool = False) -> GameState:
    """Deal the hands of all others and the decks anew on a copy: each seat and each layer of a deck has as many cards
    of each deck as before. A viewer None knows no hand. The family deals what else it hides, unless
    `hands_alone`: what lies face down comes to light in a capture, and then the games differ."""
    twin = state.copy()
    deck_of = _deck_of(twin)
    others = [seat for seat in range(len(twin.players)) if seat != viewer]
    for deck in {deck_of(card) for seat in others for card in twin.players[seat].hand}:
        held = {seat: [card for card in twin.players[seat].hand if deck_of(card) == deck] for seat in others}
        hidden = [card for cards in held.values() for card in cards]
        hidden += [card for layer in twin.decks[deck] for card in layer]
        for seat, cards in held.items():
            dealt = random.sample(sorted(hidden), len(cards))
            hidden = list(multiset_subtract(hidden, dealt))
            hand = (*multiset_subtract(twin.players[seat].hand, cards), *dealt)
            twin.players[seat] = replace(twin.players[seat], hand=tuple(sorted(hand)))
        random.shuffle(hidden)
        twin.decks[deck] = split_like(twin.decks[deck], hidden)
    if not hands_alone:
        family_of(twin.rules).deal_anew(twin, viewer, random)
    return twin


def _deck_of(state: GameState) -> Callable[[int], str]:
    """Return what tells the deck of a card in a hand: games that tell no hands by deck have one such deck."""
    tell = ruleset(state.rules).deck_of
    if tell is not None:
        return lambda card: tell(state, card)
    only = next(iter(state.decks), "")
    return lambda card: only
