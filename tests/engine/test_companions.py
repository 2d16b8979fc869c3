"""Companions: pieces that are no units and move with armies."""

import random
from collections.abc import Iterator

import pytest
from msgspec import UNSET

import tests.toy as toy
from engine import (
    ALL,
    FastChance,
    Force,
    GameState,
    IllegalAction,
    Piece,
    UnreadableOrder,
    apply,
    format_order,
    mapgraph,
    parse_order,
    view_for,
)
from engine.core import registry
from engine.core.context import Context
from engine.core.notation import TokenReader
from engine.core.offers import ForceField, Offer, TerritoryField, random_arguments
from engine.core.registry import register
from engine.invariants import units_standing
from engine.mechanics import occupy
from engine.mechanics.fortify import Fortify, FortifyAsked
from tests.engine.test_toy import BAY, CRATER, to_attack
from tests.toy.souls import DUNE, GHOST, HAUNTED, SPIRIT, HauntedState

GRAPH = mapgraph(toy.BOARD.id)
EDGE = GRAPH.number["edge"]


@pytest.fixture(autouse=True)
def haunted() -> Iterator[None]:
    register(HAUNTED)
    yield
    del registry._RULESETS[HAUNTED.id]


def to_fortify(bay: int = 5, *pieces: str) -> GameState:
    """Seat 0 holds Bay, with these pieces, Crater and Dune in a row, and Edge apart from them."""
    plain = to_attack()
    state = HauntedState(
        **{name: getattr(plain, name) for name in plain.__struct_fields__} | {"rules": HAUNTED.id, "map": HAUNTED.map}
    )
    state.owner = [2] * GRAPH.size
    for mine in (BAY, CRATER, DUNE):
        state.owner[mine] = 0
    state.armies[BAY] = bay
    state.pieces = [Piece(kind, 0, BAY) for kind in pieces]
    state.agenda = [FortifyAsked(seats=(0,))]
    return state


def play(state: GameState, order: str) -> GameState:
    return apply(state, parse_order(order, view_for(state, 0)), FastChance(1)).state


def at(state: GameState, territory: int) -> tuple[int, list[str]]:
    return state.armies[territory], [piece.kind for piece in state.pieces if piece.at == territory]


def fortify_offer(state: GameState) -> Offer:
    offer = view_for(state, 0).offer("fortify.move")
    assert offer
    return offer


def test_they_are_no_units() -> None:
    state = to_fortify(2, GHOST, SPIRIT, "general")
    view = view_for(state, 0)
    assert state.units(BAY) == view.units(BAY) == view.borders.units[BAY] == 3
    assert view.own_pieces(BAY) == ("general",)
    assert view.companions_at(BAY) == Context(state).companions_at(BAY) == (GHOST, SPIRIT)
    assert units_standing(state) == units_standing(to_fortify(2, "general"))
    assert HAUNTED.units_in(Force(2, (GHOST, "general"))) == 3


MOVES = {
    "fortify Bay Crater 4": ((1, [GHOST, SPIRIT]), (7, [])),
    "fortify Bay Crater 2 with spirit": ((3, [GHOST]), (5, [SPIRIT])),
    "fortify Bay Crater 4 with ghost, spirit": ((1, []), (7, [GHOST, SPIRIT])),
    "fortify Bay Crater all with ghost": ((1, [SPIRIT]), (7, [GHOST])),
    "fortify Bay Crater with ghost": ((5, [SPIRIT]), (3, [GHOST])),
}


@pytest.mark.parametrize("order", MOVES)
def test_those_that_are_named_go_with_the_free_move(order: str) -> None:
    before = to_fortify(5, GHOST, SPIRIT)
    after = play(before, order)
    assert (at(after, BAY), at(after, CRATER)) == MOVES[order]
    assert format_order(parse_order(order, view_for(before, 0)), HAUNTED.id, before.map) == order


