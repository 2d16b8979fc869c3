"""Hire, build and buy as one card: one form sends all orders, and nothing is done by halves."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.http import QueryDict
from django.test import Client

import engine
from games.decisions.kit.posted import PostedForm
from games.decisions.kit.spending import nothing_lines
from games.decisions.registry import panel_for
from games.models import Entry
from tests.games.decisions.positions import Asked, asked_at, lay
from tests.games.decisions.risk2210.kit import state_of
from tests.games.decisions.risk2210.test_cards import context_of

pytestmark = pytest.mark.django_db


def code(asked: Asked, name: str) -> str:
    graph = asked.view.graph
    return str(graph.codes[graph.names.index(name)])


def spend(asked: Asked, fields: Mapping[str, object]) -> int:
    return asked.post(act="purchase.spend", **fields)


def test_a_form_offers_what_can_be_had_and_names_the_rest() -> None:
    state = state_of(step="hire", energy={"red": 11})
    data = panel_for(context_of(state)).data
    assert {row.kind for row in data.pieces} == {"nuclear", "diplomat"}
    assert len(data.buildings) == 2 and data.buildings[0].spots[0] != data.buildings[1].spots[0]
    view = engine.view_for(state, 0)
    offer = view.offer("purchase.hire")
    assert offer is not None
    for row in data.pieces:
        spots = {view.graph.codes[at] for at in offer.field("at", engine.TerritoryField).values_for({"kind": row.kind})}
        assert {shown for shown, _name in row.spots} == spots
    assert {row.deck for row in data.decks if row.most} == {"land", "naval", "space", "nuclear", "diplomat"}


def test_the_board_opens_at_the_strongest_territory_until_one_is_chosen() -> None:
    state = state_of(step="hire", energy={"red": 11})
    names = engine.mapgraph(state.map).names
    marks = panel_for(context_of(state)).marks
    assert [names[spot] for spot in marks.look_at] == ["Japan"] and marks.target is None and not marks.deciding
    chosen = panel_for(context_of(state, dst=names.index("Hong Kong"))).marks
    assert chosen.look_at == () and chosen.target == names.index("Hong Kong") and chosen.deciding
    assert chosen.selectable == {names.index("Hong Kong"): ""}


def test_pieces_buildings_and_cards_are_had_in_one_go() -> None:
    asked = asked_at(state_of(step="hire", energy={"red": 11}))
    page = asked.page()
    assert (
        "Hire, build and buy</h" in page
        and "Hire, build and buy these</button>" in page
        and 'name="hire-nuclear-0"' in page
        and 'name="n-nuclear"' in page
    )
    at = code(asked, "Japan")
    fields: dict[str, object] = {"hire-nuclear-0": "1", "at-hire-nuclear-0": at, "build-station-0": "1"}
    fields |= {"at-build-station-0": code(asked, "Hong Kong"), "n-land": "1", "n-nuclear": "2", "n-naval": "0"}
    assert spend(asked, fields) == 302
    view = asked.play.view(0)
    own = {(piece.kind, view.graph.names[piece.at]) for piece in view.pieces if piece.seat == 0}
    assert {("nuclear", "Japan"), ("station", "Hong Kong")} <= own
    assert view.extra["purses"][0] == 0 and view.seats[0].by_deck == {"land": 1, "nuclear": 2}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"hire-nuclear-0": "1", "at-hire-nuclear-0": "JAP", "n-land": "5"}, "at most 4 cards"),
        ({"hire-nuclear-0": "1", "at-hire-nuclear-0": "JAP", "n-nuclear": "1", "n-land": "3"}, "you have 6 energy"),
        ({"n-nuclear": "1"}, "hire your Nuclear Commander first"),
        ({}, "Nothing is chosen"),
    ],
)
def test_nothing_is_done_by_halves(fields: dict[str, str], says: str) -> None:
    asked = asked_at(state_of(step="hire", energy={"red": 6}))
    sent = {name: code(asked, "Japan") if text == "JAP" else text for name, text in fields.items()}
    before = Entry.objects.filter(game=asked.play.game).count()
    refused = asked.answer(act="purchase.spend", **sent)
    assert refused.status_code == 422 and says in refused.content.decode()
    assert Entry.objects.filter(game=asked.play.game).count() == before


def test_spending_nothing_passes_both_questions() -> None:
    asked = asked_at(state_of(step="hire", energy={"red": 6}, command_cards={"red": ["Land Reinforcements"]}))
    assert asked.post(act="purchase.spend_nothing") == 302
    assert asked.play.view(0).step == "play" and asked.play.view(0).extra["purses"][0] == 6


def test_cards_alone_are_bought_where_no_piece_can_be_paid() -> None:
    asked = asked_at(state_of(step="buy", energy={"red": 2}))
    page = asked.page()
    assert "Buy cards" in page and "needs your Nuclear Commander in play" in page and 'name="n-nuclear"' not in page
    assert spend(asked, {"n-land": "2"}) == 302
    assert asked.play.view(0).seats[0].by_deck == {"land": 2}


def test_a_single_answer_may_be_posted_by_itself() -> None:
    asked = asked_at(state_of(step="buy", energy={"red": 4}))
    assert asked.post(act="purchase.buy", **{"n-land": "1", "n-naval": "", "n-space": "2"}) == 302
    assert asked.play.view(0).seats[0].by_deck == {"land": 1, "space": 2}
    asked = lay(asked.play, state_of(step="hire", energy={"red": 11}))
    assert asked.post(act="purchase.hire", kind="nuclear", at=code(asked, "Japan")) == 302
    view = asked.play.view(0)
    assert ("nuclear", "Japan") in {(piece.kind, view.graph.names[piece.at]) for piece in view.pieces}


def test_the_card_says_what_each_piece_is_good_for() -> None:
    page = asked_at(state_of(step="hire", energy={"red": 11})).page()
    assert "Rolls an 8-sided die in every attack, and in defence." in page
    assert page.count("can reach the Moon") == 1 and page.count('name="build-station-') == 2  # said once
    assert 'href="/help/risk2210/"' in page
    assert 'id="risk2210"' in Client().get("/help/").content.decode()


def test_pieces_on_the_first_territory_of_the_map_are_in_play_too() -> None:
    board = "red: Northwestern Oil Emirate 3, Japan 2 | blue: *1"
    pieces = {"red": {"land": "Northwestern Oil Emirate", "naval": "Japan"}}
    state = state_of(step="hire", board=board, commanders=pieces, energy={"red": 11})
    assert panel_for(context_of(state)).data.rest == "Land Commander and Naval Commander"


@pytest.mark.parametrize(("step", "energy", "lines"), [("hire", 7, "end\nend"), ("hire", 0, "end"), ("buy", 7, "end")])
def test_a_form_that_spends_nothing_ends_what_would_be_asked(step: str, energy: int, lines: str) -> None:
    view = engine.view_for(state_of(step=step, energy={"red": energy}), 0)
    assert view.asked is not None
    assert nothing_lines(PostedForm(QueryDict(), view, view.graph)) == lines, view.asked.kind
