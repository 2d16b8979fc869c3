"""The Tree of Life as people meet it: armies that would fall are kept for faith."""

from __future__ import annotations

import pytest

import engine
from games.decisions.registry import generic_parts, suggested_orders
from tests.games.decisions.godstorm.kit import suggests, war_state, words_of
from tests.games.decisions.positions import asked_at, ordered

pytestmark = pytest.mark.django_db


def test_the_question_has_parts_of_its_own() -> None:
    assert generic_parts("sparing.asked") == []


def falling() -> engine.GameState:
    """Let a roll cost armies of the seat with The Tree of Life."""
    for luck in range(1, 40):
        state = war_state("red: Gaul 8 | blue: Liguria 5 | green: *1", relics={"blue": ["The Tree of Life"]})
        state = ordered(ordered(state, 0, "attack Gaul Liguria", luck), 1, "defend 2", luck)
        asked = engine.open_decision(state)
        if asked and asked.kind == "sparing.asked" and engine.view_for(state, 1).about["most"] == 2:
            return state
    raise AssertionError("you lose no armies")


def test_the_fallen_are_kept_for_faith() -> None:
    asked = asked_at(falling())
    page = asked.page()
    words = words_of(page)
    assert asked.row.seat == 1 and "Keep armies that fall in Liguria?" in words and "4 faith" in words
    assert "Red attacks Liguria: you would lose 2 armies." in words
    assert "Keep 1 army for 1 faith, you lose 1 army" in words and "Keep none you pay nothing" in words
    assert suggests(asked) == ["spare 2", "spare 1", "spare 0"]
    notes = [each.note for each in suggested_orders(asked.view)]
    assert notes == ["you lose no armies", "you lose 1 army", "you lose 2 armies"]
    assert asked.post(act="sparing.spare", armies="3") == 422
    assert asked.post(act="sparing.spare", armies="1") == 302
    place = asked.view.graph.names.index("Liguria")
    assert asked.play.view().armies[place] == 4 and asked.play.view().extra["purses"][1] == 3
