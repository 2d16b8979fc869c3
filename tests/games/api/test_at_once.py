"""Programs that answer the same question in the same moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client

from games.models import Entry
from tests.games.api.kit import Program, asked_program
from tests.games.kit import Table, table
from tests.games.play.races import at_once

CROWD = 8


@pytest.fixture
def played() -> Table:
    if connection.vendor == "sqlite" and connection.is_in_memory_db():
        pytest.skip("threads of an SQLite in memory share one connection; the run on PostgreSQL tries this")
    made = table()
    made.past_setup()
    return made


def sender(played: Table, text: str, key: str) -> Callable[[], str]:
    """A job that sends one order; it returns the status, and whether it was a repetition."""
    wish = {"ref": played.waiting.ref, "text": played.likely()}

    def job() -> str:
        answer = Program(text, Client()).post(f"games/{played.game.slug}/orders/", wish, key=key)
        return f"{answer.status_code} {answer.json().get('replayed', answer.json().get('code'))}"

    return job


@pytest.mark.django_db(transaction=True)
def test_one_of_many_answers_is_played(played: Table) -> None:
    text = asked_program(played).text
    found = at_once([sender(played, text, f"key-{number}") for number in range(CROWD)])
    assert found == {"200 False": 1, "409 game.stale": CROWD - 1}
    assert Entry.objects.filter(game=played.game, source=Entry.Source.API).exclude(key="").count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_answer_sent_many_times_is_played_once(played: Table) -> None:
    text = asked_program(played).text
    found = at_once([sender(played, text, "same")] * CROWD)
    assert found == {"200 False": 1, "200 True": CROWD - 1}
    assert Entry.objects.filter(game=played.game, source=Entry.Source.API).exclude(key="").count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_table_is_opened_by_a_request_sent_many_times(played: Table) -> None:
    text = asked_program(played).text
    wish = {"name": "New", "rules": "modern", "seats": 3}
    found = at_once([lambda: str(Program(text, Client()).post("games/", wish, key="same").json()["slug"])] * CROWD)
    assert len(found) == 1 and sum(found.values()) == CROWD
