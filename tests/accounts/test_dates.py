"""British or American dates, on every page and in mails."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.urls import reverse

from games.mail.outbox import outbox_deliver
from games.models import OutboxMail
from tests.games.kit import person, table
from tests.games.views.test_play import client

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]

BRITISH, AMERICAN = r"\b\d{1,2} [A-Z][a-z]+ 20\d\d\b", r"\b[A-Z][a-z]+ \d{1,2}, 20\d\d\b"


@pytest.mark.parametrize(("language", "kind", "other"), [("en-gb", BRITISH, AMERICAN), ("en", AMERICAN, BRITISH)])
def test_the_choice_decides_how_dates_are_written(language: str, kind: str, other: str) -> None:
    alice = person("alice")
    visitor = client(alice)
    kept = visitor.post(reverse("account-overview"), {"timezone": "UTC", "language": language, "theme": ""})
    assert kept.status_code == 302
    page = visitor.get(reverse("account-overview")).content.decode()
    assert re.search(kind, page) and not re.search(other, page)


@pytest.mark.parametrize(("language", "pattern"), [("en-gb", r"\d+ [A-Z][a-z]+, "), ("en", r"day, [A-Z][a-z]+ \d+, ")])
def test_mails_are_dated_as_their_reader_writes(language: str, pattern: str) -> None:
    play = table()
    for user in (play.alice, play.bob):
        user.language = language
        user.save()
    OutboxMail.objects.update(state=OutboxMail.State.QUEUED)
    outbox_deliver()
    told = "\n".join(str(letter.body).replace("\n", " ") for letter in mail.outbox)
    assert re.search(pattern + r"\d\d:\d\d", told)
