"""What plague will take is said wherever armies may be put on its land: on pages, in mails and behind their links."""

from __future__ import annotations

import pytest
from django.test import Client

from games.decisions.registry import suggested_orders, suggestion_for
from games.mail.links import OrderLink, link_path
from games.mail.turn import decision_context, remarks
from tests.games.decisions.godstorm.kit import MEETING, codes, war_state, words_of
from tests.games.decisions.positions import asked_at

pytestmark = pytest.mark.django_db

BOARD = "red: Gaul 8, Iberia 3 | blue: Liguria 1, Roma 2 | green: *1"
STAYS = "When it next strikes, plague in {} kills half of the armies there, rounded down."
ENTERS = "Plague in Liguria banishes gods and kills half of the armies that move in."


def test_the_free_move_says_it_whatever_number_moves() -> None:
    asked = asked_at(war_state(BOARD, step="fortify", plague=["Iberia"]))
    src, dst = codes(asked, "Gaul", "Iberia")
    for force in ("", "&force=1"):
        page = asked.page(f"?src={src}&dst={dst}{force}")
        assert words_of(page).count(STAYS.format("Iberia")) == 1
        assert f"If you move 7: {STAYS.format('Iberia')}" not in words_of(page)
    away = asked.page(f"?src={dst}&dst={src}")
    assert "kills half of the armies" not in words_of(away)


def test_the_armies_to_be_placed_say_it() -> None:
    asked = asked_at(war_state(BOARD, step="raise", plague=["Gaul"], gods={"red": {"war": "Gaul"}}))
    (gaul, iberia) = codes(asked, "Gaul", "Iberia")
    words = words_of(asked.page(f"?at={gaul}.2"))
    assert "plague in Gaul banishes your gods and kills half of the armies there, rounded down." in words
    assert "kills half of the armies" not in words_of(asked.page(f"?at={iberia}.2"))


@pytest.mark.parametrize(
    ("step", "land", "said"), [("raise", "Gaul", STAYS.format("Gaul")), ("invade", "Liguria", ENTERS)]
)
def test_suggestions_of_mails_say_it(step: str, land: str, said: str) -> None:
    gods = {"red": MEETING["red"]} if step == "invade" else {}
    asked = asked_at(war_state(BOARD, step=step, plague=[land], gods=gods))
    at = asked.view.graph.names.index(land)
    found = suggested_orders(asked.view)
    hit = [each for each in found if at in ((each.src,) if step == "raise" else (each.dst,))]
    assert hit and all(each.hazards == (said,) for each in hit)
    assert all(not each.hazards for each in found if each not in hit)
    options = decision_context(asked.play.game, asked.row.player, asked.view, found)
    mailed = [option for part in ("first", "others") for option in options[part]]
    assert sum(option.note.endswith(said) for option in mailed) == len(hit)
    row = asked.row
    path = link_path(OrderLink(row.game_id, row.seat, row.ref, hit[0].order, row.player.user_id or 0))
    assert said in words_of(Client().get(path).content.decode()), "the page that shows the order before it is played"


def test_an_attack_that_follows_in_the_same_link_says_it() -> None:
    asked = asked_at(war_state(BOARD, step="raise", plague=["Liguria"], gods={"red": {"war": "Gaul"}}))
    gaul, liguria = codes(asked, "Gaul", "Liguria")
    both = suggestion_for(asked.view, f"place 3 {gaul}\nattack {gaul} {liguria} until captured")
    assert both.hazards == (ENTERS,)
    assert suggestion_for(asked.view, f"place 3 {gaul}\nend turn").hazards == ()


def test_a_note_and_what_an_order_costs_are_sentences_of_their_own() -> None:
    assert remarks("without a free move", ()) == "Without a free move"
    assert remarks("without a free move", (ENTERS,)) == f"Without a free move. {ENTERS}"
    assert remarks("Nobody holds it.", (ENTERS,)) == f"Nobody holds it. {ENTERS}"
    assert remarks("", (ENTERS,)) == ENTERS
