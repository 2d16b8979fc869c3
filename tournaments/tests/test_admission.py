"""What organizers do before an event begins: close sign-up, call it off, add people."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import AuditEntry, OutboxMail
from tests.games.kit import person
from tests.routes_kit import organizer
from tournaments.models import Tournament
from tournaments.services import admission
from tournaments.services.creating import Conditions, EventRefused, EventSettings, event_create
from tournaments.services.entry import entry_add, entry_open
from tournaments.tests.test_organizing import SWISS

pytestmark = pytest.mark.django_db
WHY = {"reason": "Because."}


@pytest.fixture(autouse=True)
def no_second_step(settings: Any) -> None:
    settings.STAFF_SECOND_STEP = False


@pytest.fixture
def olga() -> User:
    return organizer("olga")


def client(user: User) -> Client:
    visit = Client()
    visit.force_login(user)
    return visit


def prepared(olga: User, people: int = 0, **told: Any) -> Tournament:
    """An event that is being prepared, or open for entry once somebody is in."""
    tables = {"preferred": 3, "least": 3, "most": 3}
    conditions = Conditions(invited_only=told.pop("invited_only", False))
    settings = {"title": "Harbour Cup", "rules": "modern", "stages": [SWISS], "tables": tables, **told}
    event = event_create(EventSettings(**settings, conditions=conditions), olga)
    if people:
        entry_open(event_id=event.pk)
    for number in range(people):
        name = f"p{number}"
        entry_add(event_id=event.pk, user=User.objects.filter(username=name).first() or person(name))
    event.refresh_from_db()
    return event


def act(user: User, event: Tournament, name: str, **given: Any) -> str:
    """Preview an act and do it; returns what the preview said."""
    visit, path = client(user), f"/organize/events/{event.slug}/do/{name}/"
    preview = visit.post(path, {**given, **WHY})
    assert preview.status_code == 200, preview.content.decode()
    answer = visit.post(path, {**given, **WHY, "sure": "1"})
    assert answer.status_code == 302, answer.content.decode()
    event.refresh_from_db()
    return preview.content.decode()


def told(template: str) -> list[str]:
    rows = OutboxMail.objects.filter(template=template).order_by("user__username")
    return list(rows.values_list("user__username", flat=True))


def test_sign_up_is_closed_by_hand(olga: User) -> None:
    event = prepared(olga, 3)
    page = client(olga).get(f"/organize/events/{event.slug}/").content.decode()
    assert "Close sign-up now" in page and "3 players have a place." in page and f"/events/{event.slug}/" in page
    assert "Sign-up closes with 3 players." in act(olga, event, "close")
    assert event.status == Tournament.Status.RUNNING
    with pytest.raises(EventRefused, match="is not open"):
        admission.entry_close(event_id=event.pk, user=olga, reason="again")


def test_closing_says_that_check_in_follows_or_that_too_few_are_in(olga: User) -> None:
    event = prepared(olga, 3, check_in_hours=5)
    assert "check in within 5 hours" in act(olga, event, "close") and event.status == Tournament.Status.CHECK_IN
    page = client(olga).get(f"/organize/events/{event.slug}/").content.decode()
    assert "0 of them have checked in." in page and "Close sign-up now" not in page
    page = client(olga).get(f"/organize/events/{event.slug}/entrants/").content.decode()
    assert page.count("has not checked in yet") == 3
    small = prepared(olga, 3, least_entrants=9)
    assert "so the tournament is called off" in act(olga, small, "close")
    assert small.status == Tournament.Status.CANCELLED


def test_a_tournament_is_called_off_with_a_reason_before_it_begins(olga: User) -> None:
    event = prepared(olga, 2)
    assert "2 players get an email" in act(olga, event, "cancel") and event.status == Tournament.Status.CANCELLED
    assert told("event_cancelled") == ["p0", "p1"]
    assert OutboxMail.objects.filter(template="event_cancelled")[0].context["reason"] == "Because."
    running = prepared(olga, 3)
    admission.entry_close(event_id=running.pk, user=olga, reason="full")
    with pytest.raises(EventRefused, match="has begun"):
        admission.event_cancel(event_id=running.pk, user=olga, reason="late")


def test_people_are_added_by_name(olga: User) -> None:
    bob, carl = person("bob"), person("carl")
    event = prepared(olga, invited_only=True)
    entry_open(event_id=event.pk)
    assert "not met by carl and bob" in act(olga, event, "add", people="@Carl\nbob")
    assert set(event.entrants.values_list("user", flat=True)) == {bob.pk, carl.pk}
    for name, why in (("nobody", "No player is called nobody"), (",".join(map(str, range(101))), "at most 100")):
        answer = client(olga).post(f"/organize/events/{event.slug}/do/add/", {"people": name, **WHY})
        assert answer.status_code == 422 and why in answer.content.decode()
    assert AuditEntry.objects.filter(action="event.add").exists()
