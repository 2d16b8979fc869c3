"""What is too large to be read is refused with 413 and what would be right, on pages, to htmx and to programs."""

from __future__ import annotations

import logging
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from pytest_django import DjangoAssertNumQueries

from tests.games.api.kit import program, refusal
from tests.games.kit import person, table

pytestmark = pytest.mark.django_db

LARGE = "x" * 1_000_001
MANY = {f"field{number}": "" for number in range(501)}
FORM = "application/x-www-form-urlencoded"
FORMS = {
    "a long text": (urlencode({"order": LARGE}), FORM),
    "many fields": (urlencode(MANY), FORM),
    "many parts": (encode_multipart(BOUNDARY, MANY), MULTIPART_CONTENT),
    "a file": (encode_multipart(BOUNDARY, {"file": SimpleUploadedFile("f", LARGE.encode())}), MULTIPART_CONTENT),
}


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "htmx"])
@pytest.mark.parametrize(("body", "kind"), FORMS.values(), ids=FORMS)
def test_a_form(
    client: Client, body: str | bytes, kind: str, headers: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    play = table()
    client.force_login(play.asked_user)
    before = play.fresh().seq
    answer = client.generic("POST", f"/g/{play.game.slug}/", body, kind, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 413 and "up to 1 MB in up to 500" in page and "nothing was changed" in page
    assert play.fresh().seq == before
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_nothing_is_read_of_it(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert client.post("/accounts/login/", {"login": LARGE}).status_code == 413


@pytest.mark.parametrize("path", ["games/", "turns/", "no/such/"])
def test_a_body_of_a_program(path: str) -> None:
    answer = program(person("alice")).post(path, '{"name": "' + LARGE + '"}')
    assert refusal(answer, 413) == "request.too_large" and "up to 1 MB" in answer.json()["message"]


def test_as_much_as_is_allowed_is_read(client: Client) -> None:
    assert client.post("/accounts/login/", {"login": "x" * 900_000, "password": "y"}).status_code == 200


@pytest.mark.parametrize("path", ["/api/games/", "/accounts/login/"])
def test_a_body_that_does_not_say_how_long_it_is(client: Client, path: str) -> None:
    """Programs that stream a body send it in chunks; Django would take it for empty."""
    answer = client.post(path, HTTP_TRANSFER_ENCODING="chunked", CONTENT_LENGTH="")
    assert answer.status_code == 411
    if path.startswith("/api/"):
        assert answer.json()["code"] == "request.no_length" and "Content-Length" in answer.json()["message"]
