"""The same game with other secrets: what a viewer cannot know is dealt anew, under equal counts.

For checks that nobody sees a difference: two such games must look the same to the viewer, whatever is done in them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
from msgspec.structs import replace

from engine.core.agenda import Decision
from engine.core.codec import action_from_json
from engine.core.facts import Facts
from engine.core.offers import random_arguments
from engine.core.reducer import offers
from engine.core.registry import family_of, ruleset
from engine.core.state import GameState
from engine.core.units import multiset_subtract, split_like
from engine.mechanics.action_cards.taking import TakeAsked
from engine.mechanics.battle.types import AttackInProgress
from engine.mechanics.family_state import FamilyState


def deal_anew(state: GameState, viewer: int | None, random: Random, *, hands_alone: bool = False) -> GameState:
    """Deal the hands of all others and the decks anew on a copy: each seat and each layer of a deck has as many cards
    of each deck as before. A viewer None knows no hand, and one who looks into somebody's hand knows it. The family
    deals what else it hides, and sealed answers become others, unless `hands_alone`: that comes to light as a game goes
    on, and then the games differ."""
    twin = state.copy()
    deck_of = _deck_of(twin)
    others = [seat for seat in range(len(twin.players)) if seat not in (viewer, _find_shown_hand(twin, viewer))]
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
        _answer_anew(twin, viewer, random)
        _pass_anew(twin, viewer, random)
    return twin


def _find_shown_hand(state: GameState, viewer: int | None) -> int | None:
    """Return the seat whose hand the viewer is looking at, None if it looks at none."""
    asked = state.agenda[-1] if state.agenda else None
    return asked.of if isinstance(asked, TakeAsked) and viewer in asked.seats else None


def _answer_anew(state: GameState, viewer: int | None, random: Random) -> None:
    """Let others have given any sealed answer that they may give by their present hands."""
    asked = state.agenda[-1] if state.agenda else None
    if isinstance(asked, Decision) and asked.given:
        given = [each if each["seat"] == viewer else _other_answer(state, asked, each, random) for each in asked.given]
        state.agenda[-1] = replace(asked, given=tuple(given))


def _other_answer(state: GameState, asked: Decision, given: Facts, random: Random) -> Facts:
    """Draw an answer of the seat that has given this one."""
    before = state.copy()
    rest = tuple(each for each in asked.given if each is not given)
    before.agenda[-1] = replace(asked, seats=(*asked.seats, given["seat"]), given=rest)
    offer = random.choice(offers(before, given["seat"]))
    arguments = msgspec.to_builtins(random_arguments(offer, random.randrange))
    action = action_from_json({"type": offer.action, "seat": given["seat"], **arguments})
    plain: Facts = msgspec.json.decode(msgspec.json.encode(action))
    return plain


def _pass_anew(state: GameState, viewer: int | None, random: Random) -> None:
    """Let any others have said that they let all windows of the order or of the turn pass."""
    if not isinstance(state, FamilyState):
        return
    others = [seat for seat in range(len(state.players)) if seat != viewer]
    state.passed = _others_anew(state.passed, viewer, others, random)
    for index, item in enumerate(state.agenda):
        if isinstance(item, AttackInProgress):
            passed = _others_anew(item.passed or (), viewer, others, random)
            state.agenda[index] = replace(item, passed=passed or msgspec.UNSET)


def _others_anew(seats: tuple[int, ...], viewer: int | None, others: list[int], random: Random) -> tuple[int, ...]:
    """Keep whether the viewer is among some seats, and choose of the others by lot."""
    return (*(seat for seat in seats if seat == viewer), *(seat for seat in others if random.random() < 0.5))


def _deck_of(state: GameState) -> Callable[[int], str]:
    """Return what tells the deck of a card in a hand: games that tell no hands by deck have one such deck."""
    tell = ruleset(state.rules).deck_of
    if tell is not None:
        return lambda card: tell(state, card)
    only = next(iter(state.decks), "")
    return lambda card: only
