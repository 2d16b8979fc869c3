"""Who reads games without an account has a limit, and a NUL in an address is a clear refusal."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DataError
from django.test import Client, RequestFactory

from config import unavailable
from tests.accounts.kit import Door, person
from tests.games.kit import Table, table


@pytest.fixture
def play(db: None, settings: Any) -> Table:
    settings.ANONYMOUS_READS_A_MINUTE = 3
    return table()


def test_anonymous_reads_are_limited(play: Table) -> None:
    path = f"/g/{play.game.slug}/"
    answers = [Client().get(each) for each in (path, f"{path}history/", f"{path}odds/", path)]
    assert [each.status_code for each in answers] == [200, 200, 200, 429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 60
    assert b"Too many requests" in answers[-1].content and len(answers[-1].content) < 4000, "a plain page"
    assert Client(REMOTE_ADDR="203.0.113.9").get(path).status_code == 200
    assert Client().get(f"{path}poll/").status_code != 429, "it has a limit of its own"
    assert Client().get("/help/").status_code == 200


def test_people_with_an_account_are_not(play: Table) -> None:
    client = Client()
    client.force_login(person("osprey"))
    assert {client.get(f"/g/{play.game.slug}/").status_code for _ in range(5)} == {200}
    client.cookies["sessionid"] = "invented"
    assert client.get(f"/g/{play.game.slug}/").status_code == 200
    assert [client.get(f"/g/{play.game.slug}/").status_code for _ in range(3)][-1] == 429


@pytest.mark.parametrize("path", ["/api/games/%00/", "/api/rules/?x=%00", "/api/maps/a%00b/"])
def test_a_nul_in_the_api_answers_json(db: None, path: str) -> None:
    answer = Client(raise_request_exception=False).get(path)
    assert answer.status_code == 400 and answer["Content-Type"] == "application/json"
    assert answer.json()["code"] == "request.invalid" and "NUL" in answer.json()["message"]


@pytest.mark.parametrize(
    ("page", "data"),
    [
        ("account_login", {"login": "a\0b", "password": "x\0y"}),
        ("account_request_login_code", {"email": "a\0@example.org"}),
        ("account_signup", {"username": "a\0bc", "email": "a\0@example.org", "timezone": "\0"}),
        ("account_reset_password", {"email": "\0"}),
    ],
)
def test_a_nul_in_a_form_is_no_fault(door: Door, page: str, data: dict[str, str]) -> None:
    door.client.raise_request_exception = False
    assert door.post(page, **data).status_code in (200, 400, 422)


@pytest.mark.parametrize(("path", "kind"), [("/g/x/", "text/html; charset=utf-8"), ("/api/x/", "application/json")])
def test_a_nul_that_reaches_the_database_is_refused_too(path: str, kind: str) -> None:
    try:
        raise DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    except DataError:
        answer = unavailable.unavailable_response(RequestFactory().get(path))
    assert (answer.status_code, answer["Content-Type"]) == (400, kind)
