"""What holds for every deadline, whatever the settings, and what single cases do not show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from games.clocks.deadline import (
    Deadline,
    bank_after,
    closed_time,
    moved,
    next_deadline,
    nights_around,
    open_minutes,
    reminders,
    time_left,
)
from games.clocks.values import Ask, ClockRules, SeatTime, read_rules, read_seat
from tests.games.clocks.kit import random_ask, random_clock, random_seat
from tests.kit import nightly

MINUTE = timedelta(minutes=1)
MONDAY = datetime(2026, 11, 23, 10, tzinfo=UTC)


def random_questions(number: int) -> Iterator[tuple[ClockRules, SeatTime, Ask, Deadline]]:
    """Ask random questions of those who are waited for."""
    rng = Random(2026)
    for _ in range(number):
        ask = random_ask(rng)
        rules = read_rules(random_clock(rng))
        seat = read_seat(random_seat(rng, ask.at), rules)
        deadline = next_deadline(rules, seat, ask)
        if not deadline.is_waived:
            yield rules, seat, ask, deadline


def span_of(rules: ClockRules, ask: Ask) -> int | None:
    if ask.kind == "reaction":
        return rules.reaction
    return None if rules.timetable else rules.span


@pytest.mark.no_cover
def test_no_deadline_lies_in_closed_time_or_a_night_or_comes_too_early() -> None:
    for rules, seat, ask, deadline in random_questions(100_000 if nightly.ON else 2_000):
        said = (rules, seat, ask, deadline)
        for at in (deadline.own_until, deadline.deadline_at):
            closed = closed_time(rules, seat).around(at)
            assert closed is None or closed.start == at, said
            if rules.quiet and not deadline.is_timetable:
                assert not any(night.has_inside(at) for night in nights_around(seat, at)), said
        assert ask.at <= deadline.own_until <= deadline.deadline_at == deadline.due_at, said
        span = span_of(rules, ask)
        if span is None:
            assert deadline.is_timetable, said
            continue
        assert open_minutes(rules, seat, ask.at, deadline.own_until) >= span, said
        longer = next_deadline(replace(rules, span=rules.span + 97, reaction=rules.reaction + 97), seat, ask)
        assert longer.own_until >= deadline.own_until and longer.deadline_at >= deadline.deadline_at, said


@pytest.mark.no_cover
def test_reminders_come_between_question_and_deadline_and_never_at_night() -> None:
    for rules, seat, ask, deadline in random_questions(1_000):
        found = reminders(rules, seat, ask, deadline)
        assert found == sorted(set(found)) and all(ask.at < at <= deadline.deadline_at for at in found)
        assert not any(night.start <= at < night.end for at in found for night in nights_around(seat, at))


def ask_of(rules: dict[str, Any], seat: dict[str, Any] | None = None, **ask: Any) -> tuple[ClockRules, SeatTime, Ask]:
    clock = read_rules({"zone": "Europe/Berlin", "quiet": False, **rules})
    return clock, read_seat(seat or {}, clock), Ask(**{"at": MONDAY, "kind": "turn", "round": 5, **ask})


def test_steps_say_in_order_which_rules_gave_the_deadline() -> None:
    rules, seat, ask = ask_of(
        {"quiet": True, "span": 1440, "bank": {"start": 600, "increment": 0, "cap": 600}},
        {"quiet": ["10:00", "12:00"], "vacation": [{"from": "2026-11-24", "to": "2026-11-24"}]},
    )
    deadline = next_deadline(rules, seat, ask)
    assert [step.rule for step in deadline.steps] == ["span", "vacation", "settling", "bank"]
    assert [step.at for step in deadline.steps][-2:] == [deadline.own_until, deadline.deadline_at]


def test_a_vacation_leaves_the_least_time_after_it() -> None:
    rules, seat, ask = ask_of({"back": 1440}, {"vacation": [{"from": "2026-11-24", "to": "2026-11-24"}]})
    back = datetime(2026, 11, 24, 23, tzinfo=UTC) + timedelta(days=1)
    assert next_deadline(rules, seat, ask).own_until == back
    assert next_deadline(replace(rules, back=0), seat, ask).own_until == MONDAY + timedelta(days=2)


def test_a_shared_night_stands_for_everybodys_own_in_anonymous_games() -> None:
    given = {"quiet": True, "anonymous": True, "span": 840}  # 00:00 in Berlin, afternoon in New York
    rules, seat, ask = ask_of(given, {"zone": "America/New_York", "quiet": ["01:00", "02:00"]}, at=MONDAY - 60 * MINUTE)
    morning = datetime(2026, 11, 24, 8, tzinfo=UTC)
    assert next_deadline(rules, seat, ask).deadline_at == morning
    assert next_deadline(replace(rules, anonymous=False), seat, ask).deadline_at == MONDAY + 780 * MINUTE


@pytest.mark.parametrize(
    ("kind", "within", "minutes"), [("reaction", 15, 15), ("reaction", None, 30), ("sealed", 15, 30)]
)
def test_fast_rounds_bound_replies_and_sealed_questions(kind: str, within: int | None, minutes: int) -> None:
    rules, seat, ask = ask_of({"fast": {"rounds": 2, "span": 30}, "grace": 60}, round=2, kind=kind, within=within)
    deadline = next_deadline(rules, seat, ask)
    assert deadline.deadline_at == deadline.due_at == MONDAY + minutes * MINUTE
    assert next_deadline(rules, seat, replace(ask, round=3, within=None)).deadline_at > MONDAY + 30 * MINUTE


def test_a_begun_turn_stops_and_goes_on_by_the_clock_on_the_wall() -> None:
    rules, seat, ask = ask_of({"begun": 240, "off": {"weekdays": [2]}})
    begun = replace(ask, begun_at=MONDAY + 600 * MINUTE)
    deadline = next_deadline(rules, seat, begun)
    assert deadline.deadline_at == MONDAY + 840 * MINUTE and deadline.steps[-1].rule == "begun"
    left = time_left(rules, seat, deadline, MONDAY + 660 * MINUTE)
    assert left.own == 180
    later = replace(begun, at=MONDAY + 2000 * MINUTE, left=left.own)
    assert next_deadline(rules, seat, later).deadline_at == MONDAY + 2180 * MINUTE
    assert moved(rules, seat, deadline, 60).due_at == MONDAY + 900 * MINUTE


def test_the_bank_takes_and_gives() -> None:
    rules, seat, ask = ask_of({"bank": {"start": 600, "increment": 60, "cap": 620}})
    deadline = next_deadline(rules, seat, ask)
    late = deadline.own_until + 90 * MINUTE
    assert bank_after(rules, seat, deadline, late) == 570
    assert bank_after(rules, seat, deadline, deadline.own_until) == 620
    assert bank_after(rules, seat, deadline, None) == 0
    assert time_left(rules, seat, deadline, late).bank == 510 and time_left(rules, seat, deadline, late).own == 0


def test_a_timetable_that_went_on_takes_the_next_moment_that_leaves_two_hours() -> None:
    times = {"days": [1, 2, 3, 4, 5, 6, 7], "at": ["13:00", "20:00"], "least": 1440}
    rules, seat, ask = ask_of({"timetable": times}, left=1000)
    assert next_deadline(rules, seat, ask).deadline_at == datetime(2026, 11, 23, 12, tzinfo=UTC)  # in two hours
    later = replace(ask, at=MONDAY + MINUTE)
    assert next_deadline(rules, seat, later).deadline_at == datetime(2026, 11, 23, 19, tzinfo=UTC)
    assert next_deadline(rules, seat, replace(later, left=30)).deadline_at == datetime(2026, 11, 23, 12, tzinfo=UTC)
