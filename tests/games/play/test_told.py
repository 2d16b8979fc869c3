"""`benchmarks.told` finds no two things that contradict each other, and would find them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from benchmarks.told.clocks import ClockTable, walk_clocks
from benchmarks.told.record import Record
from games.clocks.deadline import Deadline
from games.models import Waiting
from games.play.clock import Clock
from tests.kit import nightly

pytestmark = [pytest.mark.once, pytest.mark.no_cover]

SOME, MANY = 400, 100_000
FOUND = (7519, 59097)
"""Histories in which once something was wrong: a vacation in an anonymous game, a reminder that came in a pause."""
FEW = 1_500
"""Histories in which each planted fault shows."""


@pytest.mark.timeout(3600)
def test_nobody_is_told_two_things_that_contradict_each_other() -> None:
    told = 0
    for number, record in enumerate(walk_clocks(1, MANY if nightly.ON else SOME), start=1):
        assert not record.faults, (number, record.happened, record.faults)
        told += record.told
    assert told > 10 * SOME


@pytest.mark.parametrize("number", FOUND)
def test_what_was_wrong_is_well(number: int) -> None:
    assert not (record := ClockTable(number).play()).faults, record.happened


def forget_told(rules: object, seat: object, deadline: Deadline, told: Deadline | None) -> Deadline:
    return deadline


def always(row: Waiting, now: object) -> bool:
    return True


def too_soon(self: Clock, row: Waiting, *args: Any) -> None:
    """Arm a reminder for the moment itself, whatever was sent."""
    row.remind_at = self.now + timedelta(minutes=30)


def alone(rows: object) -> None:
    """Leave every answer in secret a deadline of its own."""


@pytest.mark.parametrize(
    ("place", "fault", "said"),
    [
        ("games.play.clock.no_sooner", forget_told, "and was told"),
        ("benchmarks.told.clocks.goes_out", always, "at night"),
        ("games.play.clock.Clock.arm_reminders", too_soon, "time"),
        ("games.play.waiting_rows.share_deadline", alone, "several deadlines"),
    ],
    ids=["sooner", "night", "again", "secret"],
)
def test_what_contradicts_is_found(
    place: str, fault: Callable[..., object], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, fault)
    assert any(said in each for each in found(FEW))


def found(histories: int) -> list[str]:
    """List the faults of some histories."""
    return [fault for record in walk_clocks(1, histories) for fault in record.faults]


def test_a_record_knows_what_cannot_be() -> None:
    at, hour, name = datetime(2026, 11, 23, 9), timedelta(hours=1), (0, "turn", 1)
    record = Record()
    record.remind(name, at, at + hour, most=2)
    record.tell(name, at, at + 9 * hour)
    record.remind(name, at, at + 8 * hour, most=2)
    record.miss(name, at + 8 * hour, timedelta())
    record.answer(name, at + 9 * hour)
    record.tell(name, at, at + 9 * hour)
    said = ["never asked", "and was told", "had until", "was missed", "is open again"]
    assert len(record.faults) == len(said) and all(a in b for a, b in zip(said, record.faults, strict=True))
