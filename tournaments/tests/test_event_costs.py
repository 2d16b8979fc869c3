"""What pages of events cost the database."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from benchmarks.event_page import crowd_event
from games.models import Game
from tournaments.models import Tournament
from tournaments.tests.test_running import running_event

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]

MOST = 12


def ask(user: User | None, path: str, django_assert_max_num_queries: object, most: int) -> str:
    visitor = Client()
    if user is not None:
        visitor.force_login(user)
    visitor.get("/about/")  # the first visit with a login writes it down
    with django_assert_max_num_queries(most):  # type: ignore[operator]
        found = visitor.get(path)
    assert found.status_code == 200
    return found.content.decode()


def test_the_page_of_a_large_event_takes_few_queries(django_assert_max_num_queries: object) -> None:
    event, player = crowd_event(256, 6)
    path = f"/events/{event.slug}/"
    for user in (None, player):
        cache.clear()
        for _time in ("made", "kept"):
            html = ask(user, path, django_assert_max_num_queries, MOST)
            assert "Standings after round 6" in html and html.count('class="tb ') == 9
    assert "my-table" in html and "Places 9 to" in html


def test_a_turn_page_asks_once_more_for_its_event_and_others_never() -> None:
    event = running_event()
    game = Game.objects.get(event_table__round__tournament=event)
    visitor = Client()
    visitor.force_login(User.objects.get(username="p0"))
    path = f"/g/{game.slug}/"
    counts = []
    assert f"{event.title}, round 1" in visitor.get(path).content.decode()
    for paired in (True, False):
        Game.objects.filter(pk=game.pk).update(paired=paired)
        counts.append(count_queries(visitor, path))
    assert counts[0] == counts[1] + 1 <= 10  # one of them for messages
    assert f"{event.title}, round 1" not in visitor.get(path).content.decode()


def count_queries(visitor: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert visitor.get(path).status_code == 200
    return len(asked)


def test_the_home_page_names_what_is_next_in_an_event() -> None:
    event = running_event()
    visitor = Client()
    visitor.force_login(User.objects.get(username="p0"))
    html = visitor.get("/games/").content.decode()
    assert f"{event.title}, round 1" in html and f"/events/{event.slug}/" in html
    Tournament.objects.filter(pk=event.pk).update(status=Tournament.Status.OVER)
    assert f"{event.title}, round 1" not in visitor.get("/games/").content.decode()
