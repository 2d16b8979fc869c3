"""A state that fits a view: what the viewer sees, with any cards in the places that it cannot see.

For trying in mind what an order would do. Nothing of it comes from a state, so it betrays nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.core.reducer import empty_state
from engine.core.registry import family_of, ruleset
from engine.core.state import GameState, Player
from engine.core.view import PlayerView, SeatView


def guess_state(view: PlayerView) -> GameState:
    """Make up a state that fits a view, with nothing on its agenda. Other hands have as many cards of each deck as they
    show; a deck has all cards that may lie in it, which can be more than do."""
    state = empty_state(view.rules, view.colours, options=view.options, map=view.map)
    state.owner, state.armies, state.pieces = list(view.owner), list(view.armies), list(view.pieces)
    state.order, state.active, state.round = view.order, view.active, view.round
    state.pool, state.captures, state.supply = view.pool, view.captures, list(view.supply)
    state.sets_traded, state.winners = view.sets_traded, view.winners
    family_of(view.rules).recall(state, view)
    _deal(state, view)
    return state


def _deal(state: GameState, view: PlayerView) -> None:
    """Deal the hands, and leave in the decks what the viewer sees nowhere else."""
    hidden = {deck: Counter(card for layer in layers for card in layer) for deck, layers in state.decks.items()}
    state.discards = dict(view.discards)
    for deck, cards in view.discards.items():
        hidden[deck] -= Counter(cards)
    for card in view.hand:
        hidden[_deck_of(state, card)] -= Counter((card,))
    state.players = [
        Player(view.hand if seat.seat == view.viewer else _take(hidden, _count_held(state, seat)), seat.out)
        for seat in view.seats
    ]
    for deck, left in hidden.items():
        state.decks[deck] = (tuple(sorted(left.elements())),) if view.decks[deck] and left else ()


def _deck_of(state: GameState, card: int) -> str:
    tell = ruleset(state.rules).deck_of
    return tell(state, card) if tell else next(iter(state.decks))


def _count_held(state: GameState, seat: SeatView) -> Mapping[str, int]:
    """Count the cards that a seat shows by deck; where hands are not told by deck, there is one deck of them."""
    return seat.by_deck if ruleset(state.rules).deck_of else {next(iter(state.decks), ""): seat.cards}


def _take(hidden: dict[str, Counter[int]], counts: Mapping[str, int]) -> tuple[int, ...]:
    """Take so many cards of each deck out of the hidden ones."""
    hand: list[int] = []
    for deck, count in counts.items():
        dealt = [*hidden.get(deck, Counter()).elements()][:count]
        if dealt:
            hidden[deck] -= Counter(dealt)
        hand += dealt
    return tuple(sorted(hand))
