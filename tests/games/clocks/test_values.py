"""Settings of clocks that are refused, each by its name."""

from __future__ import annotations

from typing import Any

import pytest

from games.clocks.values import ClockError, read_rules, read_seat
from games.clocks.words import explain_refusal

TIMES = {"days": [1], "at": ["20:00"], "least": 720}


@pytest.mark.parametrize(
    ("clock", "name"),
    [
        ({"zone": ""}, "zone"),
        ({"zone": 3}, "zone"),
        ({"zone": "../etc/passwd"}, "zone"),
        ({"span": 59}, "span"),
        ({"span": 20161}, "span"),
        ({"span": True}, "span"),
        ({"span": "1440"}, "span"),
        ({"timetable": []}, "timetable"),
        ({"timetable": {**TIMES, "days": []}}, "timetable.days"),
        ({"timetable": {**TIMES, "days": [8]}}, "timetable.days"),
        ({"timetable": TIMES, "off": {"weekdays": [1]}}, "timetable.days"),
        ({"timetable": {**TIMES, "at": []}}, "timetable.at"),
        ({"timetable": {**TIMES, "at": ["8 pm"]}}, "timetable.at"),
        ({"timetable": {**TIMES, "at": ["01:00", "02:00", "03:00", "04:00", "05:00"]}}, "timetable.at"),
        ({"timetable": {**TIMES, "least": 10081}}, "timetable.least"),
        ({"off": {"weekdays": [1, 2, 3, 4, 5, 6]}}, "off.weekdays"),
        ({"off": {"weekdays": [0]}}, "off.weekdays"),
        ({"off": {"holidays": "XX-YY"}}, "off.holidays"),
        ({"off": {"holidays": "DE-XX"}}, "off.holidays"),
        ({"off": {"dates": ["2026-02-30"]}}, "off.dates"),
        ({"off": {"dates": ["9999-12-31"]}}, "off.dates"),
        ({"off": {"dates": ["2026-12-24"] * 367}}, "off.dates"),
        ({"off": {"weekdays": [6] * 8}}, "off.weekdays"),
        ({"timetable": {**TIMES, "days": [1] * 8}}, "timetable.days"),
        ({"quiet": 1}, "quiet"),
        ({"morning": 241}, "morning"),
        ({"bank": {"start": 100, "increment": 0, "cap": 99}}, "bank"),
        ({"bank": {"cap": 20161}}, "bank"),
        ({"bank": {"increment": 1441}}, "bank"),
        ({"begun": 59}, "begun"),
        ({"fast": {"rounds": 0, "span": 30}}, "fast"),
        ({"fast": {"rounds": 11, "span": 30}}, "fast"),
        ({"fast": {"rounds": 1, "span": 721}}, "fast"),
        ({"grace": -1}, "grace"),
        ({"reaction": 10081}, "reaction"),
        ({"back": 2881}, "back"),
        ({"notice": 10081}, "notice"),
    ],
)
def test_a_setting_that_no_clock_can_have_is_refused_by_its_name(clock: dict[str, Any], name: str) -> None:
    with pytest.raises(ClockError) as refused:
        read_rules(clock)
    assert refused.value.name == name and explain_refusal(refused.value)


@pytest.mark.parametrize(
    ("seat", "name"),
    [
        ({"zone": "Mars"}, "seat.zone"),
        ({"quiet": ["23:00"]}, "seat.quiet"),
        ({"quiet": ["23:00", "23:00"]}, "seat.quiet"),
        ({"quiet": ["20:59", "07:00"]}, "seat.quiet"),
        ({"vacation": [{"from": "2026-12-24"}]}, "seat.vacation"),
        ({"vacation": [{"from": "2026-12-24", "to": "2026-12-24", "announced": "soon"}]}, "seat.vacation"),
        ({"vacation": "all year"}, "seat.vacation"),
        ({"vacation": [{"from": "2026-12-24", "to": "9999-12-31"}]}, "seat.vacation"),
        ({"vacation": [{"from": "2026-12-24", "to": "2026-12-24", "announced": "9999-12-31"}]}, "seat.vacation"),
        ({"remind": [-1]}, "seat.remind"),
        ({"bank": -5}, "seat.bank"),
    ],
)
def test_a_seat_that_no_clock_can_have_is_refused_by_its_name(seat: dict[str, Any], name: str) -> None:
    with pytest.raises(ClockError) as refused:
        read_seat(seat, read_rules({}))
    assert refused.value.name == name and explain_refusal(refused.value)


def test_bounds_themselves_are_allowed() -> None:
    rules = read_rules({"span": 60, "morning": 240, "grace": 1440, "reaction": 0, "back": 2880, "notice": 10080})
    assert (rules.span, rules.reaction, rules.timetable, rules.bank) == (60, 0, None, None)
    assert read_seat({"quiet": ["21:00", "07:00"]}, rules).quiet is not None
    assert read_rules({"off": {"weekdays": [1, 2, 3, 4, 5]}, "timetable": {**TIMES, "days": [6]}}).timetable is not None


def test_of_span_and_timetable_the_one_that_is_null_is_not_there() -> None:
    assert read_rules({"span": None, "timetable": TIMES}).timetable is not None
    assert read_rules({"span": 120, "timetable": None}).span == 120
    with pytest.raises(ClockError):
        read_rules({"span": 120, "timetable": TIMES})