OTHER_WORDS = {
    "fortify Bay Crater with spirit, 2": "fortify Bay Crater 2 with spirit",
    "fortify Crater from Bay with ghost and spirit 4": "fortify Bay Crater 4 with ghost, spirit",
    "fortify Bay Crater 3 with all souls": "fortify Bay Crater 3 with ghost, spirit",
    "fortify Bay Crater with all souls": "fortify Bay Crater with ghost, spirit",
    "fortify Bay Crater all with all souls": "fortify Bay Crater all with ghost, spirit",
    "fortify Bay Crater with no souls 3": "fortify Bay Crater 3",
    "fortify Bay Crater 3 with no souls": "fortify Bay Crater 3",
    "fortify Bay Crater with 3": "fortify Bay Crater 3",
}


@pytest.mark.parametrize("order", OTHER_WORDS)
def test_they_are_read_as_people_write_them(order: str) -> None:
    view = view_for(to_fortify(5, GHOST, SPIRIT), 0)
    assert format_order(parse_order(order, view), HAUNTED.id, view.map) == OTHER_WORDS[order]


REFUSED = {
    "fortify Bay Crater 5 with ghost": "fortify.leave_one",
    "fortify Bay Crater 5": "fortify.leave_one",
    "fortify Bay Crater 2 with ghost, ghost": "force.no_piece",
    "fortify Crater Bay 2 with ghost": "force.no_piece",
    "fortify Bay Dune 2 with ghost": "fortify.no_route",
    "fortify Bay Edge with ghost": "fortify.not_yours",
}


@pytest.mark.parametrize("order", REFUSED)
def test_what_is_not_allowed(order: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        play(to_fortify(5, GHOST, SPIRIT), order)
    assert refused.value.code == REFUSED[order]


@pytest.mark.parametrize("order", ["fortify Bay Crater with no souls", "fortify Crater Bay with all souls"])
def test_an_order_for_nobody_is_not_read(order: str) -> None:
    with pytest.raises(UnreadableOrder):
        play(to_fortify(5, GHOST, SPIRIT), order)


@pytest.mark.parametrize(
    ("words", "said"), [("all souls", UNSET), ("no soul", ()), ("ghost", (GHOST,)), ("3 with ghost", None)]
)
def test_who_goes_along_is_read_apart(words: str, said: object) -> None:
    assert occupy.read_companions(TokenReader(words, view_for(to_fortify(), 0))) == said


def test_they_pass_where_they_may_not_stay() -> None:
    state = to_fortify(5, GHOST)
    state.owner[EDGE] = 0
    assert at(play(state, "fortify Bay Edge 1 with ghost"), EDGE) == (4, [GHOST])


def test_alone_they_go_where_they_may_stay() -> None:
    state = to_fortify(1, GHOST)
    state.armies[CRATER] = state.armies[DUNE] = 1
    offer = fortify_offer(state)
    assert offer.field("src", TerritoryField).values == (BAY,)
    assert offer.field("dst", TerritoryField).values_for({"src": BAY}) == (CRATER,)
    assert not fortify_offer(to_fortify()).field("force", ForceField).along
    with pytest.raises(IllegalAction, match="You cannot leave Bay empty: you can move at most 0."):
        play(state, "fortify Bay Crater 1 with ghost")


@pytest.mark.parametrize("bay", [1, 4])
def test_what_is_offered_is_legal(bay: int) -> None:
    state, rng = to_fortify(bay, GHOST, SPIRIT), random.Random(1)
    offer = fortify_offer(state)
    seen = set()
    for _ in range(200):
        given = random_arguments(offer, lambda bound: int(rng.random() * bound))
        order = Fortify(0, **given)
        seen.add((order.src, order.dst, order.force.pieces))
        apply(state, order, FastChance(1))
        assert parse_order(format_order(order, HAUNTED.id, state.map), view_for(state, 0)) == order
    assert {force for src, dst, force in seen if (src, dst) == (BAY, CRATER)} == {
        *([()] if bay > 1 else []),
        (GHOST,),
        (SPIRIT,),
        (GHOST, SPIRIT),
    }
    assert {force for _, dst, force in seen if dst == DUNE} == {()}
    assert ALL not in {order.force.armies for order in [Fortify(0, **random_arguments(offer, lambda bound: 0))]}
