"""The decks of a new game: miracle cards by god, territory cards without wild cards, the continents for a lot.

Source: 004, "Setup", "Play Miracle Cards": a territory card that is shown goes back, and its deck is shuffled.
"""

from engine.core.mapgraph import mapgraph
from engine.core.state import GameState
from engine.mechanics.action_cards.kinds import fill_decks
from engine.rules.godstorm.kinds import CONTINENTS, LAND, TERRITORIES


def fill(state: GameState) -> None:
    """Fill all decks, each in an order that nobody knows."""
    fill_decks(state)
    graph = mapgraph(state.map)
    state.decks[TERRITORIES], state.discards[TERRITORIES] = (tuple(sorted(graph.in_zone[LAND])),), ()
    state.decks[CONTINENTS], state.discards[CONTINENTS] = (tuple(range(len(graph.continents))),), ()
