"""Aegis: a card that is being played may be undone, or let pass, on the page, by mail and by an order."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import engine
from games.decisions.godstorm.undo import places_of
from games.decisions.registry import panel_for, prompt_for, public_timeout_text, suggested_orders
from tests.games.decisions.godstorm.kit import card_state, context_of, place, played, sent_by
from tests.games.decisions.positions import asked_at, ordered


@pytest.mark.django_db
class TestPage:
    def test_it_shows_the_card_its_aim_and_what_chance_gave(self) -> None:
        asked = asked_at(played())
        assert asked.row.kind == "cards.undo_asked"
        page = asked.page()
        assert "Red plays Storms Rage. Undo it?" in page and "Red played Storms Rage on Egypt." in page
        assert "The die shows" in page and "that many armies die there" in page
        assert "Play Aegis" in page and "way=decline" in page

    def test_aegis_undoes_it(self) -> None:
        asked = asked_at(played())
        egypt = place(asked.view, "Egypt")
        form = panel_for(context_of(asked.view)).data.form
        assert asked.post(act="cards.play", **sent_by(form)) == 302
        after = asked.play.view(2)
        assert after.armies[egypt] == 5 and not any(after.extra["relics"])

    def test_it_is_let_pass(self) -> None:
        asked = asked_at(played())
        egypt = place(asked.view, "Egypt")
        page = asked.page("?way=decline")
        assert "this card" in page and 'value="turn"' in page and 'value="order"' not in page
        assert asked.post(act="reaction.decline", scope="window") == 302
        assert asked.play.view(2).armies[egypt] < 5 and any(asked.play.view(2).extra["relics"])

    def test_mails_ask_and_offer_the_same(self) -> None:
        asked = asked_at(played())
        asks = prompt_for(asked.view)
        assert asks.subject == "undo Red’s Storms Rage?" and "Red played Storms Rage on Egypt." in asks.lead
        orders = [suggestion.order for suggestion in suggested_orders(asked.view)]
        assert orders == ["play Aegis", "decline", "decline this turn"]
        assert public_timeout_text(asked.play.game, asked.row.player, asked.row) == "they let it pass."


@pytest.mark.parametrize(
    ("order", "places"),
    [
        ({"at": [3, 4], "on": [5]}, (3, 4, 5)),
        ({"src": 0, "dst": 7}, (0, 7)),
        ({"src": -1, "dst": 7, "on": [0]}, (0, 7)),
        ({"dst": -1}, ()),
    ],
)
def test_the_territories_of_a_card_are_all_that_its_order_names(order: dict[str, Any], places: tuple[int, ...]) -> None:
    view: Any = SimpleNamespace(about={"order": order})
    assert places_of(view) == places


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("play Blood Coats the Land", "The card of "),
        ("play Paradise Is Lost on Thule", "The card of "),
    ],
)
def test_what_was_drawn_has_a_name(order: str, said: str) -> None:
    view = engine.view_for(played(order, plague=["Thule", "Kush"]), 2)
    shown = view.about["shown"][0]
    panel = panel_for(context_of(view))
    graph = view.graph
    name = graph.continents[shown].name if "Blood" in order else graph.names[shown]
    assert panel.data.outcome == f"{said}{name} was drawn."


@pytest.mark.parametrize(
    ("card", "named"),
    [
        ("The Temple Falls", "from Gaul to Roma"),
        ("Only Ash Remains", "on Aegis"),
        ("Heroes Are Born", "at Roma"),
        ("Eagles Take Wing", "from Roma to Gaul, 4 with war"),
    ],
)
def test_all_that_is_named_is_told_before_it_happens(card: str, named: str) -> None:
    view = engine.view_for(played(f"play {card} {named}", miracles={"red": [card]}), 2)
    assert f"The order: play {card} {named}." in panel_for(context_of(view)).data.played
    assert f"play {card} {named}." in prompt_for(view).lead


def test_a_card_in_answer_to_an_attack_may_be_undone_by_the_attacker() -> None:
    start = card_state(
        "red: Cyrenaica 6 | blue: Egypt 5 | green: *2",
        step="invade",
        gods={"red": {"war": "Cyrenaica"}, "blue": {"sky": "Egypt"}},
        miracles={"blue": ["Men Become Warriors"]},
        relics={"red": ["Aegis"]},
        temples={},
    )
    asked = ordered(start, 0, "attack Cyrenaica Egypt until captured")
    view = engine.view_for(ordered(asked, 1, "play Men Become Warriors"), 0)
    assert view.asked and view.asked.kind == "cards.undo_asked" and view.asked.pace == "turn"
    panel = panel_for(context_of(view, way="decline"))
    assert [scope for scope, _said in panel.data.scopes] == ["window", "order"]
