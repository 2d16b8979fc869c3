"""Pages that fail are counted for the host's mails, and send nothing themselves."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core import mail
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from config.failures import FailureHandler
from config.logs import logging_settings
from games.models import Failure, OutboxMail

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def broken(request: HttpRequest, token: str) -> HttpResponse:
    raise LookupError(f"no {request.GET.get('what')}")


def broken_elsewhere(request: HttpRequest) -> HttpResponse:
    raise LookupError("elsewhere")


def database_away(request: HttpRequest) -> HttpResponse:
    raise OperationalError("the database restarts")


def answer(request: HttpRequest, status: int) -> HttpResponse:
    return HttpResponse(status=status)


urlpatterns = [
    path("l/<str:token>/", broken),
    path("elsewhere", broken_elsewhere),
    path("away", database_away),
    path("answer/<int:status>", answer),
]
handler500 = "config.unavailable.unavailable_response"


@pytest.fixture
def visitor(settings: Settings) -> Iterator[Client]:
    settings.ROOT_URLCONF = __name__
    settings.ADMINS = [("Host", "host@example.org")]
    log = logging.getLogger("django")
    before = log.handlers
    log.handlers = [FailureHandler(level=logging.ERROR)]
    yield Client(raise_request_exception=False)
    log.handlers = before


def test_failures_of_one_cause_are_one_row_whatever_the_address_says(visitor: Client) -> None:
    for token in ("abcdefgh", "stuvwxyz"):
        assert visitor.get(f"/l/{token}/?what=trace").status_code == 500
    (row,) = Failure.objects.all()
    assert row.unreported == 2 and row.subject.startswith("LookupError (tests/site/test_failures.py:")
    assert "GET /l/..." in row.text and "no trace" in row.text and "Traceback" in row.text
    assert "stuvwxyz" not in row.text
    assert not mail.outbox and not OutboxMail.objects.exists()


def test_another_place_is_another_cause(visitor: Client) -> None:
    visitor.get("/elsewhere")
    visitor.get("/l/abcdefgh/")
    visitor.get("/answer/500")
    assert sorted(Failure.objects.values_list("unreported", flat=True)) == [1, 1, 1]
    assert "django.request: answer/<int:status>" in Failure.objects.values_list("subject", flat=True)


def test_a_site_that_is_only_unavailable_is_no_failure(visitor: Client) -> None:
    assert visitor.get("/away").status_code == 503
    assert visitor.get("/answer/503").status_code == 503
    assert not Failure.objects.exists()


def test_a_request_that_cannot_be_read_is_no_failure(visitor: Client) -> None:
    """Else every scanner that asks for the site by its number would have the host mailed."""
    assert visitor.get("/elsewhere", headers={"host": "192.0.2.1"}).status_code == 400
    many = {f"field{number}": "" for number in range(django_settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    assert visitor.get("/l/abcdefgh/", many).status_code == 400
    assert not Failure.objects.exists()


def test_nothing_is_counted_where_nobody_is_told(visitor: Client, settings: Settings) -> None:
    settings.ADMINS = []
    visitor.get("/elsewhere")
    assert not Failure.objects.exists()


def test_a_failure_that_cannot_be_counted_changes_no_answer(
    visitor: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_failure RENAME TO gone")
    assert visitor.get("/elsewhere").status_code == 500
    assert "games_failure" in capsys.readouterr().err


def test_no_handler_of_the_site_mails_from_within_a_request() -> None:
    found: Any = logging_settings("INFO", None)
    assert found["loggers"]["django"]["handlers"] == ["failures"]
    assert found["root"]["handlers"] == ["console"] and django_settings.ADMINS == []
