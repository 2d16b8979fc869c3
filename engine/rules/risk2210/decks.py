"""The decks of a new game: Command cards, and territory cards without the two jokers.

Source: 002, "Sow the Seeds of War". No pile of discards is ever shuffled into a new deck.
"""

from engine.core.mapgraph import mapgraph
from engine.core.state import GameState
from engine.mechanics.action_cards import fill_decks
from engine.rules.risk2210.kinds import TERRITORY_DECKS


def fill(state: GameState) -> None:
    """Fill all decks, each in an order that nobody knows."""
    fill_decks(state)
    zones = mapgraph(state.map).in_zone
    for zone, deck in TERRITORY_DECKS.items():
        state.decks[deck], state.discards[deck] = (tuple(sorted(zones[zone])),), ()
