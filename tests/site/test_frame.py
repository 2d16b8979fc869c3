"""The frame of all pages is written twice, for Django's engine and for Jinja2, and is the same in both."""

from __future__ import annotations

import html
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest
from django.template import engines
from django.test import RequestFactory

from accounts.models import User

ROOT = Path(__file__).resolve().parent.parent.parent / "templates"
BLOCKS = ("title", "description", "head", "scripts", "body_class", "sprites", "content")
PAGES = {
    "bare": '{% extends "base.html" %}',
    "filled": '{% extends "base.html" %}'
    + "".join(f"{{% block {name} %}}of {name}{{% endblock %}}" for name in BLOCKS),
    "other parts": '{% extends "base.html" %}'
    + "".join(f"{{% block {name} %}}<p>{name}</p>{{% endblock %}}" for name in ("bar", "main", "foot")),
}


class Told(list[Message]):
    """Messages of one request, without a storage."""


def frame(engine: str, page: str, request: HttpRequest) -> str:
    """A page in one of the engines; where lines end and how a sign is escaped makes no difference."""
    made = engines[engine].from_string(page).render({"here": "games"}, request)
    return "".join(html.unescape(made).split())


@pytest.mark.django_db  # who organizes an event is asked for the bar
@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("user", ["nobody", "reader", "organizer"])
def test_frame_is_the_same_in_both_engines(page: str, user: str, rf: RequestFactory) -> None:
    request = rf.get("/games/")
    people: dict[str, User | AnonymousUser] = {
        "nobody": AnonymousUser(),
        "reader": User(username="O'Neill & <b>", theme="dark", letter_keys=False),
        "organizer": User(username="host", is_staff=True, is_superuser=True, is_active=True),
    }
    request.user = people[user]
    request._messages = Told([Message(25, "Saved & sent", "wide"), Message(40, "Not <so>")])  # type: ignore[attr-defined]
    assert frame("django", page, request) == frame("jinja2", page, request)


def test_no_other_template_is_written_twice() -> None:
    jinja = {str(path.relative_to(ROOT / "jinja2")) for path in (ROOT / "jinja2").rglob("*.html")}
    django = {str(path.relative_to(ROOT)) for path in ROOT.rglob("*.html") if "jinja2" not in path.parts}
    assert jinja & django == {"base.html"}
