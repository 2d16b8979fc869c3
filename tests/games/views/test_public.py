"""People without a login share one made page of a game; nobody else gets it, and nothing in it is somebody's own."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.models import Game
from tests.games.kit import Table, table
from tests.games.views.test_play import client

pytestmark = [pytest.mark.django_db, pytest.mark.nothing_new]


@pytest.fixture
def play(empty_counters: None, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr("games.views.public.minute", lambda: "202611221200")
    return table()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An entry for each page that was made rather than kept."""
    from games.views import play as views

    pages: list[str] = []
    original = views.page_for

    def spy(request: Any, slug: str) -> Any:
        pages.append(slug)
        return original(request, slug)

    monkeypatch.setattr(views, "page_for", spy)
    return pages


def stranger(**headers: str) -> Client:
    return Client(**{"HTTP_ACCEPT_ENCODING": "gzip", **headers})


def page_of(play: Table) -> str:
    return reverse("game", args=[play.game.slug])


def text(answer: Any) -> str:
    return gzip.decompress(answer.content).decode()


def test_the_second_stranger_costs_one_query(
    play: Table, made: list[str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = stranger().get(page_of(play))
    with django_assert_num_queries(1):
        second = stranger().get(page_of(play))
    assert len(made) == 1 and text(second) == text(first)
    assert second["Content-Type"] == first["Content-Type"] and "no-store" in second["Cache-Control"]
    assert {"Accept-Encoding", "Cookie", "Accept-Language"} <= {each.strip() for each in second["Vary"].split(",")}
    assert second["Content-Security-Policy"] == first["Content-Security-Policy"]


def test_a_kept_page_holds_no_token_and_no_key(play: Table) -> None:
    for _ in range(2):
        answer = stranger().get(page_of(play))
        assert not answer.cookies
        assert not re.search(r'csrfmiddlewaretoken|name="key"', text(answer))


@pytest.mark.parametrize(
    "asked",
    [
        {"HTTP_ACCEPT_ENCODING": "br"},
        {"HTTP_HX_REQUEST": "true"},
        {"HTTP_AUTHORIZATION": "Bearer x"},
        {"HTTP_COOKIE": "messages=x"},
        {"HTTP_COOKIE": "sessionid=x"},
        {"HTTP_COOKIE": "zone=Asia%2FTokyo"},
        {"HTTP_ACCEPT_LANGUAGE": "en-us"},
    ],
)
def test_who_asks_for_something_else_gets_a_page_of_their_own(
    play: Table, made: list[str], asked: dict[str, str]
) -> None:
    stranger().get(page_of(play))
    assert Client(**{"HTTP_ACCEPT_ENCODING": "gzip", **asked}).get(page_of(play)).status_code == 200
    assert len(made) == 2


def test_a_choice_on_the_page_and_another_minute_make_it_anew(
    play: Table, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger().get(page_of(play))
    stranger().get(f"{page_of(play)}?view=whole")
    monkeypatch.setattr("games.views.public.minute", lambda: "202611221201")
    stranger().get(page_of(play))
    assert len(made) == 3


def test_nobody_with_a_login_gets_or_leaves_a_shared_page(play: Table, made: list[str]) -> None:
    mine = client(play.asked_user)
    own = [mine.get(page_of(play), HTTP_ACCEPT_ENCODING="gzip") for _ in range(2)]
    shared = stranger().get(page_of(play))
    assert len(made) == 3
    assert 'name="key"' in text(own[1]) and 'name="key"' not in text(shared)
    assert 'name="key"' in text(mine.get(page_of(play), HTTP_ACCEPT_ENCODING="gzip"))


def test_a_page_is_made_anew_once_something_is_different(play: Table, made: list[str]) -> None:
    before = text(stranger().get(page_of(play)))
    play.order(play.likely())
    assert text(stranger().get(page_of(play))) != before and len(made) == 2
    Game.objects.update(status=Game.Status.PAUSED)
    stranger().get(page_of(play))
    assert len(made) == 3
    Game.objects.update(watch=Game.Watch.PLAYERS)
    assert stranger().get(page_of(play)).status_code == 404
    assert stranger().get("/g/there-is-none/").status_code == 404


def test_a_page_with_a_token_in_it_is_not_kept(play: Table, made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from django.middleware.csrf import get_token

    from games.views import play as views

    original = views.show
    monkeypatch.setattr(views, "show", lambda request, *args: (get_token(request), original(request, *args))[1])
    for _ in range(2):
        assert stranger().get(page_of(play)).cookies
    assert len(made) == 2
    cache.clear()
