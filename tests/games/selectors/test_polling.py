"""Open pages ask for news by a signed address: one query while nothing happens, all checks once something has."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import RateCount, User
from games.models import Game
from games.views.play import POLLS_A_MINUTE
from tests.games.kit import Table, person, table
from tests.games.views.test_play import client

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def poll_of(visitor: Client, play: Table) -> str:
    """The address that the page of a game asks."""
    text = visitor.get(reverse("game", args=[play.game.slug])).content.decode()
    found = re.search(r'hx-get="([^"]+/poll/[^"]+)"', text)
    assert found
    return unescape(found[1])


@pytest.fixture
def play() -> Table:
    return table()


def test_a_poll_costs_one_query_and_reads_no_session(
    play: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    visitor = client(play.alice)
    asked = poll_of(visitor, play)
    RateCount.objects.all().delete()
    with django_assert_num_queries(1) as queries:
        answer = visitor.get(asked)
    assert answer.status_code == 204 and not answer.content and not answer.cookies
    assert "session" not in queries.captured_queries[0]["sql"]
    assert not RateCount.objects.exists()
    assert "no-store" in answer["Cache-Control"]
    assert {visitor.get(asked).status_code for _ in range(POLLS_A_MINUTE + 2)} == {204}


def test_what_has_changed_is_shown_through_all_checks(play: Table) -> None:
    Game.objects.filter(pk=play.game.pk).update(watch=Game.Watch.PLAYERS)
    asked = poll_of(client(play.alice), play)
    assert client(person("charlie")).get(asked).status_code == 204  # "nothing", to somebody who got hold of the address
    play.order(play.likely())
    assert client(play.alice).get(asked).status_code == 200
    assert client(person("dora")).get(asked).status_code == 404
    assert client().get(asked).status_code == 404


def test_a_poll_that_was_signed_for_another_page_goes_through_all_checks(play: Table) -> None:
    Game.objects.filter(pk=play.game.pk).update(watch=Game.Watch.PLAYERS)
    asked = poll_of(client(play.alice), play)
    seq = play.fresh().seq
    for forged in (
        asked.replace(f"seq={seq}", f"seq={seq + 1}"),
        asked[:-1] + ("0" if asked[-1] != "0" else "1"),
        asked.partition("&")[0],
        asked.partition("?")[0],
    ):
        assert client().get(forged).status_code == 404
    other = table_of(person("erin"), seq)
    assert client().get(asked.replace(play.game.slug, other.slug)).status_code == 404


def table_of(creator: User, seq: int) -> Game:
    """Another game that stands at the same entry."""
    return Game.objects.create(
        slug="other",
        name="Other",
        rules="modern",
        map="classic42",
        creator=creator,
        seats_wanted=3,
        seq=seq,
        status=Game.Status.RUNNING,
        watch=Game.Watch.PLAYERS,
    )


def test_nothing_but_reading_is_a_poll(play: Table) -> None:
    assert client(play.alice).post(poll_of(client(play.alice), play)).status_code == 405
