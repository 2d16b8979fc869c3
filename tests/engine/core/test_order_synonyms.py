"""The words that pages use start orders too, and who writes half an order is told how it is written."""

from __future__ import annotations

import pytest

from engine import COLOURS, FastChance, UnreadableOrder, apply, format_order, new_game, parse_order, view_for
from engine.core.view import PlayerView
from engine.position import position

CLASSIC = view_for(position("red: Brazil 9, Peru 4 | blue: North Africa 3 | green: *1", step="attack"), 0)
FREE_MOVE = view_for(position("red: Brazil 9, Peru 4 | blue: *1", step="fortify"), 0)
BOARD_2210 = "red: Japan 8, Egypt 3, *1 | blue: Pevek 2, Alden 3"
INVASIONS = position(BOARD_2210, rules="risk2210", step="invade", commanders={"red": {"land": "Japan"}})
SHOP = position(BOARD_2210, rules="risk2210", step="hire", energy={"red": 9, "blue": 3})


def read(text: str, view: PlayerView) -> str:
    return format_order(parse_order(text, view), view.rules, view.map, view.colours)


def refused(text: str, view: PlayerView) -> str:
    with pytest.raises(UnreadableOrder) as error:
        parse_order(text, view)
    return str(error.value)


@pytest.mark.parametrize("text", ["done", "pass", "skip", "End attacks", "end your attacks", "stop attacking", "go on"])
def test_a_step_is_ended_in_many_words(text: str) -> None:
    assert read(text, CLASSIC) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "move 3 from Brazil to Peru",
        "move 3 armies from Brazil to Peru",
        "move 3 to Peru from Brazil",
        "fortify Brazil → Peru with 3 armies",
        "fortify Peru from Brazil with 3",
    ],
)
def test_armies_are_moved_in_many_words(text: str) -> None:
    for view in (FREE_MOVE, CLASSIC):  # while attacks are asked it is read as a later order
        assert read(text, view) == "fortify Brazil Peru 3"


def test_moving_in_names_where_from_and_where_to() -> None:
    state = position("red: Brazil 9, Peru 4 | blue: North Africa 1, Egypt 1 | green: *1", step="attack")
    order = parse_order("attack Brazil North Africa", view_for(state, 0))
    for seed in range(20):
        state_after = apply(state, order, FastChance(seed)).state
        view = view_for(state_after, 0)
        if view.asked and view.asked.kind == "occupy.advance_asked":
            break
    assert read("Move 4 into North Africa", view) == "advance 4"
    assert read("move 4 from Brazil to North Africa", view) == "advance 4"
    assert "do not go there" in refused("move 4 into Egypt", view)


def test_the_words_of_2210() -> None:
    view = view_for(INVASIONS, 0)
    assert read("invade Pevek from Japan", view) == "attack Japan Pevek"
    assert read("attack Japan Pevek with Land Commander", view) == "attack Japan Pevek with land"
    assert read("End invasions", view) == "end"


def test_pieces_are_hired_by_their_titles_and_price() -> None:
    view = view_for(SHOP, 0)
    assert view.asked is not None and view.asked.kind == "purchase.hire_asked"
    assert read("Hire a Nuclear Commander in Japan for 3 energy", view) == "hire nuclear at Japan"
    assert read("Build a Space Station in Egypt for 5 energy", view) == "station at Egypt"
    assert read("buy 2 Land cards", view) == "buy land 2"
    assert "costs 3" in refused("hire nuclear at Japan for 2 energy", view)
    assert refused("hire space commander", view).endswith("Write it as: hire KIND at TERRITORY.")
    assert "station at TERRITORY" in refused("build station", view)


def test_a_bid_says_whether_to_play_early() -> None:
    state = new_game("risk2210", COLOURS[:3], chance=FastChance(1), options={"setup_orders": "planned"}).state
    for seat in range(3):
        state = apply(state, parse_order("plan", view_for(state, seat)), FastChance(1)).state
    view = view_for(state, 0)
    assert view.asked is not None and view.asked.kind == "bidding.bid_asked"
    assert read("bid 2 energy, play early", view) == "bid 2, marker 1, 2, 3"
    assert read("play late, 2", view) == "bid 2, marker 3, 2, 1"
    assert read("bid 2, late", view) == "bid 2, marker 3, 2, 1"
    assert "bid 3 [, marker 2, 1]" in refused("play early", view)
    assert "bid" in refused("Send your bid", view)


def test_gods_are_called_by_their_names() -> None:
    state = position(
        "red: Gaul 8, *1 | blue: Roma 2",
        rules="godstorm",
        step="summon",
        faith={"red": 9, "blue": 1},
        pantheons={"red": "Celts"},
    )
    view = view_for(state, 0)
    for text in ("Summon Arawn in Gaul", "summon Arawn (death) at Gaul", "summon the god of death at Gaul"):
        assert read(text, view) == "summon death at Gaul"
    assert "summon KIND at TERRITORY" in refused("summon Zeus at Gaul", view)
    assert "temple at TERRITORY" in refused("build temple", view)


@pytest.mark.parametrize("text", ["help", "?", "Help attack"])
def test_help_names_the_orders_of_this_moment(text: str) -> None:
    said = refused(text, FREE_MOVE)
    assert "fortify FROM WHERE 4" in said and "end [turn]" in said and "claim" not in said
