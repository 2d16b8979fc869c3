"""The Underworld as people meet it: armies embark, and invade from heaven."""

from __future__ import annotations

from typing import Any

import pytest

from games.decisions.godstorm.embark import threat
from games.decisions.registry import generic_parts, suggested_orders
from tests.games.decisions.godstorm.kit import BELOW, after, suggests, war_state, words_of
from tests.games.decisions.positions import Asked, asked_at, lay

pytestmark = pytest.mark.django_db


def test_the_question_has_parts_of_its_own() -> None:
    assert generic_parts("embark.asked") == []


def test_armies_embark_to_spaces_of_their_own_and_empty_gates() -> None:
    asked = asked_at(war_state(BELOW, step="embark", heaven={"red": 5}))
    page = asked.page()
    words = words_of(page)
    assert "Embark from Elysium?" in words and "You have 5 armies in Elysium, and all of them can go." in words
    gates = [asked.view.graph.codes[at] for at in asked.view.about["spaces"]]
    assert "U1" in gates and all(f'name="n-{code}"' in page for code in gates) and 'name="n-U5"' not in page
    assert all(order.startswith("embark 5 u") or order == "end" for order in suggests(asked))
    chosen = asked.page("?at=U1.3_U2.2")
    assert "embark 3 u1, 2 u2" in chosen and "3 in Underworld I, 2 in Underworld II" in words_of(chosen)
    assert asked.post(act="embark.move", **{"n-U1": "4", "n-U2": "2"}) == 422
    assert asked.post(act="embark.move", **{"n-U1": "4"}) == 302
    assert asked.play.view().armies[42] == 7 and asked.play.view().extra["risen"][0] == 1


def test_nobody_need_embark() -> None:
    asked = asked_at(war_state(BELOW, step="embark", heaven={"red": 5}))
    words = words_of(asked.page())
    assert "Nobody embarks" in words and "Embark armies" in words and "Embark 0" not in words
    assert asked.post(act="turn.end") == 302


def below(**keys: Any) -> Asked:
    board = "red: Gaul 8, u1 3 | blue: Roma 5, u3 2, u12 4 | green: *1"
    return asked_at(war_state(board, step="underworld", heaven={"red": 5}, **keys))


def test_what_invades_below_is_a_space() -> None:
    asked = below()
    words = words_of(asked.page())
    assert "Choose a space to invade from on the map" in words and "Choose a territory" not in words
    above = words_of(lay(asked.play, war_state(BELOW, step="invade")).page())
    assert "Choose a territory to invade from on the map" in above and "Choose a space" not in above


def test_a_space_is_invaded_from_heaven_with_all_armies() -> None:
    asked = below()
    there = {asked.view.graph.codes[dst] for dst in asked.view.offer("battle.attack").fields[1].table["58"]}
    gate = next(iter(sorted(there & {"U3", "U12"} or there)))
    page = asked.page(f"?src=ELY&dst={gate}")
    words = words_of(page)
    assert "yours, 5 can fight" in words and "Who goes along" not in words
    assert f"invade Elysium {gate.lower()}" in page or f"invade heaven {gate.lower()}" in page
    assert "Gods and cards have no effect in the Underworld" in words
    source = words_of(asked.page("?src=ELY"))
    assert "5 armies stand there, and all can go." in source and "nobody, empty, gate" in source
    assert asked.post(act="battle.attack", src="ELY", dst=gate, go="captured", then="all") == 302


def test_no_invasion_of_the_earth_is_named_where_none_below_is_possible() -> None:
    state = war_state("red: Gaul 8, u1 1 | blue: Roma 5, Liguria 2 | green: *1", step="underworld", heaven={"red": 1})
    asked = after(state, "invade Elysium u8")
    page = asked.page()
    assert asked.view.offer("battle.attack") is None and "No invasion is possible" in words_of(page)
    assert "Liguria" not in words_of(page).split("No invasion is possible")[1].split("End invasions")[0]
    assert 'class="pick"' not in page and "more invasions" not in page
    assert 'class="btn primary block">End invasions' in page


def test_orders_below_are_spelled_as_they_are_written() -> None:
    asked = below()
    orders = suggests(asked)
    assert orders and any(order.startswith("invade ") for order in orders)
    assert not any(order.startswith("attack ") for order in orders)
    assert all(each.note != "goes on to the free move" for each in suggested_orders(asked.view)), "it is over"


def test_a_space_is_threatened_from_other_spaces_and_from_heaven() -> None:
    board = "red: Gaul 8, u1 3 | blue: Roma 5, u12 4 | green: *1"
    asked = asked_at(war_state(board, step="embark", heaven={"red": 5, "blue": 2}))
    gate = asked.view.graph.codes.index("U1")
    assert threat(asked.view, gate) == 6
    assert "gate, yours; 6 enemy armies next to it" in words_of(asked.page())
    sent = {each.src: each for each in suggested_orders(asked.view)}[gate]
    assert (sent.called, sent.words) == ("Embark 5 armies to Underworld I", "Embark 5 u1")
    assert sent.note == "gate, yours; 6 enemy armies next to it"
