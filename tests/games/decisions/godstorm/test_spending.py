"""Summon, build and buy as one card, with gods by their own names and the price that a seat pays."""

from __future__ import annotations

import pytest

import engine
from games.decisions.registry import prompt_for, suggested_orders
from games.wording.narration import Names, names_for, sentence
from tests.games.decisions.godstorm.kit import code, turn_state
from tests.games.decisions.positions import asked_at, lay

pytestmark = pytest.mark.django_db


def test_gods_go_by_their_names_and_stand_where_no_plague_is() -> None:
    asked = asked_at(turn_state(step="summon", plague=["Roma"]))
    page = asked.page()
    assert "Summon, build and buy</h" in page and "Summon, build and buy these</button>" in page
    assert "where you have an army and no plague" in page
    assert "Hades" in page and "Hekate" in page and "God of death. Defenders who fall" in page
    assert "In play: Zeus and Ares" in page and "Relics come into play at once." in page and "Hire" not in page
    choices = page.split('name="at-hire-death-0"')[1].split("</select>")[0]
    assert code(asked, "Gaul") in choices and code(asked, "Roma") not in choices
    assert "Hades for 3 faith" in prompt_for(asked.view).lead and prompt_for(asked.view).heading == "Summon and build"
    orders = [each.order for each in suggested_orders(asked.view)]
    assert "summon death at Gaul" in orders and all(engine.parse_order(order, asked.view) for order in orders)


def test_a_god_a_temple_and_cards_are_had_in_one_go() -> None:
    asked = asked_at(turn_state(step="summon", faith={"red": 12}))
    fields = {"hire-death-0": "1", "at-hire-death-0": code(asked, "Gaul"), "n-death": "1", "n-war": "1"}
    fields |= {"build-temple-0": "1", "at-build-temple-0": code(asked, "Roma")}
    assert asked.post(act="purchase.spend", **fields) == 302
    view = asked.play.view(0)
    own = {(piece.kind, view.graph.names[piece.at]) for piece in view.pieces if piece.seat == 0}
    assert {("death", "Gaul"), ("temple", "Roma")} <= own and view.extra["purses"][0] == 0
    assert view.seats[0].by_deck == {"death": 1, "war": 1}


def test_cards_of_a_closed_deck_say_whom_to_summon() -> None:
    asked = asked_at(turn_state(step="summon"))
    refused = asked.answer(act="purchase.spend", **{"n-death": "1"})
    assert refused.status_code == 422 and "summon your god of death first" in refused.content.decode()


def test_stonehenge_makes_cards_cheaper() -> None:
    asked = asked_at(turn_state(step="obtain", faith={"red": 3}, relics={"red": ["Stonehenge"]}))
    page = asked.page()
    assert "Buy cards" in page and 'data-cost="1"' in page
    assert "each with Stonehenge, 3 at most" in " ".join(page.split()) or "each with Stonehenge, 4 at most" in page
    assert "A card costs 1 faith with Stonehenge, and" in prompt_for(asked.view).lead
    assert asked.post(act="purchase.spend", **{"n-war": "3"}) == 302
    assert asked.play.view(0).extra["purses"][0] == 0


def test_relics_are_bought_from_the_deck_of_magic() -> None:
    asked = asked_at(turn_state(step="obtain", gods={"red": {"magic": "Gaul"}}, faith={"red": 2}))
    assert asked.post(act="purchase.spend", **{"n-magic": "1"}) == 302
    assert len(asked.play.view(0).extra["relics"][0]) == 1


def test_title_and_button_name_what_can_be_done() -> None:
    gods = {"red": dict.fromkeys(("war", "sky", "magic", "death"), "Gaul")}
    asked = asked_at(turn_state(step="summon", gods=gods))
    page = asked.page()
    assert "Build and buy</h" in page and "Build and buy these</button>" in page and "Stonehenge" not in page
    page = lay(asked.play, turn_state(step="obtain", gods=gods, faith={"red": 4})).page()
    assert "Buy cards</h" in page and "Buy these cards</button>" in page


def test_a_bought_relic_is_named_once_to_its_owner() -> None:
    names = names_for(asked_at(turn_state(step="obtain")).view, html=False)
    cards = names_of_cards(names, "Excalibur", "Storms Rage")
    event = {"type": "purchase.bought", "seat": 0, "decks": [["magic", 1], ["war", 1]], "price": 4, "cards": cards}
    told = sentence(event, names)
    assert told == "You bought 1 Magic card and 1 War card for 4 faith. You drew Storms Rage."
    assert sentence({**event, "cards": cards[:1]}, names) == "You bought 1 Magic card and 1 War card for 4 faith."
    assert sentence({"type": "miracles.relic", "seat": 0, "card": cards[0]}, names) == "You drew the relic Excalibur."


def names_of_cards(names: Names, *titles: str) -> list[int]:
    return [engine.catalogue_of(names.rules, names.options).numbers[title] for title in titles]
