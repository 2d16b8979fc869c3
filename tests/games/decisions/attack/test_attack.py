"""The form of an attack, read into an action."""

from __future__ import annotations

import pytest
from django.http import QueryDict

import engine
from engine.position import position
from games.decisions.registry import action_from_form
from tests.games.decisions.test_panels import GRAPH


@pytest.mark.parametrize(
    ("sent", "dice", "throws", "left", "odds"),
    [
        ("", 0, 1, 0, 0),
        ("dice=", 0, 1, 0, 0),
        ("dice=2", 2, 1, 0, 0),
        ("go=captured", 0, 0, 0, 0),
        ("go=left&left=3&dice=1", 1, 0, 3, 0),
        ("go=odds&odds=60", 0, 0, 0, 60),
        ("go=captured&odds=60&left=3", 0, 0, 0, 0),
    ],
)
def test_an_attack_throws_as_many_dice_as_it_can_unless_it_says_how_many(
    sent: str, dice: int, throws: int, left: int, odds: int
) -> None:
    state = position("red: Brazil 4 | blue: North Africa 9 | green: *1", step="attack")
    view = engine.view_for(state, 0)
    action = action_from_form(QueryDict(f"act=battle.attack&src=BRA&dst=NAF&{sent}"), view, GRAPH)
    assert (action["dice"], action["throws"], action["left"], action["odds"]) == (dice, throws, left, odds)
