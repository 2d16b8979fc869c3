"""A worker that dies at any step of an offer: the next one finishes its work, and everybody is asked once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.models import OutboxMail
from games.services import heartbeat
from games.services.deadlines import deadline_sweep
from substitutes.services import ANSWER, substitutes_sweep
from substitutes.tests.kit import beat, free, outcomes, three, told, willing
from tests.kit.dying import check_deaths

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]  # the clock of PostgreSQL cannot be moved

MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def work() -> None:
    beat()
    substitutes_sweep()


def pass_and_offer() -> None:
    """Do what both sweeps do, one after the other."""
    heartbeat.GUARD.wall = None
    deadline_sweep()
    work()


def test_a_person_is_asked_and_after_them_the_next() -> None:
    with time_machine.travel(MONDAY, tick=False):
        play = three()
        willing("sue", "sam")
        free(play)
        assert check_deaths(work, "substitutes") > 3
        work()
        assert outcomes() == [("sue", "")]
    with time_machine.travel(MONDAY + ANSWER + SECOND, tick=False):
        assert check_deaths(work, "substitutes") > 3
        work()
    assert outcomes() == [("sue", "expired"), ("sam", "")]
    assert OutboxMail.objects.filter(template="seat_offered").count() == 2


def test_a_no_show_whose_seat_falls_free_is_offered_by_the_same_pass() -> None:
    with time_machine.travel(MONDAY, tick=False):
        play = three()
        willing("sue")
    at = play.waiting.due_at
    assert at is not None
    with time_machine.travel(at + SECOND, tick=False):
        beat()
        assert check_deaths(pass_and_offer, "substitutes") > 12
        pass_and_offer()
    assert outcomes() == [("sue", "")]
    assert [told(play).count(kind) for kind in ("missed", "seat_offered", "caretaker")] == [1, 1, 1]
