"""The times of a timetable on the clock of one reader, in words."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from games.clocks.calendar import is_zone
from games.clocks.timetables import local_times
from games.clocks.values import ClockError, ClockRules, SeatTime, read_quiet
from games.clocks.words import tell_local_times

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User


def tell_own_times(rules: ClockRules, reader: User | AnonymousUser, now: datetime) -> str:
    """Tell the times of a timetable on the reader's own clock, with those in their night; empty without one, and where
    the reader lives in the zone of the game and none of them is at night."""
    if not reader.is_authenticated or rules.timetable is None:
        return ""
    zone = reader.timezone if is_zone(reader.timezone) else rules.zone
    try:
        quiet = read_quiet(reader.quiet) if reader.quiet else None
    except ClockError:
        quiet = None
    times = local_times(rules, SeatTime(zone, quiet), now)
    is_plain = zone == rules.zone and not any(each.is_night for each in times)
    return "" if is_plain else tell_local_times(times)
