"""Sealed bids, ties and the choice of places in the order of play, on the toy game."""

from dataclasses import replace

import pytest

from engine import (
    FastChance,
    GameState,
    IllegalAction,
    Piece,
    ScriptedChance,
    Transition,
    apply,
    default_answer,
    dump,
    format_order,
    load,
    open_decision,
    parse_order,
    view_for,
)
from engine.core import registry
from engine.core.registry import register
from engine.mechanics import bidding
from engine.mechanics.bidding import Bid, BidsOpened, Marker, MarkerTaken
from engine.position import position
from tests.toy import TOY
from tests.toy.shop import MARKET

BOARD = "red: Bay 3 | blue: Cape 3 | green: Crater 3 | grey: *1"
SEATS = ("red", "blue", "green", "grey")


def to_bids(board: str = BOARD) -> GameState:
    return position(board, rules="toy", seats=SEATS, step="bid")


def bid(state: GameState, *bids: Bid, **dice: list[int]) -> Transition:
    """All bids one after another; the dice are by colour."""
    chance = ScriptedChance({f"seat {SEATS.index(colour)}": thrown for colour, thrown in dice.items()})
    for each in bids:
        played = apply(state, each, chance)
        state = played.state
    return played


def opened(played: Transition) -> BidsOpened:
    return next(event for event in played.events if isinstance(event, BidsOpened))


def taken(played: Transition) -> list[tuple[int, int]]:
    return [(event.seat, event.number) for event in played.events if isinstance(event, MarkerTaken)]


def test_the_highest_bid_chooses_first_and_the_last_marker_is_nobody_s_choice() -> None:
    played = bid(to_bids(), Bid(0, 1), Bid(1, 4), Bid(2, 3), Bid(3, 0))
    assert opened(played) == BidsOpened(((1, 4), (2, 3), (0, 1), (3, 0)), ())
    assert played.state.purses == [4, 1, 2, 5]  # who loses pays as well
    for seat, free, number in ((1, (1, 2, 3, 4), 3), (2, (1, 2, 4), 4), (0, (1, 2), 2)):
        asked = open_decision(played.state)
        assert (asked.kind, asked.seats, asked.pace) == ("bidding.marker_asked", (seat,), "reaction")
        assert view_for(played.state, None).about["free"] == free
        with pytest.raises(IllegalAction, match="That marker is not free: choose from"):
            apply(played.state, Marker(seat, 5), FastChance(1))
        assert load(dump(played.state)) == played.state
        played = apply(played.state, Marker(seat, number), FastChance(1))
    assert taken(played) == [(0, 2), (3, 1)]
    assert played.state.order == (3, 0, 1, 2)
    assert (played.state.active, open_decision(played.state).step) == (3, "place")


def test_who_has_named_markers_gets_the_first_that_is_free() -> None:
    played = bid(to_bids(), Bid(0, 1, (2, 4)), Bid(1, 4, (2,)), Bid(2, 3, (1, 2)), Bid(3, 0))
    assert taken(played) == [(1, 2), (2, 1), (0, 4), (3, 3)]
    assert played.state.order == (2, 1, 3, 0)


def test_who_named_none_that_is_free_is_asked() -> None:
    played = bid(to_bids(), Bid(0, 1), Bid(1, 4, (2,)), Bid(2, 3, (2,)), Bid(3, 0))
    assert (open_decision(played.state).seats, taken(played)) == ((2,), [(1, 2)])
    assert bidding.markers_of(view_for(played.state, 0)) == {1: 2}
    late = default_answer(played.state, 2)
    assert late == Marker(2, 1)
    assert bidding.markers_of(view_for(to_bids(), 0)) == {0: 1, 1: 2, 2: 3, 3: 4}


def test_equal_bids_are_told_apart_by_dice_which_the_still_equal_throw_again() -> None:
    wishes = (1, 2, 3, 4)
    bids = (Bid(0, 2, wishes), Bid(1, 2, wishes), Bid(2, 2, wishes), Bid(3, 2, wishes))
    played = bid(to_bids(), *bids, red=[5, 1], blue=[5, 6], green=[2, 3, 4], grey=[2, 3, 1])
    assert opened(played).throws == (
        ((0, 5), (1, 5), (2, 2), (3, 2)),
        ((0, 1), (1, 6)),
        ((2, 3), (3, 3)),
        ((2, 4), (3, 1)),
    )
    assert [seat for seat, _ in opened(played).bids] == [1, 0, 2, 3]
    assert played.state.order == (1, 0, 2, 3)


