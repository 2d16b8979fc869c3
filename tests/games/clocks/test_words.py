"""The sentence on a deadline: what its owner reads, and what others do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games.clocks.deadline import Deadline, moved, next_deadline
from games.clocks.lateness import read_late, read_settings
from games.clocks.values import Ask, ClockRules, SeatTime, read_rules, read_seat, usual_clock
from games.clocks.words import (
    STEPS,
    Owner,
    Reader,
    adds_to_moment,
    describe,
    describe_clock,
    describe_lateness,
    format_minutes,
    tell_pace,
    tell_steps,
)

MONDAY = datetime(2026, 11, 23, 11, tzinfo=UTC)  # noon in Berlin
NIGHT = MONDAY + timedelta(hours=11, minutes=30)  # 23:30 there
BERLIN = {"zone": "Europe/Berlin", "quiet": ["23:00", "07:00"]}
BANK = {"start": 2880, "increment": 120, "cap": 2880}


def asked(
    at: datetime = MONDAY, seat: dict[str, Any] = BERLIN, kind: str = "turn", left: int | None = None, **clock: Any
) -> tuple[ClockRules, SeatTime, Ask, Deadline]:
    rules = read_rules({"zone": "Europe/Berlin", **clock})
    read = read_seat(seat, rules)
    ask = Ask(at, kind, 5, left=left)
    return rules, read, ask, next_deadline(rules, read, ask)


def told(question: tuple[ClockRules, SeatTime, Ask, Deadline], now: datetime | None = None, **more: Any) -> str:
    rules, seat, ask, deadline = question
    words = {"zone": ZoneInfo(seat.zone), "owner": Owner(rules, seat, ask.at), **more}
    return describe(deadline, Reader(now=now or ask.at, name_day=name_day, **words))


def name_day(local: datetime) -> str:
    return f"{local:%A}"


def told_others(question: tuple[ClockRules, SeatTime, Ask, Deadline], **more: Any) -> str:
    return told(question, **{"owner": None, "seat": "Blue", "zone": ZoneInfo("America/New_York"), **more})


def test_a_night_is_told_to_its_owner_alone() -> None:
    question = asked(NIGHT)
    assert told(question) == (
        "You have until Wednesday, 09:00 (Berlin): your 24 hours end at night, so the morning counts."
    )
    assert told_others(question) == "Blue has until Wednesday, 03:00 your time."
    assert told_others(question, is_visitor=True) == "Blue has until Wednesday, 03:00 (New York)."


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "You have until Tuesday, 12:00 (Berlin)."),
        ({"at": MONDAY - timedelta(hours=4)}, "your 24 hours end early in the morning, so the whole morning counts."),
        ({"at": NIGHT, "left": 1439}, "your time ends at night, so the morning counts."),
        ({"off": {"weekdays": [2]}}, "You have until Wednesday, 12:00 (Berlin): days off do not count."),
        (
            {
                "at": MONDAY - timedelta(hours=12),
                "off": {"dates": ["2026-11-24"]},
                "seat": {"zone": "Europe/Berlin", "quiet": ["22:00", "02:00"]},
                "span": 1430,
            },
            "your 23 hours 50 minutes end at night, and the days after it do not count.",
        ),
        ({"timetable": {"days": [3], "at": ["20:00"]}}, "Wednesday, 20:00 (Berlin): turns in this game end at set"),
        ({"fast": {"rounds": 5, "span": 30}}, "You have until Monday, 12:30 (Berlin): the first rounds are fast."),
        (
            {"seat": {**BERLIN, "vacation": [{"from": "2026-11-24", "to": "2026-11-24"}]}, "back": 2880},
            "you need time when you are back from your vacation.",
        ),
        (
            {"seat": {**BERLIN, "vacation": [{"from": "2026-11-24", "to": "2026-11-24"}]}, "back": 0},
            "days of your vacation do not count.",
        ),
        ({"kind": "reaction", "at": NIGHT, "reaction": 360}, "your 6 hours end at night, so the morning counts."),
    ],
)
def test_the_owner_reads_why_the_deadline_is_then(changes: dict[str, Any], sentence: str) -> None:
    question = asked(**changes)
    assert sentence in told(question)
    assert not set(told_others(question).split()) & {"night,", "morning,", "vacation.", "off", "count."}


def test_a_bank_is_told_with_where_it_begins() -> None:
    question = asked(bank=BANK)
    assert told(question) == (
        "Your own time ends on Tuesday at 12:00; then your bank of 2 days runs, until Thursday at 12:00."
    )
    assert told(question, now=MONDAY + timedelta(hours=25)) == (
        "Your own time ended on Tuesday at 12:00; your bank now runs, until Thursday at 12:00."
    )
    assert told_others(question) == "Blue has until Thursday, 06:00 your time, with the time bank."
    assert told(asked(NIGHT, bank=BANK)) == (
        "Your own time ends on Wednesday at 09:00 (your 24 hours end at night, so the morning counts); then your bank "
        "of 2 days runs, until Friday at 09:00."
    )


def test_a_turn_that_was_begun_tells_until_when_to_finish_it() -> None:
    rules, seat, ask, _deadline = asked(begun=60, bank=BANK)
    begun = Ask(ask.at, "turn", 5, begun_at=MONDAY + timedelta(hours=1))
    question = rules, seat, begun, next_deadline(rules, seat, begun)
    assert told(question) == "You have begun your turn, so you have until Monday, 14:00 (Berlin) to finish it."


def test_more_time_and_grace_are_told() -> None:
    rules, seat, ask, deadline = asked(grace=10)
    later = moved(rules, seat, deadline, 600)
    assert told((rules, seat, ask, later)).endswith("(Berlin): you were given more time.")
    assert told((rules, seat, ask, deadline), now=deadline.deadline_at) == (
        "You had until Tuesday, 12:00 (Berlin), but an answer still counts until 12:10."
    )


def test_who_is_late_is_told_to_others_while_an_answer_counts() -> None:
    question = asked(grace=10)
    deadline = question[3]
    assert told_others(question, now=deadline.deadline_at) == (
        "Blue is late: the time ended on Tuesday, 06:00 your time, but an answer counts until 06:10."
    )
    assert told(question, now=deadline.deadline_at, is_shared=True) == (
        "Everyone had until Tuesday, 12:00 (Berlin), but an answer still counts until 12:10."
    )
    assert told_others(question, now=deadline.due_at).startswith("Blue has until")


def test_answers_in_secret_tell_nobodys_night() -> None:
    """Their deadline may be the one of another seat."""
    assert told(asked(NIGHT, kind="sealed"), is_shared=True) == "Everyone has until Wednesday, 09:00 (Berlin)."


def test_settings_that_were_changed_since_tell_no_reason() -> None:
    rules, seat, ask, deadline = asked(NIGHT)
    awake = read_seat({"zone": "Europe/Berlin"}, rules)
    assert told((rules, awake, ask, deadline)) == "You have until Wednesday, 09:00 (Berlin)."


def test_only_what_adds_to_the_moment_is_worth_a_sentence() -> None:
    def adds(question: tuple[ClockRules, SeatTime, Ask, Deadline]) -> bool:
        rules, seat, ask, deadline = question
        owner = Owner(rules, seat, ask.at)
        return adds_to_moment(deadline, Reader(ZoneInfo("UTC"), ask.at, name_day, owner=owner))

    assert [adds(asked()), adds(asked(NIGHT)), adds(asked(bank=BANK))] == [False, True, True]


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(30, "30 minutes"), (60, "1 hour"), (1440, "24 hours"), (1590, "26 hours 30 minutes"), (4320, "3 days")],
)
def test_amounts_are_told_as_people_reckon_them(minutes: int, words: str) -> None:
    assert format_minutes(minutes) == words


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ([1, 2, 3, 4, 5, 6, 7], "every day"),
        ([7], "every Sunday"),
        ([1, 2, 3, 4, 5], "Monday to Friday"),
        ([6, 7], "Saturday and Sunday"),
        ([1, 3, 5], "Monday, Wednesday and Friday"),
    ],
)
def test_a_timetable_is_told_by_its_days(days: list[int], words: str) -> None:
    rules = read_rules({"zone": "Europe/Berlin", "timetable": {"days": days, "at": ["20:00"]}})
    assert tell_pace(rules) == f"turns end at 20:00 (Berlin), {words}"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "Each turn: 24 hours, plus a reserve of one day; no deadline falls into your night."),
        ({"bank": None, "quiet": False}, "Each turn: 24 hours, with no reserve; deadlines can fall into your night."),
        ({"bank": {"start": 60, "increment": 0, "cap": 60}}, "plus a reserve of 1 hour that does not grow;"),
        (
            {"off": {"weekdays": [7], "holidays": "DE-BY", "dates": ["2026-12-24"]}},
            "the clock stands still on Sunday, public holidays (DE-BY) and 1 more date.",
        ),
        ({"begun": 120, "grace": 10}, "within 2 hours; late answers count for another 10 minutes."),
        ({"fast": {"rounds": 2, "span": 30}}, "in the first 2 rounds each turn takes 30 minutes at most."),
        ({"vacation": "stops"}, "a vacation stops the clock."),
        ({"vacation": "ignored"}, "the clock runs on during vacations."),
    ],
)
def test_a_clock_is_told_in_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    clock = {key: value for key, value in {**usual_clock("UTC"), **changes}.items() if value is not None}
    assert sentence in describe_clock(read_settings(clock))


@pytest.mark.parametrize(
    ("late", "sentence"),
    [
        ({}, "After 2 missed turns in a row, the seat is offered to substitutes, and the caretaker"),
        ({"row": 1, "then": ["caretaker"]}, "After a missed turn, the caretaker plays the seat until"),
        ({"then": ["bot:recruit"]}, "a bot plays the seat"),
        ({"then": ["end"]}, "the game ends."),
        ({"then": ["substitute"]}, "the seat is offered to substitutes."),
        ({"then": ["pause"]}, "the game waits for up to 48 hours."),
        ({"then": ["pause", "end"]}, "the game waits for up to 48 hours; then the game ends."),
        (
            {"then": ["substitute", "pause", "caretaker"]},
            "the seat is offered to substitutes, and the game waits for up to 48 hours; then the caretaker plays",
        ),
    ],
)
def test_what_follows_lateness_is_told(late: dict[str, Any], sentence: str) -> None:
    assert sentence in describe_lateness(read_late(late))


def test_organizers_read_which_rules_gave_a_deadline() -> None:
    rules, seat, ask, deadline = asked(NIGHT, bank=BANK, grace=10)
    told_steps = tell_steps(moved(rules, seat, deadline, 60))
    assert [words.split()[0] for words, _at in told_steps] == ["the", "not", "the", "moved", "the"]
    assert [at for _words, at in told_steps][:2] == [ask.at + timedelta(days=1), deadline.own_until]
    assert told_steps[-1][1] == told_steps[-2][1] + timedelta(minutes=10)
    assert STEPS.keys() >= {step.rule for step in deadline.steps}
