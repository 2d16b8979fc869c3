"""Lines of standing orders without "when": cards that are never played, and what is lost first."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.position import position
from games.errors import BadStandingOrder
from games.families.parts import parts_of
from games.play import standing_orders
from tests.kit.standing import answer_at_once, asked_within

SEATS = ("red", "blue", "green")
CASES = parts_of("risk2210").orders.standing_cases
BOARD = "red: Japan 7 | blue: Alden 3, Pevek 4 | green: *1"
PIECES = {"blue": {"land": "Alden", "naval": "Alden", "diplomat": "Pevek"}}
CARDS = {"blue": ["Land Stealth MODs", "Cease Fire"]}


def invaded(**said: Any) -> engine.PlayerView:
    """What blue sees of red's invasion of Pevek before the dice."""
    state = position(
        BOARD,
        rules="risk2210",
        seats=SEATS,
        turn="red",
        step="invade",
        commanders=PIECES,
        command_cards=CARDS,
        energy={"blue": 4},
        **said,
    )
    order = engine.parse_order("attack Japan Pevek", engine.view_for(state, 0))
    return engine.view_for(engine.apply(state, order, engine.FastChance(1)).state, 1)


def answer(text: str, view: engine.PlayerView) -> str:
    """The order that standing orders give, empty for none."""
    standing_orders.check(text, view.map, view, CASES)
    action = answer_at_once(text, view)
    return engine.format_order(action, view.rules, view.map, view.colours) if action else ""


def test_the_first_card_that_can_be_played_is_played() -> None:
    view = invaded()
    assert view.asked and view.asked.pace == "window"
    text = "when invaded: play Evacuation to Alden\nwhen invaded: play Stealth MODs at Pevek"
    assert answer(text, view) == "play Land Stealth MODs at Pevek"
    assert answer("when invaded at Alden: play Stealth MODs at Pevek", view) == ""
    assert answer("when invaded with 8 or more: play Cease Fire", view) == ""
    assert answer("when invaded: play Stealth MODs at Alden", view) == ""
    assert answer("when invaded by red with 7 or more: play Cease Fire", view) == "play Cease Fire"


def test_a_card_that_is_never_played_is_passed_over() -> None:
    text = "when invaded: play Cease Fire\nwhen invaded: play Stealth MODs at Pevek\nnever play Cease Fire"
    assert answer(text, invaded()) == "play Land Stealth MODs at Pevek"


def test_whether_a_seat_is_asked_does_not_hang_on_its_hand() -> None:
    asks = "when invaded at Alden: play Cease Fire\nwhen invaded: ask me within 12 hours\nwhen invaded: play Cease Fire"
    view = invaded()
    assert asked_within(asks, view) == 12
    assert asked_within("when invaded: play Evacuation to Alden\n" + asks, view) is None


def struck() -> engine.PlayerView:
    """What blue sees after a rocket on Alden, where five units stand."""
    state = position(
        BOARD,
        rules="risk2210",
        seats=SEATS,
        turn="red",
        step="play",
        commanders=PIECES | {"red": {"nuclear": "Japan"}},
        command_cards={"red": ["Rocket Strike Land"]},
        energy={"red": 4},
    )
    order = engine.parse_order("play Rocket Strike Land on Alden", engine.view_for(state, 0))
    chance = engine.ScriptedChance({"seat 0": [4]})
    return engine.view_for(engine.apply(state, order, chance).state, 1)


@pytest.mark.parametrize(
    ("line", "lost"),
    [
        ("lose mods first, then land, naval", "lose land, 3 mods at Alden"),
        ("lose naval first, then mods, land", "lose naval, 3 mods at Alden"),
        ("lose land first, then naval", "lose land, naval, 2 mods at Alden"),
    ],
)
def test_losses_are_chosen_as_ranked(line: str, lost: str) -> None:
    assert answer(line, struck()) == lost


@pytest.mark.parametrize("line", ["never play Peace on Earth", "lose ships first, then mods", "lose mods"])
def test_what_no_line_says_is_refused(line: str) -> None:
    with pytest.raises(BadStandingOrder):
        standing_orders.check(line, "world2210", struck(), CASES)
