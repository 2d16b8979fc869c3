"""Local times near changes of the clocks, zone data of the pinned package, open time."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, date, datetime, time, timedelta
from importlib.metadata import version

import pytest

from games.clocks.calendar import Closed, DaysOff, Interval, first_instant, later_reading, zone_data_version

FRIDAY = datetime(2026, 11, 27, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def test_zone_data_comes_from_the_package_and_never_from_the_host() -> None:
    said = subprocess.run(
        [sys.executable, "-c", "import games.clocks.calendar, zoneinfo; print(zoneinfo.TZPATH)"],
        capture_output=True,
        text=True,
    )
    assert said.stdout.strip() == "()", said.stderr
    year, number = version("tzdata").split(".")[:2]
    assert zone_data_version() == year + chr(ord("a") + int(number) - 1)


@pytest.mark.parametrize(
    ("zone", "day", "clock", "first", "later"),
    [
        ("Europe/Berlin", date(2026, 11, 24), time(2, 30), "01:30", "01:30"),
        ("Europe/Berlin", date(2027, 3, 28), time(2, 30), "01:00", "01:30"),  # does not exist
        ("Europe/Berlin", date(2026, 10, 25), time(2, 30), "00:30", "01:30"),  # exists twice
        ("Australia/Lord_Howe", date(2026, 10, 4), time(2, 15), "15:30", "15:45"),  # a gap of half an hour
        ("Africa/Cairo", date(2027, 4, 30), time(0, 0), "22:00", "22:00"),  # midnight does not exist
    ],
)
def test_a_local_time_has_a_first_instant_and_a_later_reading(
    zone: str, day: date, clock: time, first: str, later: str
) -> None:
    assert first_instant(zone, day, clock).strftime("%H:%M") == first
    assert later_reading(zone, day, clock).strftime("%H:%M") == later


def test_closed_time_is_whole_however_many_parts_it_has() -> None:
    monday = datetime(2026, 11, 30, tzinfo=UTC)
    closed = Closed("UTC", DaysOff(frozenset({6, 7})), (Interval(monday, monday + DAY),))
    assert list(closed.between(FRIDAY, FRIDAY + 5 * DAY)) == [Interval(monday - 2 * DAY, monday + DAY)]
    assert closed.around(monday) == Interval(monday - 2 * DAY, monday + DAY)
    assert closed.around(monday + DAY) is None
    assert closed.add_open(FRIDAY, timedelta(hours=12)) == monday - 2 * DAY
    assert closed.add_open(FRIDAY, timedelta(hours=13)) == monday + DAY + timedelta(hours=1)
    assert closed.open_time(FRIDAY, monday + 2 * DAY) == timedelta(hours=36)
    assert closed.open_time(monday, FRIDAY) == timedelta()
