"""When something probably happens, in words that hold what was estimated."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.clocks.estimates import Estimate
from games.wording.estimates import tell_estimate

MONDAY = datetime(2026, 11, 23, 10, tzinfo=UTC)


def told(*hours: float, in_mail: bool = False, zone: str = "UTC") -> str:
    early, middle, late = (MONDAY + timedelta(hours=each) for each in hours)
    return tell_estimate(Estimate(early, middle, late), MONDAY, ZoneInfo(zone), in_mail=in_mail)


@pytest.mark.parametrize(
    ("hours", "page", "mail"),
    [
        ((0.1, 0.2, 0.8), "within the hour", "on Monday morning"),
        ((8.5, 9, 10), "this evening", "on Monday evening"),
        ((15, 16, 17), "tonight", "early Tuesday"),
        ((33, 34, 35), "tomorrow evening", "on Tuesday evening"),
        (
            (0.5, 9, 23),
            "this evening, between now and tomorrow morning",
            "on Monday evening, between Monday morning and Tuesday morning",
        ),
        (
            (24, 34, 47),
            "tomorrow evening, between tomorrow morning and Wednesday morning",
            "on Tuesday evening, between Tuesday morning and Wednesday morning",
        ),
        ((24, 56, 90), "on Wednesday evening, between tomorrow and Friday", None),
        ((24, 60, 130), "between tomorrow and Saturday", "between Tuesday and Saturday"),
        ((24, 60, 200), "between tomorrow and Tuesday 1 December", "between Tuesday and Tuesday 1 December"),
        ((150, 152, 154), "on Sunday 29 November, between Sunday 29 November and Sunday 29 November", None),
    ],
)
def test_an_estimate_in_words(hours: tuple[float, ...], page: str, mail: str | None) -> None:
    assert told(*hours) == page
    assert mail is None or told(*hours, in_mail=True) == mail


def test_an_estimate_is_told_in_the_zone_of_its_reader() -> None:
    assert told(33, 34, 35, zone="Australia/Sydney") == "on Wednesday morning"
