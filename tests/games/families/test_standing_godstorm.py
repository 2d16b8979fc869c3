"""Standing orders of Godstorm: a miracle that is being played, and armies that a card may name."""

from __future__ import annotations

import pytest

import engine
from games.errors import BadStandingOrder
from games.families.parts import parts_of
from games.play import standing_orders
from tests.games.decisions.godstorm.kit import card_state, played
from tests.games.decisions.godstorm.test_spare import falling
from tests.games.decisions.positions import ordered
from tests.kit.standing import answer_at_once, asked_within

CASES = parts_of("godstorm").orders.standing_cases


def answer(text: str, view: engine.PlayerView) -> str:
    standing_orders.check(text, view.map, view, CASES)
    action = answer_at_once(text, view)
    return engine.format_order(action, view.rules, view.map, view.colours) if action else ""


@pytest.mark.parametrize(
    ("rule", "given"),
    [
        ("when a miracle is played: play Aegis", "play Aegis"),
        ("when a miracle is played by red: play Aegis", "play Aegis"),
        ("when a miracle is played by blue: play Aegis", ""),
        ("when a miracle is played at Egypt: play Aegis", "play Aegis"),
        ("when a miracle is played at Kush: play Aegis", ""),
        ("when Storms Rage is played by red: play Aegis", "play Aegis"),
        ("when Crops Wither is played by red: play Aegis", ""),
        ("play Aegis when a miracle is played by red", "play Aegis"),
        ("when a miracle is played by red: decline this turn", "decline this turn"),
        ("when invaded: play Aegis", ""),
        ("when a miracle is played: play Aegis\nnever play Aegis", ""),
    ],
)
def test_standing_orders_undo(rule: str, given: str) -> None:
    assert answer(rule, engine.view_for(played(), 2)) == given


def test_a_rule_may_ask_instead() -> None:
    view = engine.view_for(played(), 2)
    assert asked_within("when a miracle is played by red: ask me within 12 hours", view) == 12
    assert asked_within("when a miracle is played by blue: ask me within 12 hours", view) is None
    assert asked_within("when invaded: ask me within 12 hours", view) is None


@pytest.mark.parametrize(
    ("rule", "given"),
    [
        ("when I lose armies: spare 1", "spare 1"),
        ("when I lose armies at Liguria by red: spare 9", "spare 2"),
        ("when I lose armies at Roma: spare 1", ""),
        ("when a miracle is played: spare 1", ""),
    ],
)
def test_standing_orders_keep_the_fallen_as_many_as_can_be_paid(rule: str, given: str) -> None:
    assert answer(rule, engine.view_for(falling(), 1)) == given
    asks = "when I lose armies at Liguria: ask me within 12 hours"
    assert asked_within(asks, engine.view_for(falling(), 1)) == 12


def test_a_rule_about_a_card_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadStandingOrder) as refused:
        standing_orders.check(
            "when Storms Wither is played: play Aegis", "ancient_world", engine.view_for(played(), 2), CASES
        )
    assert "There is no card" in refused.value.each[0]


def test_an_order_with_too_many_armies_is_passed_over() -> None:
    start = card_state(
        "red: Cyrenaica 6 | blue: Egypt 5, Kush 4 | green: *2",
        step="invade",
        gods={"red": {"war": "Cyrenaica"}, "blue": {"sky": "Egypt"}},
        miracles={"blue": ["The Fog Lifts"]},
        relics={},
        temples={},
    )
    view = engine.view_for(ordered(start, 0, "attack Cyrenaica Egypt until captured"), 1)
    assert answer("when invaded: play The Fog Lifts from Kush, 4", view) == ""
    text = "when invaded: play The Fog Lifts from Kush, 4\nwhen invaded: play The Fog Lifts from Kush, 3"
    assert answer(text, view) == "play The Fog Lifts from Kush, 3"
