"""The times of a timetable as one reader's clock shows them, and which of them lie in their night."""

from __future__ import annotations

from datetime import datetime, time
from typing import NamedTuple

from games.clocks.calendar import later_reading, local_date, zone_of
from games.clocks.deadline import nights_around
from games.clocks.values import ClockRules, SeatTime


class LocalTime(NamedTuple):
    """A time of a timetable on a reader's clock, and whether it is inside their quiet hours."""

    at: time
    is_night: bool


def local_times(rules: ClockRules, reader: SeatTime, now: datetime) -> list[LocalTime]:
    """List the times of a timetable as the reader's clock shows them today, in order; none without one."""
    today = local_date(rules.zone, now)
    found = []
    for clock in rules.timetable.at if rules.timetable else ():
        moment = later_reading(rules.zone, today, clock)
        is_night = any(night.has_inside(moment) for night in nights_around(reader, moment))
        found.append(LocalTime(moment.astimezone(zone_of(reader.zone)).time(), is_night))
    return sorted(found)
