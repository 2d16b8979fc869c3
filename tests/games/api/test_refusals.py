"""Refusals of the API are in words: no pattern of a program is shown to anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from games.api.describe import document
from games.api.requests import PATTERNS
from games.models import ApiToken
from tests.games.api.kit import NEW, program, refusal
from tests.games.kit import Table, table
from tests.kit.certain import some

pytestmark = [pytest.mark.django_db, pytest.mark.nothing_new]

BAD: tuple[Any, ...] = (
    "\t",
    " ",
    "A b",
    "ä",
    "!",
    "x" * 3000,
    "",
    "\x7f",
    -1,
    2**40,
    1.5,
    None,
    [],
    ["\n"],
    {"\n": "\n"},
)
LOOKS_LIKE_A_PATTERN = re.compile(r"regex|pattern|\\[a-z\d]|\[\^|\[[a-zA-Z0-9]-|[\])][*+?{]|\^\W|\(\?", re.IGNORECASE)


@pytest.fixture
def play() -> Table:
    return table()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_would_be_found(pattern: str) -> None:
    assert LOOKS_LIKE_A_PATTERN.search(pattern)


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ({"name": "\t"}, "one line of text, not only spaces and without control characters - at `$.name`."),
        ({"word": "a\tb"}, "one line of text, without control characters - at `$.word`."),
        ({"bots": ["A B"]}, "a name of lower-case letters, digits and underscores - at `$.bots[0]`."),
        ({"rules": "modern\n"}, "a name of lower-case letters, digits and underscores - at `$.rules`."),
        ({"name": "x\n"}, "one line of text, not only spaces and without control characters - at `$.name`."),
        ({"word": "x\n"}, "one line of text, without control characters - at `$.word`."),
        ({"watch": "all"}, 'one of "listed", "anyone", "players" - at `$.watch`.'),
        ({"late_policy": "x - at `$.word`"}, 'one of "pass", "caretaker" - at `$.late_policy`.'),
    ],
)
def test_a_text_of_the_wrong_form(play: Table, field: dict[str, Any], words: str) -> None:
    answer = program(play.alice).post("games/", {"name": "x", "rules": "modern", "seats": 3} | field)
    assert refusal(answer, 400) == "request.invalid" and answer.json()["message"] == f"Expected {words}"


def test_a_query_of_the_wrong_form(play: Table) -> None:
    answer = program(play.alice).get("games/", list="all")
    assert refusal(answer, 400) == "request.invalid"
    assert answer.json()["message"] == 'Expected one of "mine", "open", "watch" - at `$.list`.'


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, path and description of every documented operation."""
    for path, methods in document()["paths"].items():
        yield from ((method, path.removeprefix("/api/"), facts) for method, facts in methods.items())


@pytest.mark.long
def test_no_documented_parameter_is_refused_by_a_pattern(play: Table) -> None:
    messages: dict[str, str] = {}
    for method, path, facts in some(operations()):
        ApiToken.objects.all().delete()
        sender = program(play.alice)  # each has limits of its own
        for body, query, slug, key in some(requests(facts, play.game.slug)):
            where = re.sub(r"{\w+}", slug, path)
            answer = sender.post(where, body, key=key) if method == "post" else sender.get(where, **query)
            if answer.status_code >= 400 and answer["Content-Type"] == "application/json":
                messages[answer.json()["message"]] = where
    assert len(messages) > 30
    assert not {text: where for text, where in messages.items() if LOOKS_LIKE_A_PATTERN.search(text)}


def requests(facts: dict[str, Any], slug: str) -> Iterator[tuple[dict[str, Any], dict[str, Any], str, Any]]:
    """Body, query, slug and key of requests in which one parameter is bad."""
    body = facts.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    fields = document()["components"]["schemas"][body["$ref"].rpartition("/")[2]]["properties"] if body else {}
    named = [each["name"] for each in facts.get("parameters", []) if each["in"] == "query"]
    for name, value in product(fields, BAD):
        yield right(fields) | {name: value}, {}, slug, NEW
    for name, value in product(named, BAD):
        yield {}, {name: str(value)}, slug, NEW
    for value in ("A b", "ä", "%5B", "-", "!"):
        yield right(fields), {}, value, NEW
        yield right(fields), {}, slug, value


def right(fields: dict[str, Any]) -> dict[str, Any]:
    """A body that can be read."""
    needed = {"name": "x", "rules": "modern", "seats": 3, "ref": 1, "text": "end"}
    return {name: value for name, value in needed.items() if name in fields}
