"""The page of one's own seat: standing orders, the caretaker, resigning."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.models import Player, StandingOrder
from games.services.seats import take_back
from tests.games.kit import Table, table
from tests.games.test_pages import client

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def address(play: Table) -> str:
    return reverse("game-settings", args=[play.game.slug])


def test_standing_orders_are_kept_and_shown(play: Table) -> None:
    visitor = client(play.alice)
    sent = {"do": "standing", "text": "when attacked: defend 1", "ask_me": "on"}
    assert visitor.post(address(play), sent).status_code == 302
    order = StandingOrder.objects.get()
    assert order.ask_me and order.text == "when attacked: defend 1"
    assert "when attacked: defend 1" in visitor.get(address(play)).content.decode()
    assert visitor.get(reverse("game", args=[play.game.slug])).status_code == 200


@pytest.mark.parametrize(("rules", "asks"), [("classic_1959", True), ("modern", False)])
def test_nobody_is_offered_to_be_asked_where_the_defence_has_no_choice(rules: str, asks: bool) -> None:
    play = table(rules)
    page = client(play.alice).get(address(play)).content.decode()
    assert ("Ask me when I am attacked" in page) is asks
    assert ("when attacked: defend 2" in page) is asks and "when late:" in page


def test_a_bad_line_comes_back_as_typed(play: Table) -> None:
    page = client(play.alice).post(address(play), {"do": "standing", "text": "when bored: attack"})
    assert page.status_code == 422 and "when bored: attack" in page.content.decode()
    page = client(play.alice).post(address(play), {"do": "standing", "text": "when late: plac 3 Brazil"})
    assert page.status_code == 422 and "Try place" in page.content.decode()
    page = client(play.alice).post(address(play), {"do": "standing", "text": "x" * 3000})
    assert page.status_code == 422


def test_resigning_asks_once_more(play: Table) -> None:
    visitor = client(play.alice)
    assert visitor.post(address(play), {"do": "resign"}).status_code == 422
    assert visitor.post(address(play), {"do": "resign", "sure": "on"}).status_code == 302
    assert Player.objects.get(game=play.game, user=play.alice).state == Player.State.RESIGNED
    assert visitor.post(address(play), {"do": "take_back"}).status_code == 403
    assert visitor.get(address(play)).status_code == 200


def test_the_seat_is_taken_back_by_a_button(play: Table) -> None:
    Player.objects.filter(game=play.game, user=play.alice).update(state=Player.State.CARETAKER)
    visitor = client(play.alice)
    assert "caretaker" in visitor.get(reverse("game", args=[play.game.slug])).content.decode().lower()
    assert visitor.post(address(play), {"do": "take_back"}).status_code == 302
    assert Player.objects.get(game=play.game, user=play.alice).state == Player.State.PLAYING
    take_back(game_id=play.game.pk, user_id=play.alice.pk)


def test_another_button_does_not_exist(play: Table) -> None:
    assert client(play.alice).post(address(play), {"do": "dance"}).status_code == 404
