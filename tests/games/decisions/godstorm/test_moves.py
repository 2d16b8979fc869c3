"""Gods who move with armies, into a capture and in the free move."""

from __future__ import annotations

from html import unescape

import pytest

import engine
from tests.games.decisions.godstorm.kit import MEETING, codes, suggests, war_state, words_of
from tests.games.decisions.positions import asked_at, ordered

pytestmark = pytest.mark.django_db


def test_gods_move_with_a_capture() -> None:
    for luck in range(1, 60):
        state = war_state("red: Gaul 8 | blue: Liguria 1, Roma 2 | green: *1", gods={"red": MEETING["red"]})
        state = ordered(state, 0, "attack Gaul Liguria with war until captured", luck)
        if (found := engine.open_decision(state)) and found.kind == "occupy.advance_asked":
            break
    asked = asked_at(state)
    words = words_of(asked.page())
    assert "Liguria is yours" in words and "Ares moves in too." in words
    assert "Armies that move into Liguria" in unescape(asked.page()) and "MOD" not in words
    assert asked.post(act="occupy.advance", force="4") == 302
    at = {piece.kind: asked.view.graph.names[piece.at] for piece in asked.play.view().pieces if piece.seat == 0}
    assert at == {"war": "Liguria", "sky": "Gaul"}


def test_gods_can_go_along_with_a_free_move_and_the_turn_goes_on() -> None:
    board = "red: Gaul 8, Iberia 3 | blue: Liguria 5 | green: *1"
    asked = asked_at(war_state(board, step="fortify", gods={"red": MEETING["red"]}, heaven={"red": 3}))
    src, dst = codes(asked, "Gaul", "Iberia")
    first = words_of(asked.page())
    assert "Move armies once, or go on" in first and "Go on to the Underworld" in first and "end the turn" not in first
    page = asked.page(f"?src={src}&dst={dst}")
    words = words_of(page)
    assert 'name="p-force" value="war"' in page and "Ares God of war." in words
    assert "then go on to the Underworld" in words and "fortify Gaul Iberia 7" in page
    assert {"end", "end turn"} <= {*suggests(asked)}
    fields = {"src": src, "dst": dst, "force": "2", "p-force": ["war"]}
    assert asked.post(act="fortify.move", **fields) == 302
    at = {piece.kind: asked.view.graph.names[piece.at] for piece in asked.play.view().pieces if piece.seat == 0}
    assert at == {"war": "Iberia", "sky": "Gaul"} and asked.play.waiting.kind == "embark.asked"


def test_a_god_can_move_alone() -> None:
    board = "red: Gaul 8, Iberia 3 | blue: Liguria 5 | green: *1"
    asked = asked_at(war_state(board, step="fortify", gods={"red": MEETING["red"]}, heaven={"red": 3}))
    src, dst = codes(asked, "Gaul", "Iberia")
    assert asked.post(act="fortify.move", src=src, dst=dst, force="0", **{"p-force": ["sky"]}) == 302
    assert {piece.kind for piece in asked.play.view().pieces if piece.at == asked.view.graph.names.index("Iberia")} == {
        "sky"
    }
