"""The god of war and the first temple cost nothing, one after another; a plan names where they go."""

from __future__ import annotations

import re

import pytest

import engine
from games.decisions.registry import suggested_orders
from tests.games.decisions.godstorm.kit import begun, code, person_asked, turn_state
from tests.games.decisions.positions import asked_at

pytestmark = pytest.mark.django_db

FULL = (
    "red: Gaul 20, Roma 10, Iberia 5 | green: Egypt 9, *1 | "
    "blue: Anglia 24, Hibernia 1, Caledonia 1, Thule 1, Varangia 1, Galicia 1, Alemannia 1, Rus 1, Cimmeria 1, "
    "Scythia 1, Sarmatia 1, Ionia 1"
)


def test_a_god_of_war_and_a_temple_are_placed_on_the_chosen_territory() -> None:
    asked = asked_at(turn_state(step="set-up", board=FULL, gods={}, temples={}, plague=["Roma"], faith={}))
    assert asked.row.kind == "opening.first_god_asked"
    page = asked.page()
    assert "Place your first pieces" in page and "They cost nothing." in page
    assert (
        "Ares" in page
        and "God of war. Wins ties" in page
        and "Place Ares in Gaul" in page
        and "Place a temple in Gaul" in page
    )
    plagued = asked.page(f"?dst={code(asked, 'Roma')}")
    assert "Place a temple in Roma" in plagued and "Place Ares in Roma" not in plagued
    orders = [each.order for each in suggested_orders(asked.view)]
    assert orders == ["summon war at Gaul", "temple at Gaul"]
    assert all(engine.parse_order(order, asked.view) for order in orders)
    assert asked.post(act="purchase.hire", kind="war", at=code(asked, "Roma")) == 422
    assert asked.post(act="purchase.hire", kind="war", at=code(asked, "Iberia")) == 302
    assert ("war", 0) in {(piece.kind, piece.seat) for piece in asked.play.view().pieces}


def test_a_plan_names_where_the_first_pieces_go() -> None:
    play = begun(setup_orders="planned")
    for _ in range(8):
        asked = person_asked(play)
        if asked.row.kind == "setup.plan_asked":
            break
        assert asked.post(act="pantheons.choice", rank__1="Norse") == 302
    page = asked.page()
    assert "Thor, god of war" in page or "Thor" not in page
    choices = {
        part: set(re.findall(r'<option value="(\w+)"', page.split(f'id="piece-{part}"')[1].split("</select>")[0]))
        for part in ("war", "temple")
    }
    plague = {asked.view.graph.codes[at] for at in asked.view.extra["plague"]}
    assert choices["war"] and choices["temple"] and not choices["war"] & plague
    spots = {part: sorted(codes)[0] for part, codes in choices.items()}
    assert asked.post(act="setup.plan", plan="", piece__war=spots["war"], piece__temple=spots["temple"]) == 302
    if asked.view.given is not None:
        given = {part: asked.view.graph.codes[at] for part, at in asked.view.given["pieces"]}
        assert given == spots
