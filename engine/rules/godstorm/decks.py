"""The decks of a new game: miracle cards by god, territory cards without wild cards, the continents for a lot.

Source: 004, "Setup", "Play Miracle Cards": a territory card that is shown goes back, and its deck is shuffled.
"""

from collections.abc import Sequence

from engine.core.context import Context
from engine.core.mapgraph import mapgraph
from engine.core.state import GameState
from engine.mechanics.action_cards import fill_decks
from engine.rules.godstorm.kinds import CONTINENTS, DECKS, LAND, TERRITORIES


def fill(state: GameState) -> None:
    """Fill all decks, each in an order that nobody knows."""
    for deck in DECKS:
        state.decks[deck], state.discards[deck] = (), ()
    fill_decks(state)
    graph = mapgraph(state.map)
    state.decks[TERRITORIES], state.discards[TERRITORIES] = (tuple(sorted(graph.in_zone[LAND])),), ()
    state.decks[CONTINENTS], state.discards[CONTINENTS] = (tuple(range(len(graph.continents))),), ()


def show(context: Context, deck: str, count: int) -> list[int]:
    """Turn over so many cards, and shuffle them back into their deck."""
    shown = [card for _ in range(count) if (card := context.draw(deck)) is not None]
    put_back(context.state, deck, shown)
    return shown


def put_back(state: GameState, deck: str, cards: Sequence[int]) -> None:
    """Put cards back into what of a deck nobody knows; cards that a position has laid on top stay there."""
    *known, last = state.decks[deck] or ((),)
    if len(last) == 1 and len(known) and all(len(layer) == 1 for layer in known):
        known, last = [*known, last], ()
    state.decks[deck] = (*known, tuple(sorted((*last, *cards))))
