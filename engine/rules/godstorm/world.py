"""The two worlds as rules see them: what counts, what leads where, and what has gone for good.

Sources: 004 "Atlantis", "Invade Territories", "Embark from Heaven", "Invade the Underworld"; rulings R33, R35, R36,
R41, R42. Mountains and flames are closed borders of the map; sunken Atlantis and the maelstrom close links as a game
goes on.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import TYPE_CHECKING

from engine.core.context import Context
from engine.core.hooks import BoardHooks
from engine.core.mapgraph import MapGraph, mapgraph
from engine.core.ruleset import Mechanic
from engine.core.state import GameState
from engine.rules.godstorm.kinds import ATLANTIS, CONTINENTS, HEAVEN, LAND
from engine.rules.godstorm.state import StateGodstorm, state_of

if TYPE_CHECKING:
    from engine.core.dice import Board


@cache
def atlantis(map: str) -> frozenset[int]:
    """Collect the territories of Atlantis."""
    return frozenset(member for part in mapgraph(map).continents if part.id == ATLANTIS for member in part.members)


@cache
def collect_uncounted(map: str, sunken: bool) -> frozenset[int]:
    """Collect the places that count for nothing on the Ancient Earth: the Underworld, heavens, sunken Atlantis."""
    graph = mapgraph(map)
    below = frozenset(range(graph.size)) - graph.in_zone[LAND]
    return below | atlantis(map) if sunken else below


@cache
def above(map: str, sunken: bool) -> tuple[int, ...]:
    """List the territories of the Ancient Earth that have not sunk, in map order."""
    return tuple(sorted(set(range(mapgraph(map).size)) - collect_uncounted(map, sunken)))


@cache
def open_links(map: str, sunken: bool, maelstrom: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """List the neighbours of every place without those that nobody can reach from there: what has sunk, and the other
    side of the maelstrom."""
    graph = mapgraph(map)
    gone = atlantis(map) if sunken else frozenset()
    return tuple(_open_from(graph, src, gone, maelstrom) for src in range(graph.size))


def _open_from(graph: MapGraph, src: int, gone: frozenset[int], maelstrom: tuple[int, ...]) -> tuple[int, ...]:
    if src in gone:
        return ()
    return tuple(there for there in graph.neighbours[src] if there not in gone and not {src, there} <= {*maelstrom})


def change_links(context: Context, src: int, purpose: str, linked: tuple[int, ...]) -> tuple[int, ...]:
    """Close what has sunk and the maelstrom; below there is no fortifying."""
    state = state_of(context)
    if purpose == "fortify" and context.graph.zones[src] != LAND:
        return ()
    return open_links(state.map, state.sunken, state.maelstrom)[src]


def left_out(context: Context) -> frozenset[int]:
    state = state_of(context)
    return collect_uncounted(state.map, state.sunken)


def closed(context: Context) -> Hashable:
    """Name all that borders depend on."""
    state = state_of(context)
    return state.sunken, state.maelstrom


def must_stay(board: Board, territory: int) -> int | None:
    """Let a heaven be emptied."""
    return 0 if board.graph.zones[territory] == HEAVEN else None


def sink(state: StateGodstorm) -> None:
    """Take Atlantis off the board: its plague is lost, and no lot falls on it any more."""
    gone = atlantis(state.map)
    state.sunken = True
    state.plague = tuple(at for at in state.plague if at not in gone)
    number = next(number for number, part in enumerate(mapgraph(state.map).continents) if part.id == ATLANTIS)
    layers = (tuple(card for card in layer if card != number) for layer in state.decks[CONTINENTS])
    state.decks[CONTINENTS], state.discards[CONTINENTS] = tuple(filter(None, layers)), (number,)


def lands(state: GameState) -> tuple[int, ...]:
    """List the territories of the Ancient Earth that are there."""
    assert isinstance(state, StateGodstorm)
    return above(state.map, state.sunken)


MECHANIC = Mechanic(
    "world",
    hooks=(
        BoardHooks(change_links=(change_links,), border_key=(closed,), left_out=(left_out,), must_stay=(must_stay,)),
    ),
)
