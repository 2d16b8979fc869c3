"""While armies are placed crypts revive some, and The Book of the Dead gives faith for two of them."""

from __future__ import annotations

import pytest

import engine
from games.decisions.registry import suggested_orders
from tests.games.decisions.godstorm.kit import code, turn_state
from tests.games.decisions.positions import asked_at

pytestmark = pytest.mark.django_db

CRYPTS = {"underworld": "red: u2 3, u4 2 | blue: u5 1"}


def crypt_of(view: engine.PlayerView) -> int:
    return int(min(view.about["crypts"], key=int))


def test_a_crypt_revives_an_army_beside_the_armies_to_be_placed() -> None:
    asked = asked_at(turn_state(step="raise", **CRYPTS))
    view = asked.view
    at, name = crypt_of(view), view.graph.names[crypt_of(view)]
    page = asked.page()
    assert f"{name} can revive 1 army" in page and "Revive 1 army in Gaul" in page
    gaul, below = view.graph.names.index("Gaul"), view.armies[at]
    before = view.armies[gaul]
    sent = {"src": view.graph.codes[at], "dst": code(asked, "Gaul")}
    assert asked.post(act="crypt.revive", **sent) == 302
    after = asked.play.view(0)
    assert (after.armies[gaul], after.armies[at]) == (before + 1, below - 1)
    assert f"{name} can revive" not in asked.page()


def test_the_temple_is_chosen_where_there_are_several() -> None:
    asked = asked_at(turn_state(step="raise", temples={"Gaul": True, "Roma": True}, **CRYPTS))
    page = asked.page()
    assert "To which temple" in page and 'name="dst"' in page
    orders = [each.order for each in suggested_orders(asked.view)]
    assert any(order.startswith("revive u") for order in orders)
    assert any(each.words.startswith("Revive u") for each in suggested_orders(asked.view))
    assert all(engine.parse_order(order, asked.view) for order in orders if "\n" not in order)


def test_the_book_of_the_dead_is_read_by_a_button() -> None:
    asked = asked_at(turn_state(step="raise", relics={"red": ["The Book of the Dead"]}))
    page = asked.page()
    assert "Play The Book of the Dead" in page and "2 fewer armies" in page
    pool, faith = asked.view.pool, asked.view.extra["purses"][0]
    assert asked.post(act="cards.play", f__card='"The Book of the Dead"') == 302
    after = asked.play.view(0)
    assert (after.pool, after.extra["purses"][0]) == (pool - 2, faith + 4)
    assert "Play The Book of the Dead" not in asked.page()


def test_nothing_stands_there_without_a_crypt_or_the_book() -> None:
    page = asked_at(turn_state(step="raise")).page()
    assert 'value="crypt.revive"' not in page and 'value="cards.play"' not in page
