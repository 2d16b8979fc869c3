"""What the site says about its own health."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from common.version import VERSION
from games.clocks.calendar import zone_data_version
from games.models import Heartbeat, OutboxMail, SiteClock, Waiting
from tests.games.kit import table

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

RELEASE = f'info{{version="{VERSION}"}}'


def beat(ago: timedelta = timedelta()) -> None:
    Heartbeat.objects.create(name="sweep", seen_at=timezone.now() - ago)


def test_livez_asks_nobody(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert client.get("/livez").content == b"ok\n"


def test_ready_when_all_is_well(client: Client) -> None:
    beat()
    answer = client.get("/readyz")
    assert answer.status_code == 200
    found = answer.json()
    assert found.pop("zone_data") == zone_data_version()
    assert set(found.values()) == {"ok"}


def test_not_ready_before_the_first_sweep(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["sweep"].startswith("has never run")


def test_not_ready_when_the_sweep_is_silent(client: Client) -> None:
    beat(timedelta(seconds=75))
    assert client.get("/readyz").json()["sweep"] == "silent for 75 s"


def test_not_ready_when_the_last_sweep_lies_in_the_future(client: Client) -> None:
    beat(-timedelta(hours=100))
    assert "s in the future by the clock, which was set back" in client.get("/readyz").json()["sweep"]


def test_not_ready_when_mail_piles_up(client: Client) -> None:
    beat()
    now = timezone.now()
    OutboxMail.objects.create(key="late", template="turn", not_before=now - timedelta(minutes=6))
    OutboxMail.objects.create(key="later", template="turn", not_before=now + timedelta(minutes=6))
    OutboxMail.objects.create(key="sent", template="turn", not_before=now - timedelta(hours=6), state="sent")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["mail"] == "1 mails wait for more than five minutes"


def test_metrics_are_for_those_with_the_token(client: Client, settings: Settings) -> None:
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "a-token"
    assert client.get("/metrics", HTTP_AUTHORIZATION="Bearer another").status_code == 404
    answer = client.get("/metrics", HTTP_AUTHORIZATION="Bearer a-token")
    assert answer.status_code == 200
    assert b"django_http_requests" in answer.content


def figures(client: Client, settings: Settings) -> dict[str, float]:
    """The site's own figures, by their names without the prefix."""
    settings.METRICS_TOKEN = "a-token"
    text = client.get("/metrics", HTTP_AUTHORIZATION="Bearer a-token").content.decode()
    pairs = [line.removeprefix("fieldpost_").split() for line in text.splitlines() if line.startswith("fieldpost_")]
    return {name: float(value) for name, value in pairs}


def test_metrics_tell_of_the_site_itself(client: Client, settings: Settings) -> None:
    empty = {"mails_waiting": 0, "mail_oldest_seconds": 0, "answers_overdue": 0, "games_running": 0}
    assert figures(client, settings) == {RELEASE: 1, "database_up": 1, "deadlines_held": 0, **empty}
    play = table()
    OutboxMail.objects.all().delete()
    now = timezone.now()
    for key, wanted in (("late", now - timedelta(minutes=6)), ("later", now + timedelta(minutes=6))):
        OutboxMail.objects.create(key=key, template="turn", not_before=now, wanted_at=wanted)
    OutboxMail.objects.create(key="sent", template="turn", not_before=now, wanted_at=now - timedelta(9), state="sent")
    Waiting.objects.filter(game=play.game).update(due_at=now - timedelta(minutes=3))
    SiteClock.objects.update_or_create(defaults={"held_since": now})
    beat(timedelta(seconds=40))
    found = figures(client, settings)
    assert found["mails_waiting"] == 2 and found["answers_overdue"] == found["games_running"] == 1
    assert 360 <= found["mail_oldest_seconds"] < 400 and 40 <= found["sweep_age_seconds"] < 80
    assert found["deadlines_held"] == 1


def test_metrics_go_on_without_the_database(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError("gone")

    monkeypatch.setattr("config.metrics.db_now", away)
    assert figures(client, settings) == {RELEASE: 1, "database_up": 0}


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics"])
def test_health_pages_take_no_posts(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
