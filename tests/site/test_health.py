"""What the site says about its own health."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from games.models import Heartbeat, OutboxMail

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def beat(ago: timedelta = timedelta()) -> None:
    Heartbeat.objects.create(name="sweep", seen_at=timezone.now() - ago)


def test_livez_asks_nobody(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert client.get("/livez").content == b"ok\n"


def test_ready_when_all_is_well(client: Client) -> None:
    beat()
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert set(answer.json().values()) == {"ok"}


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


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics"])
def test_health_pages_take_no_posts(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