def test_a_bid_may_be_given_anew_until_the_last_one_is_in() -> None:
    state = bid(to_bids(), Bid(0, 5), Bid(0, 1, (4,))).state
    assert open_decision(state).answered == (0,)
    assert view_for(state, 0).given == {"type": "bidding.bid", "seat": 0, "amount": 1, "wishes": [4]}
    assert all(view_for(state, other).given is None for other in (1, 2, 3, None))
    played = bid(state, Bid(1, 0, (1,)), Bid(2, 3, (2,)), Bid(3, 2, (3,)))
    assert played.state.purses[0] == 5  # a coin came in
    assert taken(played) == [(2, 2), (3, 3), (0, 4), (1, 1)]


@pytest.mark.parametrize(
    ("order", "says"),
    [
        (Bid(0, 6), "That costs 6 coins: you have 5"),
        (Bid(0, -1), "Bid 0 or more"),
        (Bid(0, 1, (5,)), "The markers are 1 to 4"),
        (Bid(0, 1, (0,)), "The markers are 1 to 4"),
        (Bid(0, 1, (2, 2)), "name each only once"),
    ],
)
def test_a_bid_that_cannot_be_is_refused(order: Bid, says: str) -> None:
    with pytest.raises(IllegalAction, match=says):
        apply(to_bids(), order, FastChance(1))


def test_who_is_out_neither_bids_nor_has_a_marker() -> None:
    state = to_bids("red: Bay 3 | green: Crater 3 | grey: *1")
    assert open_decision(state).seats == (0, 2, 3)
    assert view_for(state, 0).about == {"markers": 3}
    played = bid(state, Bid(0, 0), Bid(2, 1, (3,)), Bid(3, 2, (1,)))
    assert taken(played) == [(3, 1), (2, 3), (0, 2)]
    assert played.state.order == (3, 0, 2, 1)
    assert bidding.markers_of(view_for(played.state, 0)) == {3: 1, 0: 2, 2: 3}


def test_who_is_late_bids_nothing() -> None:
    assert default_answer(to_bids(), 2) == Bid(2, 0)


@pytest.mark.parametrize(
    ("typed", "order", "written"),
    [
        ("bid 3", Bid(0, 3), "bid 3"),
        ("BID 3 coins", Bid(0, 3), "bid 3"),
        ("bid 3, marker 2, 1", Bid(0, 3, (2, 1)), "bid 3, marker 2, 1"),
        ("bid 0 marker 4", Bid(0, 0, (4,)), "bid 0, marker 4"),
        ("marker 2", Marker(0, 2), "marker 2"),
    ],
)
def test_bids_and_markers_are_read_and_written(typed: str, order: Bid | Marker, written: str) -> None:
    state = to_bids()
    assert parse_order(typed, view_for(state, 0)) == order
    assert format_order(order, "toy", state.map) == written
    assert parse_order(written, view_for(state, 0)) == order


def test_a_bid_may_count_for_more_than_is_paid() -> None:
    rules = register(replace(TOY, id="toy_market", mechanics=(*TOY.mechanics, MARKET)))
    try:
        state = to_bids()
        state.rules = rules.id
        state.pieces = [Piece("general", 2, state.owner.index(2))]
        assert view_for(state, 0).about == {"markers": 4, "bonuses": ((2, 2),)}
        played = bid(state, Bid(0, 1), Bid(1, 2), Bid(2, 0), Bid(3, 4), blue=[2], green=[5])
        bids = ((3, 4), (2, 0), (1, 2), (0, 1))
        assert opened(played) == BidsOpened(bids, (((1, 2), (2, 5)),), ((2, 2),))  # equal bids are rolled for
        assert played.state.purses == [4, 3, 5, 1]
    finally:
        del registry._RULESETS[rules.id]
