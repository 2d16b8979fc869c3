"""Positions written down in a few words."""

from __future__ import annotations

from typing import Any

import pytest

from engine import open_decision
from engine.core.mapgraph import mapgraph
from engine.core.written import PositionError
from engine.position import position, stack_deck

BOARD = mapgraph("classic42")
TEXT = "red: Brazil 3, Peru 1 | blue: North Africa 2 | green: *1"


def test_the_rest_of_the_board_goes_to_the_star() -> None:
    state = position(TEXT)
    assert [state.owner.count(seat) for seat in range(3)] == [2, 1, 39]
    assert sum(state.armies) == 3 + 1 + 2 + 39


def test_the_first_step_of_the_turn_is_the_normal_one() -> None:
    assert open_decision(position(TEXT)).kind == "deploy.place_asked"
    assert open_decision(position(TEXT, hands={"red": ["Alaska", "Peru", "Siam"]})).kind == "cards.trade_asked"


def test_a_step_that_is_named_skips_those_before_it() -> None:
    state = position(TEXT, step="place", hands={"red": ["Alaska", "Peru", "Siam", "wild", "wild"]})
    assert open_decision(state).kind == "deploy.place_asked"
    assert state.pool == 3
    assert position(TEXT, step="attack").pool == 0


def test_a_seat_without_a_territory_is_out() -> None:
    state = position("red: Brazil 3 | blue: *1")
    assert [player.out for player in state.players] == [False, False, True]


def test_cards_that_nobody_mentions_are_laid_aside() -> None:
    state = position(TEXT, deck=["Siam", "Alaska"], hands={"red": ["wild"]})
    siam, alaska = BOARD.names.index("Siam"), BOARD.names.index("Alaska")
    assert state.decks["cards"] == ((siam,), (alaska,))
    assert position(TEXT, deck=0).decks["cards"] == ()


def test_a_card_put_on_top_leaves_the_size_of_the_deck() -> None:
    state = position(TEXT, deck=5)
    stack_deck(state, ["Siam", "wild"])
    layers = state.decks["cards"]
    assert layers[:2] == ((BOARD.names.index("Siam"),), (BOARD.size,))
    assert sum(map(len, layers)) == 5


@pytest.mark.parametrize(
    ("board", "said", "says"),
    [
        ("Brazil 3", {}, "must begin with a seat"),
        ("red: Brazil", {}, "a territory and its number"),
        ("pink: Brazil 3", {}, "'pink' does not play"),
        ("red: Brasil 3", {}, "no territory 'Brasil'"),
        ("red: Western 3", {}, "may be any of"),
        ("red: Brazil 3 | blue: Brazil 2", {}, "stands on the board twice"),
        ("red: *1 | blue: *1", {}, "Only one group"),
        ("red: Brazil 0 | blue: *1", {}, "at least one army"),
        ("", {}, "Nobody is in the game"),
        (TEXT, {"turn": "yellow"}, "'yellow' does not play"),
        ("red: *1", {"turn": "blue"}, "blue is out"),
        (TEXT, {"step": "bid"}, "no step 'bid'"),
        (TEXT, {"deck": 45}, "cannot hold 45"),
        (TEXT, {"hands": {"red": ["Siam"], "blue": ["Siam"]}}, "no further card 'Siam'"),
        (TEXT, {"hands": {"red": ["wild"] * 3}}, "no further card 'wild'"),
        ("red: *1", {"hands": {"blue": ["Siam"]}}, "is out"),
        (TEXT, {"step": "set-up", "deck": 5}, "order of the deal"),
        ("", {"step": "set-up", "rules": "modern", "dice": {"red": [6, 1], "blue": [5], "green": [1]}}, "nobody threw"),
        ("red: *9", {"step": "set-up", "rules": "modern"}, "more armies"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(board: str, said: dict[str, Any], says: str) -> None:
    with pytest.raises(PositionError, match=says):
        position(board, **said)


def test_a_card_in_a_hand_cannot_be_drawn() -> None:
    state = position(TEXT, hands={"red": ["Siam"]})
    with pytest.raises(PositionError, match="not in the deck"):
        stack_deck(state, ["Siam"])


def test_cards_may_be_counted_and_are_taken_from_those_that_nobody_names() -> None:
    state = position(TEXT, hands={"red": 3, "blue": ["Siam"]}, discard=30, deck=["wild"])
    assert len(state.players[0].hand) == 3 and state.players[1].hand == (BOARD.names.index("Siam"),)
    assert len(state.discards["cards"]) == 30 and state.decks["cards"] == ((BOARD.size,),)


@pytest.mark.parametrize("step", ["attack", "fortify"])
def test_a_step_that_is_named_is_asked_for_even_if_nothing_can_be_done(step: str) -> None:
    asked = open_decision(position("red: Brazil 1 | blue: *1", step=step))
    assert (asked.seats, asked.step) == ((0,), step)


@pytest.mark.parametrize(
    "board",
    [
        "red: Brazil 3, Peru: 1\nblue: North Africa = 2\ngreen: * 1",
        "red: 3 Brazil, 1 Peru | blue: NAF 2 | green: *1",
        "Red: brazil 3; peru 1 | blue: n africa 2 | green: *1",
    ],
)
def test_a_board_is_read_however_it_is_written(board: str) -> None:
    assert position(board).armies == position(TEXT).armies
