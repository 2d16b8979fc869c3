"""A worker that dies at any step of a round, and a sweep that was not woken: another goes on, and everything has
happened once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.test import TestCase, override_settings
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.services import locks, tables
from games.services.heartbeat import heartbeat
from games.services.organize import game_adjudicate
from games.services.table_settings import TableSettings
from substitutes.tests.kit import beat
from tests.games.kit import person
from tests.kit.dying import check_deaths
from tests.routes_kit import organizer
from tournaments.models import Booking, Round, Table, Tournament
from tournaments.services.entry import entry_add, event_start
from tournaments.services.running import DAY, events_sweep, find_today
from tournaments.services.season import all_drawn_from
from tournaments.tests.test_running import SWISS, open_event

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]  # the clock of PostgreSQL cannot be moved

MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)


def work() -> None:
    beat()
    events_sweep()


@pytest.fixture(autouse=True)
def _tables_alike() -> Iterator[None]:
    """Draw the keys and words of a table from its name, so that they are the same whoever makes it."""

    def create(settings: TableSettings, seats: Sequence[User | str], *, pairing: str) -> Game:
        with all_drawn_from(settings.name):
            return tables.table_create(settings, seats, pairing=pairing)

    with patch("tournaments.services.running.table_create", create):
        yield


def sign_up(people: int, form: dict[str, Any] = SWISS) -> Tournament:
    """An event of two rounds that begins now."""
    event = open_event(work=100, stages=[form])
    for number in range(people):
        entry_add(event_id=event.pk, user=person(f"p{number}"))
    event_start(event_id=event.pk)
    return event


def test_a_round_that_is_frozen_drawn_published_and_started() -> None:
    with time_machine.travel(MONDAY, tick=False):
        sign_up(6)
        deaths = check_deaths(work, "tournaments", before="tournaments_")
        work()
    assert deaths >= 9 and Round.objects.get().status == Round.Status.RUNNING
    assert Table.objects.exclude(game=None).count() == Game.objects.count() == 2
    assert sorted(Game.objects.values_list("players__user__username", flat=True)) == [f"p{at}" for at in range(6)]


def test_tables_that_are_booked_and_the_round_behind_them() -> None:
    with time_machine.travel(MONDAY, tick=False):
        event = sign_up(6, {"kind": "swiss", "rounds": 1})
        work()
        olga = organizer("olga")
        for game in Game.objects.all():
            game_adjudicate(game_id=game.pk, user=olga, reason="over")
        deaths = check_deaths(work, "tournaments", before="tournaments_")
        work()
    event.refresh_from_db()
    assert deaths >= 8 and Round.objects.get().status == Round.Status.BOOKED and event.status == event.Status.OVER
    assert Booking.objects.count() == 6 and Game.objects.count() == 2


# ---- wake-ups that are lost, clocks that are wrong


class NoBroker:
    """A broker that is gone; `asked` lists what it did not hear."""

    asked: list[str] = []

    @classmethod
    def send_task(cls, name: str, **options: object) -> None:
        cls.asked.append(name)
        raise ConnectionError("nobody there")


def test_the_end_of_a_game_is_booked_though_no_broker_takes_the_wake_up(monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up(3)
    work()
    monkeypatch.setattr(locks, "_broker_failed_at", -locks.BROKER_COOLDOWN)
    with override_settings(TASK_APP=f"{__name__}.NoBroker"), TestCase.captureOnCommitCallbacks(execute=True):
        game_adjudicate(game_id=Game.objects.get().pk, user=organizer("olga"), reason="over")
    assert NoBroker.asked and not Booking.objects.exists()
    work()
    assert Booking.objects.count() == 3 and Round.objects.get(number=1).status == Round.Status.BOOKED


@pytest.mark.parametrize("hours", [2, -2, 100])
def test_a_clock_that_jumps_takes_no_event_further(hours: int) -> None:
    """Nothing is due while it may be an outage that has to be credited first, and nothing is lost when it is not."""
    with time_machine.travel(MONDAY, tick=False) as clock:
        event = sign_up(3)
        Tournament.objects.update(next_at=MONDAY + timedelta(hours=1))
        beat()
        clock.shift(timedelta(hours=hours))
        assert events_sweep() == 0
        clock.move_to(MONDAY + timedelta(hours=1, seconds=1))
        beat()
        assert events_sweep() == 1
    event.refresh_from_db()
    assert event.rounds == 1 and Game.objects.count() == 1


def test_an_outage_puts_off_what_is_due() -> None:
    with time_machine.travel(MONDAY, tick=False) as clock:
        sign_up(3)
        Tournament.objects.update(next_at=MONDAY + timedelta(hours=1))
        beat()
        clock.shift(timedelta(hours=5))
        heartbeat("sweep", MONDAY + timedelta(hours=5))
        assert events_sweep() == 0 and Tournament.objects.get().next_at == MONDAY + timedelta(hours=6)
        clock.shift(timedelta(hours=1))
        work()
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    "began",
    [
        datetime(2026, 12, 31, 23, 59, 58, tzinfo=UTC),  # over midnight, into another year
        datetime(2026, 10, 24, 12, tzinfo=UTC),  # clocks are set back in Europe in that night
        datetime(2026, 3, 28, 12, tzinfo=UTC),  # and on in this one
    ],
    ids=str,
)
def test_a_day_of_a_ladder_has_24_hours(began: datetime) -> None:
    with time_machine.travel(began, tick=False) as clock, timezone.override("Europe/Berlin"):
        event = sign_up(4, {"kind": "ladder", "rounds": 2})
        work()
        clock.move_to(began + DAY - timedelta(seconds=1))
        work()
        event.refresh_from_db()
        assert event.next_at == began + DAY and find_today(event).day == 1  # type: ignore[union-attr]
        clock.move_to(began + DAY)
        work()
        event.refresh_from_db()
        assert event.next_at == began + 2 * DAY and find_today(event).day == 2  # type: ignore[union-attr]


def test_an_outage_lengthens_the_days_of_a_ladder() -> None:
    """Its second day is the second one on which the site was there, and it ends after as many of them as it has."""
    with time_machine.travel(MONDAY, tick=False) as clock:
        event = sign_up(3, {"kind": "ladder", "rounds": 2})
        work()
        end_games()
        clock.shift(timedelta(hours=1))
        work()
        event.refresh_from_db()
        assert event.rounds == 1 and event.next_at == MONDAY + DAY, "the end of a game makes no day"
        beat()
        clock.shift(timedelta(hours=30))
        heartbeat("sweep", MONDAY + timedelta(hours=31))
        event.refresh_from_db()
        began = MONDAY + timedelta(hours=30)
        assert event.next_at == began + DAY and find_today(event).day == 1  # type: ignore[union-attr]
        clock.move_to(began + DAY)
        work()
        event.refresh_from_db()
        assert event.next_at == began + 2 * DAY and find_today(event).day == 2  # type: ignore[union-attr]
        end_games()
        work()
        event.refresh_from_db()
        assert event.status == event.Status.RUNNING, "its last day is not over"
        clock.move_to(began + 2 * DAY)
        work()
        event.refresh_from_db()
        assert event.status == event.Status.OVER


def end_games() -> None:
    olga = User.objects.filter(username="olga").first() or organizer("olga")
    for game in Game.objects.filter(status=Game.Status.RUNNING):
        game_adjudicate(game_id=game.pk, user=olga, reason="over")
