"""How mail about single games comes: chosen on the page of email settings, ended by one click."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.game_mail import mail_token, stop_mail
from accounts.models import User
from games.models import OutboxMail, Player
from games.services.mail_choices import end_ways
from tests.games.kit import Table, table
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def seat_of(play: Table, user: User) -> Player:
    return Player.objects.get(game=play.game, user=user)


def test_each_game_has_its_row_and_keeps_what_is_chosen(play: Table) -> None:
    visitor, seat = client(play.alice), seat_of(play, play.alice)
    page = visitor.get(reverse("account-mail")).content.decode()
    assert "Long Winter: My turn" in page
    answer = visitor.post(
        reverse("mail-choices"), {f"{seat.pk}-turn": "digest", f"{seat.pk}-news": ""}, follow=True
    ).content.decode()
    assert "Saved." in answer and '<option value="digest" selected>' in answer
    assert seat_of(play, play.alice).mail_ways == {"turn": "digest"}
    visitor.post(reverse("mail-choices"), {f"{seat.pk}-turn": "", f"{seat.pk}-news": ""})
    assert seat_of(play, play.alice).mail_ways is None


def test_nobody_chooses_for_others_and_odd_ways_are_refused(play: Table) -> None:
    visitor, mine, other = client(play.alice), seat_of(play, play.alice), seat_of(play, play.bob)
    visitor.post(reverse("mail-choices"), {f"{other.pk}-turn": "none", f"{other.pk}-news": "none"})
    assert seat_of(play, play.bob).mail_ways is None
    answer = visitor.post(reverse("mail-choices"), {f"{mine.pk}-turn": "hourly"}, follow=True).content.decode()
    assert "Nothing was saved" in answer and seat_of(play, play.alice).mail_ways is None
    assert Client().post(reverse("mail-choices")).status_code == 302


def test_one_click_ends_a_kind_in_every_game_and_says_so_once(play: Table) -> None:
    Player.objects.filter(pk=seat_of(play, play.alice).pk).update(mail_ways={"turn": "digest", "news": "each"})
    User.objects.filter(pk=play.alice.pk).update(turn_mail="none")
    url = reverse("mail-preferences", args=[mail_token(play.alice, "turn")])
    for _again in range(2):
        assert Client(enforce_csrf_checks=True).post(url, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert seat_of(play, play.alice).mail_ways == {"news": "each"}, "that kind alone"
    assert OutboxMail.objects.filter(template=OutboxMail.ACCOUNT, address=play.alice.email).count() == 1
    page = client(play.bob).get(f"/g/{play.game.slug}/").content.decode()
    assert "gets no mail about turns" in page


def test_the_end_of_the_digest_ends_what_came_in_it(play: Table) -> None:
    user = play.alice
    user.turn_mail, user.news_digest = "digest", False
    user.save()
    stop_mail(user, "digest")
    user.refresh_from_db()
    assert (user.turn_mail, user.news_mail) == ("reminder", True)


@pytest.mark.parametrize(
    ("ways", "wish", "left"),
    [
        ({"turn": "each", "news": "each"}, "turn", {"news": "each"}),
        ({"turn": "each", "news": "digest"}, "", {}),
        ({"turn": "reminder"}, "turn", {"turn": "reminder"}),
        ({"turn": "reminder"}, "reminder", {"turn": "none"}),
        ({"turn": "digest", "news": "each"}, "digest", {"news": "each"}),
        ({"turn": "none"}, "", {"turn": "none"}),
    ],
)
def test_what_a_wish_leaves_when_it_ends(ways: dict[str, str], wish: str, left: dict[str, str]) -> None:
    assert end_ways(ways, wish) == left
