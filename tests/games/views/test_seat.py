"""The page of one's own seat: standing orders, the caretaker, resigning."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from games.models import Player, StandingOrder
from games.services.seats import take_back
from tests.games.kit import Table, table
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def address(play: Table) -> str:
    return reverse("game-settings", args=[play.game.slug])


def test_standing_orders_are_kept_and_shown(play: Table) -> None:
    visitor = client(play.alice)
    sent = {"do": "standing", "text": "defend 1 when attacked"}
    assert visitor.post(address(play), sent).status_code == 302
    order = StandingOrder.objects.get()
    assert order.text == "when attacked: defend 1" and order.version == 1
    assert "when attacked: defend 1" in visitor.get(address(play)).content.decode()
    assert visitor.get(reverse("game", args=[play.game.slug])).status_code == 200


@pytest.mark.parametrize(("rules", "asks"), [("classic_1959", True), ("modern", False)])
def test_nobody_is_offered_to_be_asked_where_the_defence_has_no_choice(rules: str, asks: bool) -> None:
    play = table(rules)
    page = client(play.alice).get(address(play)).content.decode()
    assert ("when attacked: ask me" in page) is asks
    assert ("when attacked: defend 2" in page) is asks and "when late:" in page


def test_a_bad_line_comes_back_as_typed(play: Table) -> None:
    page = client(play.alice).post(address(play), {"do": "standing", "text": "when bored: attack"})
    assert page.status_code == 422 and "when bored: attack" in page.content.decode()
    page = client(play.alice).post(address(play), {"do": "standing", "text": "when late: plac 3 Brazil"})
    assert page.status_code == 422 and "Try place" in page.content.decode()
    page = client(play.alice).post(address(play), {"do": "standing", "text": "x" * 3000})
    assert page.status_code == 422


def test_each_bad_line_is_named_with_its_number_at_the_field(play: Table) -> None:
    text = "# mine\nwhen attacked at Nowhere: defend 9\nwhen late: end turn\n\nwhen late: dance"
    page = client(play.alice).post(address(play), {"do": "standing", "text": text})
    said = unescape(" ".join(page.content.decode().split()))
    assert page.status_code == 422 and "Lines 2 and 5 have mistakes, so nothing was saved." in said
    assert "Line 2, “when attacked at Nowhere: defend 9”: There is no territory “Nowhere” on this map." in said
    assert "Line 5, “when late: dance”: In “dance”:" in said and "Line 3" not in said
    box = re.search(r"<textarea[^>]*>", said)
    assert box and 'aria-invalid="true"' in box[0] and 'aria-describedby="id_text_e1 id_text_e2"' in box[0]
    assert "when late: dance</textarea>" in said
    assert not StandingOrder.objects.exists()


@pytest.mark.parametrize(("rules", "never"), [("classic_1959", False), ("modern", True)])
def test_who_keeps_a_line_that_never_applies_is_told_so(rules: str, never: bool) -> None:
    play = table(rules)
    for text, said in (("when attacked: defend 1", never), ("when late: end turn", False)):
        page = client(play.alice).post(address(play), {"do": "standing", "text": text}, follow=True).content.decode()
        assert "Your standing orders are saved." in page
        assert ("“when attacked” never applies in this game" in page) is said


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


def test_the_page_shows_which_line_answered_and_which_count_no_more(play: Table) -> None:
    seat = play.waiting.seat
    other = play.bob if play.seat(play.alice) == seat else play.alice
    src, dst = play.front(seat, play.seat(other))
    visitor = client(other)
    visitor.post(address(play), {"do": "standing", "text": "when attacked: defend 2"})
    visitor.post(address(play), {"do": "standing", "text": "when attacked once: defend 1"})
    play.order(f"place {play.view().pool} {src}")
    play.order(f"attack {src} {dst}")
    page = visitor.get(address(play)).content.decode()
    assert "Your line 1 answered" in page and "<s><code>when attacked once: defend 1</code></s>" in page
    assert (
        "Your line" not in client(play.bob if other is play.alice else play.alice).get(address(play)).content.decode()
    )
    assert visitor.post(address(play), {"do": "bring_back"}).status_code == 302
    assert StandingOrder.objects.get().text == "when attacked: defend 2"


def test_lines_are_checked_while_they_are_typed(play: Table) -> None:
    url = reverse("standing-check", args=[play.game.slug])
    assert f'hx-post="{url}"' in client(play.alice).get(address(play)).content.decode()
    page = client(play.alice).post(url, {"text": "when attacked at Atlantis: defend 1\nattacked"}).content.decode()
    assert "<b>Line 1:</b> There is no territory “Atlantis” on this map." in page and "<b>Line 2:</b>" in page
    assert not StandingOrder.objects.exists()
