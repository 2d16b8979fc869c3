"""Moments and spans as players read them, in their own zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from common.times import dated, format_datetime, format_duration, format_short_datetime, relative_time

ZONE = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 22, 22, 30, tzinfo=UTC)  # Sunday 23:30 in Berlin


@pytest.mark.parametrize(
    ("hours", "text"),
    [
        (0, "today, 23:30"),
        (1, "tomorrow, 00:30"),
        (-24, "yesterday, 23:30"),
        (48, "Tuesday, 23:30"),
        (-48, "Friday, 23:30"),
        (24 * 7, "Sunday 29 November, 23:30"),
        (-24 * 9, "Friday 13 November, 23:30"),
    ],
)
def test_a_moment_is_named_by_how_near_it_is(hours: int, text: str) -> None:
    assert format_datetime(NOW + timedelta(hours=hours), NOW, ZONE) == text


@pytest.mark.parametrize(("hours", "text"), [(-2, "21:30"), (-24, "Sat"), (-24 * 5, "Tue"), (-24 * 10, "12 Nov")])
def test_the_margin_of_a_story_says_as_little_as_it_can(hours: int, text: str) -> None:
    assert format_short_datetime(NOW + timedelta(hours=hours), NOW, ZONE) == text


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (0, "1 minute"),
        (59, "59 minutes"),
        (60, "1 hour"),
        (61, "1 hour 1 minute"),
        (125, "2 hours 5 minutes"),
        (185, "3 hours"),
        (24 * 60, "1 day"),
        (25 * 60, "1 day 1 hour"),
        (69 * 60, "2 days 21 hours"),
        (5 * 1440 + 300, "5 days"),
    ],
)
def test_a_span_has_two_units_at_most(minutes: int, text: str) -> None:
    assert format_duration(timedelta(minutes=minutes)) == text
    assert relative_time(NOW - timedelta(minutes=minutes), NOW) == f"{text} ago"
    if minutes:
        assert relative_time(NOW + timedelta(minutes=minutes), NOW) == f"in {text}"


@pytest.mark.parametrize(
    ("language", "far", "margin"),
    [("en-gb", "Sunday 29 November, 23:30", "12 Nov"), ("en", "Sunday, November 29, 23:30", "Nov 12")],
)
def test_dates_are_written_in_the_way_that_was_chosen(language: str, far: str, margin: str) -> None:
    with translation.override(language):
        assert format_datetime(NOW + timedelta(days=7), NOW, ZONE) == far
        assert format_short_datetime(NOW - timedelta(days=10), NOW, ZONE) == margin
        assert dated(NOW, "year") == ("November 22, 2026" if language == "en" else "22 November 2026")
