"""Refused orders: every bad line is marked, words of links are understood, and the orders of the game are at hand."""

from __future__ import annotations

from html import unescape

import pytest
from django.urls import reverse

from games.decisions.registry import suggested_orders
from games.models import Entry
from tests.games.kit import Table, table
from tests.games.views.test_play import client
from tests.routes_kit import client as visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def send(play: Table, text: str) -> str:
    """Type an order on the page of whoever is asked; returns the page that comes back."""
    fields = {"line": "1", "order": text, "ref": play.waiting.ref, "key": ""}
    return unescape(client(play.asked_user).post(reverse("game", args=[play.fresh().slug]), fields).content.decode())


def test_every_line_that_cannot_be_read_is_marked_and_nothing_is_played(play: Table) -> None:
    seq = play.fresh().seq
    page = send(play, f"{play.likely()}\nfortify Iceland Great Britian 3\nadvance lots")
    assert "There is no territory “Great Britian” on this map." in page and "advance lots" in page
    assert "I expected a number of armies before “lots”." in page
    assert play.fresh().seq == seq


def test_a_refusal_leads_to_the_orders_of_this_game(play: Table) -> None:
    url = reverse("game-orders", args=[play.fresh().slug])
    assert f'href="{url}"' in send(play, "conquer the world").partition('id="refusal"')[2].partition("</form>")[0]


def test_the_orders_of_a_game_begin_with_those_of_this_moment(play: Table) -> None:
    url = reverse("game-orders", args=[play.fresh().slug])
    page = unescape(client(play.asked_user).get(url).content.decode())
    now, _, others = page.partition('id="others"')
    assert "place 3 TERRITORY" in now and "defend 2" not in now and "defend 2" in others
    assert f"<code>{play.likely()}</code>" in now
    waiting = play.bob if play.asked_user == play.alice else play.alice
    for somebody in (client(waiting), visitor(None)):
        assert "You can give these orders now" not in somebody.get(url).content.decode()


def test_the_words_of_a_link_are_an_order_whatever_they_are(play: Table) -> None:
    view = play.view(play.waiting.seat)
    likely = next(each for each in suggested_orders(view) if "\n" in each.order)
    assert likely.sentence not in likely.order
    before = play.fresh().seq
    send(play, f"{likely.sentence}.")
    told = Entry.objects.filter(game=play.game, seq__gt=before, kind=Entry.Kind.ACTION)
    assert [entry.action["type"] for entry in told][:2] == ["deploy.place", "battle.attack"]


def test_almost_the_words_of_a_link_are_asked_back(play: Table) -> None:
    view = play.view(play.waiting.seat)
    likely = next(each for each in suggested_orders(view) if "\n" not in each.order)
    page = send(play, f"put {likely.order.removeprefix('place ')}")
    assert f'data-order="{likely.order}"' in page
