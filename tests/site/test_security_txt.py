"""Whoever finds a hole finds whom to tell."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone


def _fields(client: Client) -> dict[str, str]:
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return dict(line.split(": ", 1) for line in answer.content.decode().splitlines())


@pytest.mark.parametrize(
    ("contact", "says"),
    [
        ("help@play.example", "mailto:help@play.example"),
        ("https://play.example/help", "https://play.example/help"),
        ("", "mailto:post@play.example"),
    ],
)
def test_the_contact_is_the_hosts(client: Client, settings: Any, contact: str, says: str) -> None:
    settings.CONTACT, settings.SERVER_EMAIL = contact, "post@play.example"
    settings.SITE_URL = "https://play.example"
    fields = _fields(client)
    assert fields["Contact"] == says
    assert fields["Canonical"] == "https://play.example/.well-known/security.txt"


@pytest.mark.parametrize("years", [0, 3, 30])
def test_it_never_expires(client: Client, years: int) -> None:
    """Within the year that RFC 9116 advises, whenever one asks."""
    with time_machine.travel(timezone.now() + timedelta(days=365 * years)):
        left = datetime.fromisoformat(_fields(client)["Expires"]) - timezone.now()
    assert timedelta(days=170) < left < timedelta(days=365)


@pytest.mark.django_db
def test_pages_name_the_contact_if_there_is_one(client: Client, settings: Any) -> None:
    settings.CONTACT = ""
    assert ">Contact<" not in client.get("/help/").content.decode()
    settings.CONTACT = "help@play.example"
    assert '<a href="mailto:help@play.example">Contact</a>' in client.get("/help/").content.decode()
