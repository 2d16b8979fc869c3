"""What no game of 2210 can reach, and which of its events let the board grow: for cases and checked games."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Never

from engine.core.events import Event
from engine.core.mapgraph import mapgraph
from engine.core.state import NOBODY, GameState
from engine.core.units import sum_counts
from engine.mechanics import card_keys
from engine.mechanics.action_cards.types import ArmiesAdded
from engine.mechanics.purchase import Hired
from engine.rules.risk2210 import decks, stations
from engine.rules.risk2210.kinds import COMMANDERS, LAND, STATION, TERRITORY_DECKS
from engine.rules.risk2210.scouts import ScoutsArrived
from engine.rules.risk2210.setup import NeutralsPlaced
from engine.rules.risk2210.state import State2210
from engine.rules.risk2210.stations import StationsPaid

UNIT_CHANGES: Mapping[type[Event], Callable[[Never], int]] = {
    NeutralsPlaced: lambda event: len(event.at) * event.armies,
    Hired: lambda event: 1,
    StationsPaid: lambda event: len(event.at),
    ScoutsArrived: lambda event: event.armies,
    ArmiesAdded: lambda event: sum_counts(event.at),
}


def collect_starred(state: GameState) -> Collection[int]:
    """Collect the land that `*` covers on a board: all that is not devastated."""
    waste = state.devastated if isinstance(state, State2210) else ()
    return mapgraph(state.map).in_zone[LAND] - set(waste)


def broken_pieces(state: GameState) -> Iterator[str]:
    """Tell of two Commanders of a kind, a fifth station, and pieces where they cannot stand."""
    for (kind, seat), count in Counter((piece.kind, piece.seat) for piece in state.pieces).items():
        if count > (stations.MOST if kind == STATION else 1):
            yield f"seat {seat} has {count} of the kind {kind}"
    zone = mapgraph(state.map).zone
    for piece in state.pieces:
        if state.owner[piece.at] != piece.seat:
            yield f"{piece.kind} of seat {piece.seat} stands on the land of {state.owner[piece.at]}"
        if piece.kind == STATION and zone(piece.at) != LAND:
            yield f"a station stands on {piece.at}, which is no land"
        if piece.kind != STATION and piece.kind not in COMMANDERS:
            yield f"nobody knows a {piece.kind}"
    at = [piece.at for piece in state.pieces if piece.kind == STATION]
    if len(at) != len(set(at)):
        yield "two stations stand on one land"


def broken_waste(state: GameState) -> Iterator[str]:
    assert isinstance(state, State2210)
    for land in state.devastated:
        if state.owner[land] != NOBODY or state.armies[land] or any(piece.at == land for piece in state.pieces):
            yield f"devastated land {land} is held"


def broken_purses(state: GameState) -> Iterator[str]:
    assert isinstance(state, State2210)
    if min(state.purses) < 0:
        yield "energy is overdrawn"


def broken_decks(state: GameState) -> Iterator[str]:
    """Tell of decks that do not have all their cards, wherever they lie."""
    yield from card_keys.broken_decks(state)
    zones, aside = mapgraph(state.map).in_zone, decks.cards_aside(state)
    for zone, deck in TERRITORY_DECKS.items():
        if card_keys.lying(state, deck) + Counter(at for at in aside if at in zones[zone]) != Counter(zones[zone]):
            yield f"the deck {deck} is not whole"


BOARD_INVARIANTS = (broken_pieces, broken_waste, broken_purses)
INVARIANTS = (broken_decks,)
