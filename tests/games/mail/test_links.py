"""Links in mails: GET and HEAD never act, a link is good for one answer, and dies with the question."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import NotAllowed
from games.mail.links import RECLAIM_SEAT, InvalidLink, OrderLink, link_path, link_token, read_link
from games.models import Entry, Player
from games.services.seats import take_back
from tests.games.kit import Table, table
from tests.routes_kit import client

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def mailed(play: Table) -> str:
    row = play.waiting
    return link_path(OrderLink(play.game.pk, row.seat, row.ref, play.likely(), row.player.user_id or 0))


def test_opening_a_link_changes_nothing(play: Table) -> None:
    path, seq = mailed(play), play.fresh().seq
    visitor = Client()
    for _ in range(3):
        page = visitor.get(path)
        assert page.status_code == 200 and visitor.head(path).status_code == 200
    assert play.fresh().seq == seq
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["Referrer-Policy"] in ("no-referrer", "same-origin")
    assert "noindex" in page.headers["X-Robots-Tag"]


def test_its_button_plays_once(play: Table) -> None:
    path, row = mailed(play), play.waiting
    visitor = Client()
    assert visitor.post(path).status_code == 200
    seq = play.fresh().seq
    assert Entry.objects.filter(game=play.game, source="link", seat=row.seat).exists()
    assert visitor.post(path).status_code == 200
    assert play.fresh().seq == seq
    assert visitor.get(path).status_code == 200
    assert play.fresh().seq == seq


def test_without_its_token_a_form_is_refused(play: Table) -> None:
    assert Client(enforce_csrf_checks=True).post(mailed(play)).status_code == 403


def test_a_link_opens_no_session(play: Table) -> None:
    visitor = Client()
    visitor.post(mailed(play))
    assert "_auth_user_id" not in visitor.session
    assert visitor.get(reverse("home")).status_code == 302


def test_a_link_says_whose_it_is_to_somebody_else(play: Table) -> None:
    path, owner = mailed(play), play.asked_user
    other = play.bob if owner == play.alice else play.alice
    said = f"This link was emailed to {owner.username}. You are logged in as {other.username}"
    assert said in client(other).get(path).content.decode()
    for visitor in (client(owner), Client()):
        assert "This link was emailed to" not in visitor.get(path).content.decode()


def test_another_answer_to_the_same_question_is_stale(play: Table) -> None:
    row = play.waiting
    path = mailed(play)
    play.order(play.likely())
    seq = play.fresh().seq
    assert Client().post(path).status_code == 409
    assert play.fresh().seq == seq and row.ref != play.waiting.ref


def test_a_changed_link_is_none_of_ours(play: Table) -> None:
    token = link_token(OrderLink(1, 0, 1, "end", 7))
    assert read_link(token) == OrderLink(1, 0, 1, "end", 7)
    with pytest.raises(InvalidLink):
        read_link(token[:-2] + "xx")
    assert Client().get(reverse("link", args=["nonsense"])).status_code == 404


def test_a_page_of_a_link_does_not_show_the_hand(play: Table) -> None:
    page = Client().get(mailed(play)).content.decode()
    assert "Your hand" not in page


def test_links_of_a_closed_account_are_no_longer_good(play: Table) -> None:
    path, row, likely = mailed(play), play.waiting, play.likely()
    user = row.player.user
    assert user is not None
    user.is_active = False
    user.save()
    seq = play.fresh().seq
    for answer in (Client().get(path), Client().post(path)):
        assert answer.status_code == 410 and "is closed" in answer.content.decode()
    with pytest.raises(NotAllowed, match="closed"):  # the button was pressed before the account was closed
        play.order(likely)
    Player.objects.filter(pk=row.player_id).update(state=Player.State.CARETAKER)
    assert Client().post(link_path(OrderLink(play.game.pk, row.seat, 0, RECLAIM_SEAT, user.pk))).status_code == 410
    with pytest.raises(NotAllowed):
        take_back(game_id=play.game.pk, user_id=user.pk)
    assert play.fresh().seq == seq


def test_the_question_stands_above_what_others_did_meanwhile(play: Table) -> None:
    """A link is pressed, others play a round, and the same link shows the next question first."""
    path, row = mailed(play), play.waiting
    assert Client().post(path).status_code == 200
    play.order("end turn")
    for _ in range(6):
        if play.waiting.seat == row.seat:
            break
        play.order("end turn" if play.view(play.waiting.seat).offer("turn.end") else play.likely())
    assert play.waiting.seat == row.seat, "the round does not come back"
    page = Client().get(path).content.decode()
    question, later = page.index("The game needs another decision from you now."), page.index(">Meanwhile<")
    assert page.index(">Done<") < question < later
    story = page[later:]
    assert '<details class="earlier">' in story and " attacked nobody</span>" in story
    hits = story.find("Attacks on you")
    assert hits < story.index('<details class="earlier">'), "what hit the reader comes first"
