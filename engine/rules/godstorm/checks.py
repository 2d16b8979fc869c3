"""What no game of Godstorm can reach, and which of its events let the board grow: for cases and checked games."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Never

from engine.core.events import Event
from engine.core.mapgraph import mapgraph
from engine.core.state import NOBODY, GameState
from engine.core.units import sum_counts
from engine.mechanics import card_keys
from engine.mechanics.action_cards.types import ArmiesAdded
from engine.rules.godstorm import temples, world
from engine.rules.godstorm.cards.death import LandTaken
from engine.rules.godstorm.dead import ReachedHeaven
from engine.rules.godstorm.elimination import LeftTheGame
from engine.rules.godstorm.facts import heaven_of
from engine.rules.godstorm.faith import TemplesPaid
from engine.rules.godstorm.kinds import CONTINENTS, GODS, HEAVEN, LAND, TEMPLE, TERRITORIES
from engine.rules.godstorm.plague import PlagueStruck
from engine.rules.godstorm.setup import ThirdPileDealt
from engine.rules.godstorm.state import StateGodstorm

MARKERS = 5  # of plague, in the box

UNIT_CHANGES: Mapping[type[Event], Callable[[Never], int]] = {
    ThirdPileDealt: lambda event: len(event.at) * event.armies,
    ReachedHeaven: lambda event: event.armies,
    PlagueStruck: lambda event: -event.armies,
    ArmiesAdded: lambda event: sum_counts(event.at),
    TemplesPaid: lambda event: len(event.at),
    LandTaken: lambda event: event.armies,
    LeftTheGame: lambda event: -sum_counts(event.dead),
}


def collect_starred(state: GameState) -> Collection[int]:
    """Collect the territories that `*` covers on a board: those of the Ancient Earth that have not sunk."""
    return world.lands(state)


def relics(state: GameState) -> tuple[int, ...]:
    """List the relics that lie open, which are in no hand and no pile."""
    return tuple(card for held in state.relics for card in held) if isinstance(state, StateGodstorm) else ()


def broken_gods(state: GameState) -> Iterator[str]:
    """Tell of two gods of a kind, and of gods where they cannot stand."""
    zone = mapgraph(state.map).zone
    for (kind, seat), count in Counter((piece.kind, piece.seat) for piece in state.pieces).items():
        if kind in GODS and count > 1:
            yield f"seat {seat} has {count} gods of {kind}"
        if kind not in GODS and kind != TEMPLE:
            yield f"nobody knows a {kind}"
    for piece in state.pieces:
        if piece.kind in GODS and state.owner[piece.at] != piece.seat:
            yield f"the god of {piece.kind} of seat {piece.seat} stands on the land of {state.owner[piece.at]}"
        if zone(piece.at) != LAND:
            yield f"a {piece.kind} stands on {piece.at}, which is below"


def broken_temples(state: GameState) -> Iterator[str]:
    """Tell of a thirteenth temple, of two on one land, and of one that does not belong to who holds its land."""
    at = [piece.at for piece in state.pieces if piece.kind == TEMPLE]
    if len(at) > temples.MOST:
        yield f"{len(at)} temples stand"
    if len(at) != len(set(at)):
        yield "two temples stand on one land"
    for piece in state.pieces:
        if piece.kind == TEMPLE and piece.seat != state.owner[piece.at]:
            yield f"the temple on {piece.at} is of {piece.seat}, its land of {state.owner[piece.at]}"


def broken_ground(state: GameState) -> Iterator[str]:
    """Tell of plague and maelstrom where they cannot be, and of what stands where Atlantis was."""
    assert isinstance(state, StateGodstorm)
    if len(state.plague) != len(set(state.plague)) or len(state.plague) + state.spare_plague > MARKERS:
        yield f"plague lies on {state.plague}"
    gone = world.atlantis(state.map) if state.sunken else frozenset()
    for place in gone:
        if state.owner[place] != NOBODY or state.armies[place] or any(piece.at == place for piece in state.pieces):
            yield f"sunken {place} is held"
    for place in gone.intersection(state.plague):
        yield f"plague lies on sunken {place}"
    if state.maelstrom and state.maelstrom not in mapgraph(state.map).kinds:
        yield f"the maelstrom lies on {state.maelstrom}, which is no connection"


def broken_below(state: GameState) -> Iterator[str]:
    """Tell of heavens in other hands, and of neutral armies below."""
    graph = mapgraph(state.map)
    heavens = {heaven_of(state, seat): seat for seat, player in enumerate(state.players) if not player.out}
    for place in graph.in_zone[HEAVEN]:
        if state.owner[place] not in (NOBODY, heavens.get(place, NOBODY)):
            yield f"the heaven {place} is held by {state.owner[place]}"
    for place, owner in enumerate(state.owner):
        if owner == state.neutral and graph.zone(place) != LAND:
            yield f"the neutral army holds {place}"


def broken_purses(state: GameState) -> Iterator[str]:
    assert isinstance(state, StateGodstorm)
    if min(state.purses) < 0:
        yield "faith is overdrawn"


def broken_decks(state: GameState) -> Iterator[str]:
    """Tell of decks that do not have all their cards, wherever they lie."""
    yield from card_keys.broken_decks(state, relics(state))
    graph = mapgraph(state.map)
    for deck, cards in ((TERRITORIES, graph.in_zone[LAND]), (CONTINENTS, range(len(graph.continents)))):
        if card_keys.lying(state, deck) != Counter(cards):
            yield f"the deck {deck} is not whole"


BOARD_INVARIANTS = (broken_gods, broken_temples, broken_ground, broken_below, broken_purses)
INVARIANTS = (broken_decks,)
