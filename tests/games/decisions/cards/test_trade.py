"""What pages and mails say when a set is asked for outside the beginning of a turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import engine
from engine.conformance.case import read_case
from engine.conformance.run import state_of
from games.decisions.cards import trade
from games.decisions.classic.capital import fate_of
from games.decisions.kit.context import PageContext, Selection
from games.decisions.registry import prompt_for
from tests.games.decisions.test_panels import page_data_of, page_of

DRAWN = {
    "rules": "modern",
    "position": {
        "board": "red: Japan 5, Mongolia 1, Peru 1 | blue: *1",
        "turn": "red",
        "step": "attack",
        "captured": True,
        "hands": {"red": ["Greenland", "Ontario", "Peru", "Siam", "Alaska"]},
    },
}
TAKEN_OVER = {
    "rules": "classic_1959",
    "position": {
        "board": "red: Brazil 20, Peru 1 | blue: North Africa 1 | green: *1",
        "turn": "red",
        "step": "attack",
        "hands": {"red": ["Alaska", "Alberta"], "blue": ["Ural", "Peru", "Greenland", "wild"]},
    },
}


def seen(case: dict[str, Any], *orders: str) -> engine.PlayerView:
    """The view of who is asked after these orders of red, all of whose throws succeed."""
    state = state_of(read_case({**case, "play": []}, Path("none.yaml"), "none", "None", "none"))
    chance = engine.ScriptedChance({"attacker": [6, 6, 6], "defender": [5]}, engine.FastChance(1))
    for text in orders:
        order = engine.parse_order(text, engine.view_for(state, 0))
        for _, played in engine.play(state, order, chance):
            state = played.state
    view = engine.view_for(state, 0)
    assert view.asked is not None and view.asked.kind == "cards.trade_asked"
    return view


def test_after_the_attacks_nobody_is_told_to_attack_or_that_no_armies_are_placed() -> None:
    view = seen(DRAWN, "end")
    asked = prompt_for(view)
    assert "attack" not in f"{asked}"
    assert trade.on_timeout(view) == "you keep your cards"
    assert "You can trade in a set at once" in page_of(view)[1]


def test_a_set_that_must_go_and_one_that_may_are_told_apart_after_an_elimination() -> None:
    forced = seen(TAKEN_OVER, "attack Brazil North Africa, then advance 3")
    free = seen(TAKEN_OVER, "attack Brazil North Africa, then advance 3", "trade Ural Peru Greenland")
    assert prompt_for(forced).heading == "You must trade in a set of cards"
    assert "trade in a set before you attack again" in page_of(forced)[1]
    assert trade.on_timeout(forced) == "your most valuable set is traded in, the armies go to your weakest border"
    assert trade.on_timeout(free) == "you keep your cards, your 4 armies go to your weakest border"
    page = page_of(free)[1]
    assert "before you attack again" not in page and "Keep your cards" in page
    assert "You can trade in another set, or keep your 3 cards." in page


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {"capitals": "control_all", "capitals_needed": "all"},
            "The first to hold all capitals at once, their own included, wins.",
        ),
        (
            {"capitals": "control_all", "capitals_needed": 2},
            "The first to hold their own capital and 2 others at once wins.",
        ),
        (
            {"capitals": "lose_and_out"},
            "A player who does not hold their own capital at the end of their turn is out of the game.",
        ),
    ],
)
def test_what_a_capital_decides_is_said_where_it_is_chosen(options: dict[str, Any], told: str) -> None:
    assert fate_of(options) == told


def test_a_set_with_armies_for_ones_own_land_comes_first_the_first_territory_included() -> None:
    names = engine.mapgraph("classic42").names
    case = {**DRAWN, "position": {**DRAWN["position"], "board": f"red: {names[0]} 5, Mongolia 1 | blue: *1"}}
    view = seen(case, "end")
    offered = view.offer("cards.trade")
    assert offered is not None
    context = PageContext(view, view.graph, page_data_of(view), Selection())
    brings = {cards: trade.dearness(context, cards) for cards in offered.field("cards", engine.CardsField).values}
    assert brings and all(dear[1] == (0 not in cards) for cards, dear in brings.items()), brings
