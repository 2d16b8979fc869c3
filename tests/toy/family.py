"""What the toy brings beside its rules: words of positions and cases, a memory, checks and a section of its book."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine import GameState, Piece, PlayerView, mapgraph
from engine.core import registry
from engine.core.context import Context
from engine.core.family import CaseKey, Family, Provable
from engine.core.registry import register_family
from engine.core.units import multiset_subtract
from engine.core.written import PositionError, mapping, names, number, territory_number
from engine.mechanics.action_cards.types import ArmiesAdded
from tests import toy


def read_purses(said: Any, context: Context) -> dict[str, int]:
    return {seat: number("purses", coins) for seat, coins in mapping("purses", said).items()}


def lay_purses(context: Context, purses: dict[str, int]) -> None:
    for seat, coins in purses.items():
        context.state.purses[context.state.seats.index(seat)] = coins


def show_purses(view: PlayerView, whole: GameState | None) -> dict[str, int]:
    return {seat.colour: coins for seat, coins in zip(view.seats, view.extra["purses"], strict=True)}


def read_generals(said: Any, context: Context) -> dict[str, list[str]]:
    graph = context.graph
    return {
        seat: sorted(graph.names[territory_number(name, graph)] for name in names(there))
        for seat, there in mapping("generals", said).items()
    }


def lay_generals(context: Context, generals: dict[str, list[str]]) -> None:
    for seat, there in generals.items():
        for name in there:
            at = context.graph.names.index(name)
            context.state.pieces.append(Piece("general", context.state.seats.index(seat), at))


def show_generals(view: PlayerView, whole: GameState | None) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for piece in view.pieces:
        found.setdefault(view.seats[piece.seat].colour, []).append(mapgraph(view.map).names[piece.at])
    return {seat: sorted(there) for seat, there in found.items()}


def read_help(said: Any, context: Context) -> dict[str, list[int] | int]:
    """Parse hands, or how many cards they have."""
    hands = mapping("help", said)
    return {seat: sorted(cards) if isinstance(cards, list) else number("help", cards) for seat, cards in hands.items()}


def lay_help(context: Context, hands: dict[str, list[int]]) -> None:
    for seat, cards in hands.items():
        context.change_player(context.state.seats.index(seat), hand=tuple(cards))
    context.state.decks["help"] = (multiset_subtract(context.state.decks["help"][0], sum(hands.values(), [])),)


def show_help(view: PlayerView, whole: GameState | None) -> dict[str, Any]:
    """Return hands where they may be seen, else how many cards they have."""
    if whole is not None:
        return {seat: [*player.hand] for seat, player in zip(whole.seats, whole.players, strict=True)}
    return {seat.colour: [*view.hand] if seat.seat == view.viewer else seat.cards for seat in view.seats}


def lay_closed(context: Context, closed: bool) -> None:
    context.state.closed = closed


def poor(state: GameState) -> Iterator[str]:
    if min(state.purses) < 0:
        yield "a purse is overdrawn"


def find_card(state: GameState, name: str) -> tuple[str, int]:
    try:
        return "help", toy.CARDS.find(name)
    except LookupError:
        raise PositionError(f"There is no card {name!r}.") from None


FAMILY = Family(
    "toy",
    keys=(
        CaseKey("purses", read_purses, lay_purses, show_purses),
        CaseKey("generals", read_generals, lay_generals, show_generals, stage="before_board"),
        CaseKey("help", read_help, lay_help, show_help),
        CaseKey(
            "gate_closed",
            lambda said, context: bool(said),
            lay_closed,
            lambda view, whole: view.extra["gate_closed"],
            stage="turn",
        ),
        CaseKey("round", lambda said, context: number("round", said), show=lambda view, whole: view.round),
    ),
    starred=lambda state: range(len(toy.ISLAND.names)),
    find_card=find_card,
    battle_orders=("play",),
    unit_changes={
        ArmiesAdded: lambda event: sum(armies for _, armies in event.at),
        toy.DealtCards: lambda event: 1,
    },  # a general comes with the cards
    invariants=(poor,),
    book=lambda: (Provable("The Island", "island bids", "Bids", code=("engine.mechanics.bidding.open_bids",)),),
)


@contextmanager
def known() -> Iterator[Family]:
    """Register the toy's family for a while."""
    register_family(FAMILY)
    try:
        yield FAMILY
    finally:
        del registry._FAMILIES[FAMILY.id]
