"""A charset behind the media type of a request changes nothing: everything is read as UTF-8."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, RequestFactory

from config.wsgi import application
from tests.games.kit import person
from tests.kit.wsgi import one_connection

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

Answer = tuple[int, dict[str, str], str]
FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
WORDS = ["rot13", "hex", "idna", "utf-7", "utf-16", "undefined", "base64", "nope", "é", '"a\0b"']
PAGES = ["/games/?q=%ff", "/accounts/login/?next=%2B2AA-", "/accounts/login/?next=/players/+AAA-/", "/odds/?q=%ff"]


def ask(method: str, path: str, kind: str, body: bytes = b"", cookies: str = "") -> Answer:
    """Status, headers and text of the site's answer."""
    told: list[Any] = []

    def start(status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], object]:
        told.extend([int(status[:3]), dict(headers)])
        return lambda data: None

    path, _, query = path.partition("?")
    environ = RequestFactory()._base_environ(  # type: ignore[attr-defined]
        REQUEST_METHOD=method,
        PATH_INFO=path,
        QUERY_STRING=query,
        CONTENT_TYPE=kind,
        CONTENT_LENGTH=str(len(body)),
        HTTP_COOKIE=cookies,
        **{"wsgi.input": io.BytesIO(body)},
    )
    with one_connection():
        text = b"".join(application(environ, start)).decode()
    return told[0], told[1], text


def cookie_of(visitor: Client, name: str) -> str:
    return f"{name}={visitor.cookies[name].value}"


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("path", PAGES)
def test_pages(path: str, word: str) -> None:
    plain = ask("GET", path, "text/html")[0]
    assert plain in (200, 302, 404)
    assert ask("GET", path, f"text/html; charset={word}")[0] == plain


@pytest.mark.parametrize("parameter", ["charset*=nope''%ff", "charset*=idna''%ff%fe", "charset*=utf-7''+2AA-"])
def test_parameters_that_cannot_be_decoded(parameter: str) -> None:
    assert ask("GET", "/games/?q=%ff", f"text/html; {parameter}")[0] == 302
    assert ask("GET", "/api/games/", f"application/json; {parameter}")[0] == 401


@pytest.mark.parametrize("word", WORDS)
def test_the_api_answers_in_json(word: str) -> None:
    status, headers, text = ask("GET", "/api/games/?list=%ff", f"application/json; charset={word}")
    assert status == 401 and headers["Content-Type"] == "application/json" and json.loads(text)["code"]


@pytest.mark.parametrize("word", ["idna", "utf-7"])
@pytest.mark.parametrize("value", ["%ff%fe", "%2B2AA-", "%2BAAA-", "%00"])
def test_forms(word: str, value: str) -> None:
    visitor = Client()
    visitor.get("/accounts/login/")
    token = visitor.cookies["csrftoken"].value
    body = f"csrfmiddlewaretoken={token}&login={value}&password=abc".encode()
    answer = ask("POST", "/accounts/login/", f"{FORM}; charset={word}", body, cookie_of(visitor, "csrftoken"))
    assert answer[0] in (200, 429)
    assert ask("POST", "/accounts/login/", f"{FORM}; charset={word}", b"a=b", "csrftoken=x")[0] == 403


@pytest.mark.parametrize("value", [b"+2AA-", b"+AAA-", b"\xed\xa0\x80", b"\xff"])
def test_forms_in_parts_of_somebody_who_is_logged_in(value: bytes) -> None:
    visitor = Client()
    visitor.force_login(person("alice"))
    visitor.get("/games/new/")
    token = visitor.cookies["csrftoken"].value.encode()
    fields = {b"csrfmiddlewaretoken": token, b"name": value, b"rules": b"modern"}
    head = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    body = b"".join(head % pair for pair in fields.items()) + b"--x--\r\n"
    cookies = f"{cookie_of(visitor, 'csrftoken')}; {cookie_of(visitor, settings.SESSION_COOKIE_NAME)}"
    assert ask("POST", "/games/new/", f"{PARTS}; charset=utf-7", body, cookies)[0] in (200, 302, 422)


def test_a_bare_nul_in_the_address() -> None:
    assert ask("GET", "/games/?q=a\0b", "text/html")[0] == 400


def test_too_many_fields_in_the_address() -> None:
    assert ask("GET", "/accounts/login/?" + "a=&" * 2000, "text/html; charset=utf-8")[0] == 400
