"""Dice are drawn by their sides: six a square with pips, eight a hexagon with its figure."""

from __future__ import annotations

import engine
from games.boards.pieces import force_svg
from games.boards.symbols import dice, die, seat_badge
from games.pages.story import throw_of
from tests.games.decisions.positions import ordered
from tests.games.decisions.risk2210.kit import state_of


def test_an_eight_sided_die_shows_its_figure() -> None:
    assert 'class="die8 o3"' in die(5, "green", sides=8) and ">5</text>" in die(5, "green", sides=8)
    assert 'class="die o3"' in die(5, "green") and "<text" not in die(5, "green")
    assert 'class="die8 o3 lost"' in die(7, "green", lost=True), "no die with pips shows seven"


def test_land_that_nobody_holds_has_the_dashed_ring_of_the_board_and_no_figure() -> None:
    for drawn in (seat_badge("", 0), force_svg("", 0)):
        assert "<circle" in drawn and "<text" not in drawn and "<use" not in drawn
    assert ">0</text>" in seat_badge("grey", 0) and ">3</text>" in force_svg("green", 3)


def test_a_throw_says_which_dice_have_eight_sides() -> None:
    assert 'aria-label="You rolled 7 (8 sides), 5"' in dice((7, 5), "green", who="You", sides=(8, 6))
    assert 'aria-label="You rolled 6, 5"' in dice((6, 5), "green", who="You")


def test_the_story_keeps_the_sides_of_a_fight() -> None:
    state = state_of(board="red: Japan 5, Tycho 2 | blue: Neo Tokyo 4 | green: *1", step="invade")
    state = ordered(state, 0, "attack Japan Neo Tokyo with land naval 1")
    order = engine.parse_order("defend 2", engine.view_for(state, 1))
    events = [engine.event_to_json(each) for each in engine.apply(state, order, engine.FastChance(3)).events]
    (fought,) = [each for each in events if each["type"] == "battle.fought"]
    assert sorted(fought["attack_sides"]) == [6, 8, 8] and sorted(fought["defend_sides"]) == [6, 8]
    throw = throw_of(fought, 1, "Red", "Blue")
    assert throw.attack_sides == tuple(fought["attack_sides"]) and throw.defend_sides == tuple(fought["defend_sides"])
    led = [value for value, sides in zip(fought["attack"], fought["attack_sides"], strict=True) if sides == 6]
    assert led and max(led) <= 6


def test_throws_of_six_sided_dice_are_told_without_sides() -> None:
    board = "red: Japan 5, Tycho 2 | blue: Neo Tokyo 4 | green: *1"
    state = state_of(board=board, step="invade", commanders={"red": {"naval": "Japan"}})
    result = engine.apply(
        state, engine.parse_order("attack Japan Neo Tokyo with 2", engine.view_for(state, 0)), engine.FastChance(1)
    )
    defend = engine.parse_order("defend 1", engine.view_for(result.state, 1))
    events = [engine.event_to_json(each) for each in engine.apply(result.state, defend, engine.FastChance(3)).events]
    (fought,) = [each for each in events if each["type"] == "battle.fought"]
    assert "attack_sides" not in fought and "defend_sides" not in fought
