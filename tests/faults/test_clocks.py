"""Clocks that jump by two hours, there and back, and nights in which clocks are changed: nobody is passed too early."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

import engine
from accounts.models import User
from common.times import format_datetime
from engine.position import position
from games.clocks.values import plain_clock
from games.models import Game, Player, Waiting
from games.play.clock import Clock
from games.services import deadlines
from games.services.deadlines import deadline_sweep
from tests.games.kit import Table, table

pytestmark = pytest.mark.faults

HOURS = timedelta(hours=1)


class WrongClock:
    """The database's clock, `wrong` by so much."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wrong = timedelta()
        monkeypatch.setattr(deadlines, "db_now", lambda: timezone.now() + self.wrong)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> WrongClock:
    return WrongClock(monkeypatch)


def due_in(play: Table, left: timedelta) -> None:
    at = timezone.now() + left
    Waiting.objects.filter(game=play.game).update(due_at=at, deadline_at=at)


@pytest.mark.django_db
@pytest.mark.parametrize("path", [[2], [-2], [2, 0], [-2, 0], [2, 0, 2, 0, -2, 0]], ids=str)
def test_a_clock_that_jumps_passes_nobody_who_has_time(clock: WrongClock, path: list[int]) -> None:
    play = table()
    due_in(play, 1 * HOURS)
    assert deadline_sweep() == 0
    for hours in path:
        clock.wrong = hours * HOURS
        assert [deadline_sweep() for _ in range(3)] == [0, 0, 0]
    seq = play.fresh().seq
    due_in(play, clock.wrong - timedelta(seconds=1))
    assert deadline_sweep() == 1 and play.fresh().seq > seq


NIGHTS = {
    "Europe/Berlin": ["2026-03-29T01:00", "2026-10-25T01:00"],
    "America/New_York": ["2026-03-08T07:00", "2026-11-01T06:00"],
    "America/Santiago": ["2026-04-05T03:00", "2026-09-06T04:00"],
    "Australia/Lord_Howe": ["2026-04-04T15:00", "2026-10-03T15:30"],
    "Asia/Kolkata": ["2026-03-29T01:00"],  # where clocks are never changed
    "Pacific/Auckland": ["2026-04-04T14:00", "2026-09-26T14:00"],
}
"""The instants, in UTC, at which clocks are changed in these zones."""


@pytest.mark.parametrize(("zone", "night"), [(zone, night) for zone, nights in NIGHTS.items() for night in nights])
def test_a_turn_has_its_hours_in_the_night_in_which_clocks_are_changed(zone: str, night: str) -> None:
    """24 hours are 24 hours, and the reader is told the hour that their own clock will show."""
    place = ZoneInfo(zone)
    now = datetime.fromisoformat(night).replace(tzinfo=UTC) - 12 * HOURS
    game = Game(clock=plain_clock(24, 1), clock_key="1:0")
    clock = Clock(game, {0: Player(seat=0, colour="red", user=User(timezone=zone))}, now)
    with timezone.override(place):
        clock.sync_with_decision(engine.open_decision(position("red: Brazil 4 | blue: *1", step="attack")))
    at = clock.turn.deadline_at if clock.turn else None
    assert at is not None and at.astimezone(UTC) - now == 24 * HOURS
    shift = at.astimezone(place).utcoffset() - now.astimezone(place).utcoffset()  # type: ignore[operator]
    assert bool(shift) == (zone != "Asia/Kolkata")
    shown = (now.astimezone(place).replace(tzinfo=None) + 24 * HOURS + shift).strftime("%H:%M")
    assert format_datetime(at, now, place) == f"tomorrow, {shown}"
