"""Coached games: how they begin and end, who sees the coach, and what it costs others."""

from __future__ import annotations

import re
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.ratelimit import limit
from coaching.services import COACHED
from games.models import Game
from tests.games.kit import table
from tests.games.test_lines import read
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db


def begin(user: User, rules: str = "modern") -> Game:
    answer = client(user).post(reverse("learn"), {"rules": rules})
    assert answer.status_code == HTTPStatus.FOUND
    return Game.objects.get(coached=True)


def page_of(user: User, game: Game) -> str:
    return read(client(user), reverse("game", args=[game.slug]))


@pytest.mark.parametrize("rules", COACHED)
def test_a_lesson_is_a_game_against_bots_with_a_coach(rules: str) -> None:
    user = table().alice
    game = begin(user, rules)
    assert game.rules == rules and not game.public
    assert [bool(player.bot) for player in game.players.order_by("pk")] == [False, True, True]
    page = page_of(user, game)
    assert reverse("coach-end", args=[game.slug]) in page
    assert reverse("coach-show", args=[game.slug]) in page or "There is nothing to answer" in page


def test_show_me_fills_in_the_order_line_and_plays_nothing() -> None:
    user = table().alice
    game = begin(user, "godstorm")  # which asks for a pantheon first
    seq = Game.objects.get(pk=game.pk).seq
    assert "Play it" not in page_of(user, game)
    answer = client(user).get(reverse("coach-show", args=[game.slug]), follow=True).content.decode()
    shown = re.search(r'<textarea id="order"[^>]*>([^<]+)</textarea>', answer)
    assert shown and shown[1] and '<button form="order-line"' in answer and Game.objects.get(pk=game.pk).seq == seq


@pytest.mark.parametrize(("name", "most"), [("coach-show", 60), ("game-draws", 30)])
def test_pages_that_take_long_to_make_are_read_so_often_a_minute(name: str, most: int) -> None:
    play = table()
    page = reverse(name, args=[play.game.slug])
    for _read in range(most):
        limit(f"{name.removeprefix('game-').removesuffix('-show')}:user:{play.alice.pk}", most, 60)
    refused = client(play.alice).get(page)
    assert refused.status_code == HTTPStatus.TOO_MANY_REQUESTS and refused.headers["Retry-After"]
    assert client(play.bob).get(page).status_code == HTTPStatus.NOT_FOUND  # nobody's lesson, and a game that runs


def test_show_me_fills_in_a_plan_of_the_set_up() -> None:
    user = table().alice
    game = begin(user)
    answer = client(user).get(reverse("coach-show", args=[game.slug]), follow=True)
    assert "like=veteran" in answer.redirect_chain[-1][0]
    assert re.search(r'<textarea id="order"[^>]*>plan claim ', answer.content.decode())


def test_the_coach_goes_when_asked_to_and_the_game_stays() -> None:
    user = table().alice
    game = begin(user)
    ends = [client(user).post(reverse("coach-end", args=[game.slug]), follow=True) for _press in range(2)]
    assert ["The coach is gone." in end.content.decode() for end in ends] == [True, False]
    assert not Game.objects.filter(coached=True).exists() and "coach/show" not in page_of(user, game)
    assert client(user).get(reverse("coach-show", args=[game.slug])).status_code == HTTPStatus.NOT_FOUND


def test_other_rules_are_refused_in_words() -> None:
    user = table().alice
    answer = client(user).post(reverse("learn"), {"rules": "chess"})
    assert "Choose one of the games on this page." in answer.content.decode()
    assert not Game.objects.filter(coached=True).exists()


def test_strangers_see_no_lesson() -> None:
    play = table()
    game = begin(play.alice)
    assert Client().get(reverse("learn")).status_code == HTTPStatus.FOUND
    assert client(play.bob).get(reverse("coach-show", args=[game.slug])).status_code == HTTPStatus.NOT_FOUND
    assert client(play.bob).post(reverse("coach-end", args=[game.slug])).status_code == HTTPStatus.NOT_FOUND
    assert Game.objects.get(pk=game.pk).coached
