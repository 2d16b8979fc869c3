"""A bid that can only be 0 is given by a preference of markers that stood beforehand, and looks like anybody's."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.mechanics.bidding import Bid
from games.errors import BadStandingOrder
from games.models import Entry, Player, Waiting
from games.play.sealed import visible_order_text, visible_source
from games.services.orders import order_submit
from games.services.seats import standing_set
from tests.games.decisions.godstorm.kit import turn_state
from tests.games.decisions.positions import asked_at
from tests.games.decisions.risk2210.kit import state_of
from tests.games.kit import Table
from tests.kit.standing import answer_at_once

pytestmark = pytest.mark.django_db

BID, MARKER = "bidding.bid_asked", "bidding.marker_asked"
PREFERENCE = "prefer markers 2, 1"


def next_year(text: str, *, purse: int = 0) -> Table:
    """Alice ends the last turn of a year; Bob has written this, and so much energy."""
    energy = {"red": purse, "blue": purse, "green": 3}
    asked = asked_at(state_of(turn="green", step="fortify", energy=energy, board=QUIET, commanders={}))
    assert asked.play.seat(asked.play.alice) == 2
    standing_set(game_id=asked.play.game.pk, user_id=asked.play.bob.pk, text=text)
    asked.play.order("end turn")
    return asked.play


QUIET = "red: Japan 5, Alden 3 | blue: Neo Tokyo 4 | green: Tycho 2, Egypt 3, * 1"


def asked_seats(play: Table) -> set[int]:
    rows = Waiting.objects.filter(game=play.game)
    assert {row.kind for row in rows} == {BID}
    return {row.seat for row in rows}


def bid_of(play: Table) -> Entry:
    return Entry.objects.get(game=play.game, seat=play.seat(play.bob), action__type="bidding.bid")


def test_an_empty_purse_bids_by_its_preference_at_once() -> None:
    play = next_year(PREFERENCE)
    assert play.seat(play.bob) not in asked_seats(play) and play.seat(play.alice) in asked_seats(play)
    bid = bid_of(play)
    assert (bid.order, bid.source, bid.pace) == ("bid 0, marker 2, 1", "standing", "sealed")


@pytest.mark.parametrize(("text", "purse"), [("", 0), ("bid 0 when late", 0), (PREFERENCE, 1)])
def test_who_has_a_choice_or_no_preference_is_asked_as_before(text: str, purse: int) -> None:
    play = next_year(text, purse=purse)
    assert asked_seats(play) >= {play.seat(play.alice), play.seat(play.bob)}


def test_a_preference_that_is_written_after_the_question_answers_the_next_one() -> None:
    play = next_year("")
    standing_set(game_id=play.game.pk, user_id=play.bob.pk, text=PREFERENCE)
    order(play, play.alice, "bid 1, marker 3")
    assert not Entry.objects.filter(game=play.game, seat=play.seat(play.bob), action__type="bidding.bid").exists()


def order(play: Table, user: Any, text: str) -> None:
    row = Waiting.objects.get(game=play.game, player__user=user)
    fields = {"seat": row.seat, "ref": row.ref, "source": Entry.Source.WEB, "user_id": user.pk}
    order_submit(game_id=play.game.pk, text=text, **fields)


def test_others_see_the_same_as_of_a_bid_that_was_typed() -> None:
    by_site = next_year(PREFERENCE)
    typed = Entry.objects.get(pk=bid_of(by_site).pk)
    typed.order, typed.source = "bid 0", Entry.Source.WEB
    for viewer in (None, by_site.seat(by_site.alice)):
        for entry in (bid_of(by_site), typed):
            assert (visible_order_text(entry, viewer), visible_source(entry, viewer)) == ("", "")
    assert visible_source(bid_of(by_site), by_site.seat(by_site.bob)) == "standing"


def test_it_is_no_missed_turn() -> None:
    play = next_year(PREFERENCE)
    assert Player.objects.get(game=play.game, user=play.bob).missed == 0


def test_the_preference_also_chooses_once_bids_are_open() -> None:
    play = next_year(PREFERENCE, purse=1)
    order(play, play.bob, "bid 1")
    order(play, play.alice, "bid 3, marker 1")
    (chosen,) = Entry.objects.filter(game=play.game, seat=play.seat(play.bob), action__type="bidding.marker")
    assert (chosen.order, chosen.source) == ("marker 2", "standing")


def test_markers_that_are_no_more_are_passed_over() -> None:
    state = state_of(step="bid", board="red: Japan 5 | green: * 1", commanders={}, energy={"red": 0})
    assert state.players[1].out
    action = answer_at_once("prefer markers 3, 2", engine.view_for(state, 0))
    assert action == Bid(0, 0, (2,))


def test_godstorm_has_it_too() -> None:
    state = turn_state(step="bid", faith={"red": 0})
    assert answer_at_once(PREFERENCE, engine.view_for(state, 0)) == Bid(0, 0, (2, 1))


@pytest.mark.parametrize("text", ["prefer markers 4", "prefer markers", "prefer markers 0, 1", "prefer marker one"])
def test_a_preference_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(BadStandingOrder):
        next_year(text)
