"""Positions of battles of Godstorm as running games, what their pages say, and what is suggested there."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import engine
from engine.position import position
from games.decisions.registry import suggested_orders
from tests.games.decisions.risk2210.kit import Asked, lay, ordered
from tests.games.kit import table

SEATS = ("red", "blue", "green")
PANTHEONS = {"red": "Greeks", "blue": "Norse", "green": "Celts"}
BOARD = "red: Gaul 8, Iberia 3 | blue: Roma 5, Liguria 2 | green: *1"
MEETING = {"red": {"war": "Gaul", "sky": "Gaul"}, "blue": {"death": "Liguria", "sky": "Liguria"}}
BELOW = "red: Gaul 8, u1 3, u2 1 | blue: Roma 5, u5 4 | green: *1"


def state_of(board: str = BOARD, **keys: Any) -> engine.GameState:
    given = {"turn": "red", "step": "invade", "pantheons": PANTHEONS, "faith": {"red": 5, "blue": 4}}
    return position(board, rules="godstorm", seats=SEATS, **{**given, **keys})


def asked_at(state: engine.GameState) -> Asked:
    return lay(table("risk2210", bots=("random",)), state)


def words_of(page: str) -> str:
    """Return what a page says, without its tags."""
    return " ".join(unescape(re.sub(r"<script.*?</script>|<[^>]*>", " ", page, flags=re.DOTALL)).split())


def codes(asked: Asked, *names: str) -> list[str]:
    graph = asked.view.graph
    return [graph.codes[graph.names.index(name)] for name in names]


def suggests(asked: Asked) -> list[str]:
    """List the suggested orders; the engine takes each, and the words of each mean the same."""
    view = asked.view
    found = suggested_orders(view)
    assert found
    for each in found:
        order = engine.parse_order(each.order, view)
        assert each.words.startswith("End your ") or engine.parse_order(each.words, view) == order
        assert engine.format_order(order, view.rules, view.map, view.colours) == each.order
    return [each.order for each in found]


def after(state: engine.GameState, *orders: str) -> Asked:
    """Ask at a position that orders of whoever is asked have led to."""
    for text in orders:
        asked = engine.open_decision(state)
        assert asked is not None
        state = ordered(state, asked.seats[0], text)
    return asked_at(state)


def meeting(**keys: Any) -> engine.GameState:
    board = "red: Gaul 8, Iberia 3 | blue: Liguria 5, Roma 2 | green: *1"
    return state_of(board, gods=MEETING, temples={"Liguria": True}, **keys)
