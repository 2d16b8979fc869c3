"""What other sites show of a page that is linked there, and the pictures of boards that they fetch."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from tests.games.kit import Table, finish, person, table
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db
MOST_BYTES = 150_000


def card(page: bytes) -> dict[str, str]:
    """The properties that a page names for other sites."""
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page.decode())
    assert len(found) == len({name for name, _ in found})
    return {name: unescape(text) for name, text in found}


@pytest.fixture
def play() -> Table:
    return table(watch=Game.Watch.ANYONE)


def test_a_game_that_anybody_may_watch_shows_its_board(play: Table) -> None:
    game = play.fresh()
    for path in (reverse("game", args=[game.slug]), reverse("game-history", args=[game.slug, game.seq])):
        shown = card(Client().get(path).content)
        assert shown["site_name"] == "Fieldpost" and shown["title"].startswith("Long Winter")
        assert shown["image"] == settings.SITE_URL + reverse("game-picture", args=[game.slug, game.seq])
        picture = Client().get(shown["image"].removeprefix(settings.SITE_URL))
        assert picture.headers["Content-Type"] == "image/png" and picture.content[:4] == b"\x89PNG"
        assert len(picture.content) <= MOST_BYTES


def test_a_result_names_who_won(play: Table) -> None:
    finish(play, 0)
    shown = card(Client().get(reverse("game", args=[play.game.slug])).content)
    assert re.match("Long Winter: .+ win", shown["title"]) and "image" in shown


def test_a_page_of_a_person_names_them_unless_they_keep_their_games_private() -> None:
    alice = person("alice")
    address = reverse("profile", args=["alice"])
    for hidden in ([], ["results"]):
        User.objects.filter(pk=alice.pk).update(hidden_parts=hidden)
        assert card(Client().get(address).content)["title"] == "alice on Fieldpost"
    User.objects.filter(pk=alice.pk).update(hidden_parts=["running", "results"])
    for reader in (Client(), client(alice)):
        found = card(reader.get(address).content)
        assert found["title"] == "Fieldpost" and "description" not in found and "image" not in found


def test_a_private_game_shows_the_name_of_the_site_alone() -> None:
    play = table(watch=Game.Watch.PLAYERS)
    own = card(client(play.alice).get(reverse("game", args=[play.game.slug])).content)
    assert own == {"site_name": "Fieldpost", "type": "website", "title": "Fieldpost"}
    stranger = Client().get(reverse("game", args=[play.game.slug]))
    assert stranger.status_code == 404 and b"Long Winter" not in stranger.content
    assert Client().get(reverse("game-picture", args=[play.game.slug, 1])).status_code == 404


def test_a_picture_shows_a_player_no_more_than_a_spectator(play: Table) -> None:
    path = reverse("game-picture", args=[play.game.slug, play.fresh().seq])
    assert client(play.alice).get(path).content == Client().get(path).content


@pytest.mark.parametrize("seq", [0, 9999])
def test_there_is_no_picture_of_a_moment_that_was_not(play: Table, seq: int) -> None:
    assert Client().get(reverse("game-picture", args=[play.game.slug, seq])).status_code == 404


@pytest.mark.parametrize("name", ["about", "games-public"])
def test_pages_of_the_site_show_its_own_picture(name: str) -> None:
    shown = card(Client().get(reverse(name)).content)
    assert shown["image"].endswith("img/share.png") and "Fieldpost" in shown["title"]
    assert Path("static/img/share.png").stat().st_size <= MOST_BYTES
