"""Every address of events, asked for by those whom it is not for: nothing is shown to them, and nothing changes.

Addresses are read from the site, so a new one is asked too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from benchmarks.sequences.stored import stored
from tests.games.kit import person
from tests.routes_kit import client, organizer
from tournaments.models import Tournament
from tournaments.services.creating import EventSettings, event_create
from tournaments.tests.test_organizing import SWISS, cup

pytestmark = [pytest.mark.django_db, pytest.mark.once]

VALUES = {"int": "1", "str": "x", "slug": "open", "path": "event.json"}
"""What stands for the parts of an address that are not the event."""

SHUT = (302, 403, 404, 405)


@pytest.fixture(autouse=True)
def no_second_step(settings: object) -> None:
    settings.STAFF_SECOND_STEP = False  # type: ignore[attr-defined]  # a fixture of pytest-django


def addresses(event: Tournament, prefix: str) -> list[str]:
    """All addresses of tournaments below a prefix that name an event, this one."""
    found = [
        re.sub(r"<(?:(\w+):)?(\w+)>", lambda part: fill(part[1], part[2], event), route)
        for route in routes(get_resolver("tournaments.urls"))
        if route.startswith(prefix) and "<slug:slug>" in route
    ]
    return [f"/{path}" for path in found]


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from routes(each, before + str(each.pattern))
        elif isinstance(each, URLPattern):
            yield before + str(each.pattern)


def fill(kind: str, name: str, event: Tournament) -> str:
    return event.slug if name == "slug" else VALUES[kind or "str"]


def ask(visit: Client, path: str) -> Iterator[HttpResponse]:
    """Ask for an address by both methods."""
    yield visit.get(path)  # type: ignore[misc]  # the client's own class
    yield visit.post(path, {"reason": "mine", "do": "check-in", "confirm": "1"})  # type: ignore[misc]


def check_shut(visit: Client, paths: list[str]) -> None:
    before = stored("tournaments")
    for path in paths:
        for answer in ask(visit, path):
            where = answer.headers.get("Location", "")
            assert answer.status_code in SHUT, (path, answer.status_code)
            assert answer.status_code != 302 or "/login/" in where, (path, where)
    assert stored("tournaments") == before


def test_nobody_but_its_organizers_reaches_the_organizers_pages_of_an_event() -> None:
    event, other = cup(organizer("olga")), event_create(EventSettings(title="Other", rules="modern", stages=[SWISS]))
    hana, player, paul = person("hana"), User.objects.get(username="p1"), organizer("paul")
    root = User.objects.create_superuser("root", "root@example.org", "long password")
    other.organizers.add(hana)
    event.organizers.add(player)
    for user in (paul, root):
        event.entrants.create(number=90 + user.pk, user=user, name=user.username)
    paths = addresses(event, "organize/")
    assert len(paths) >= 2
    for visit in (Client(), client(person("nina")), client(hana), client(player), client(paul), client(root)):
        check_shut(visit, paths)
    assert client(User.objects.get(username="olga")).get(paths[0]).status_code == 200


def test_an_event_that_is_being_prepared_is_its_organizers_own() -> None:
    event = event_create(EventSettings(title="Secret", rules="modern", stages=[SWISS]), organizer("olga"))
    paths = addresses(event, "events/")
    assert len(paths) >= 6
    for visit in (Client(), client(person("nina"))):
        check_shut(visit, paths)


def test_whoever_only_looks_at_an_event_changes_nothing_in_it() -> None:
    event, readers = cup(organizer("olga")), (Client(), client(person("nina")))
    before = stored("tournaments")
    for path in addresses(event, "events/"):
        for visit in readers:
            for answer in ask(visit, path):
                assert answer.status_code < 500, path
    assert stored("tournaments") == before
