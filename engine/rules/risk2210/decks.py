"""The decks of a new game: Command cards, and territory cards without the two jokers.

Source: 002, "Sow the Seeds of War". No pile of discards is ever shuffled into a new deck.
"""

from engine.core.mapgraph import mapgraph
from engine.core.state import GameState
from engine.mechanics.action_cards.kinds import fill_decks
from engine.rules.risk2210.kinds import TERRITORY_DECKS, WATER_CARDS
from engine.rules.risk2210.state import State2210


def fill(state: GameState) -> None:
    """Fill all decks, each in an order that nobody knows."""
    fill_decks(state)
    zones = mapgraph(state.map).in_zone
    for zone, deck in TERRITORY_DECKS.items():
        state.decks[deck], state.discards[deck] = (tuple(sorted(zones[zone])),), ()


def cards_aside(state: GameState) -> tuple[int, ...]:
    """List the territory cards that lie in no pile: under Scout Forces that wait, and open for Hidden Energy."""
    if not isinstance(state, State2210):
        return ()
    in_the_open = (at for at in state.hidden_energy if at not in state.discards[WATER_CARDS])
    return (*(at for _, at in state.scouts), *in_the_open)
