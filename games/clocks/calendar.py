"""Local times, days off and open time: where the hands of a clock stand in a zone, and which time counts.

Instants are UTC. A local time has two readings, by the offset before and after a change of the clocks, which are equal
on usual days. Moments of a timetable and ends of quiet hours take the later one; days and quiet hours start with the
first instant whose clock shows that time or a later one.

Zone data is part of the answer, so it comes from the pinned package `tzdata` and never from the host.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from heapq import merge
from importlib.metadata import version
from typing import NamedTuple
from zoneinfo import ZoneInfo

zoneinfo.reset_tzpath(to=())
ZoneInfo.clear_cache()

SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)


class Interval(NamedTuple):
    """Time from `start` to `end`, without its bounds where something must lie strictly inside."""

    start: datetime
    end: datetime

    def has_inside(self, at: datetime) -> bool:
        return self.start < at < self.end


def zone_data_version() -> str:
    """Return the version of the zone data, such as "2026f"."""
    year, _, number = version("tzdata").partition(".")
    return f"{year}{'abcdefghijklmnopqrstuvwxyz'[int(number) - 1]}"


@cache
def zone_of(name: str) -> ZoneInfo:
    """Return a zone by its name. Raises ZoneInfoNotFoundError."""
    return ZoneInfo(name)


def is_zone(name: object) -> bool:
    """Check whether a zone of this name exists."""
    try:
        zone_of(str(name))
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return False
    return isinstance(name, str) and bool(name)


# ---- local times


@lru_cache(maxsize=1 << 14)
def later_reading(zone: str, day: date, clock: time) -> datetime:
    """Return the later of the two instants at which the clock shows a time, or would if it existed: 03:30 for a 02:30
    that does not exist, the second 02:30 of two."""
    local = datetime.combine(day, clock, zone_of(zone))
    return max(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))


@lru_cache(maxsize=1 << 14)
def first_instant(zone: str, day: date, clock: time = time()) -> datetime:
    """Return the first instant whose clock shows a time of a day, or a later one where that does not exist."""
    local = datetime.combine(day, clock, zone_of(zone))
    readings = sorted(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    if readings[0].astimezone(zone_of(zone)).replace(tzinfo=None) == local.replace(tzinfo=None):
        return readings[0]
    return find_change(zone, *readings)


def find_change(zone: str, before: datetime, after: datetime) -> datetime:
    """Find the instant between two at which the offset of a zone changes, to the second."""
    offset = before.astimezone(zone_of(zone)).utcoffset()
    while after - before > SECOND:
        middle = before + (after - before) // 2
        middle -= timedelta(microseconds=middle.microsecond)
        if middle.astimezone(zone_of(zone)).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after


def local_date(zone: str, at: datetime) -> date:
    """Return the date that the calendar of a zone shows at an instant."""
    return at.astimezone(zone_of(zone)).date()


def whole_days(zone: str, first: date, last: date) -> Interval:
    """Return the time from the first instant of a date to the end of another."""
    return Interval(first_instant(zone, first), first_instant(zone, last + DAY))


# ---- days off


class DaysOff(NamedTuple):
    """Days that do not count: weekdays by ISO number, holidays of a country or a part of it ("DE-BY"), dates."""

    weekdays: frozenset[int] = frozenset()
    holidays: str = ""
    dates: frozenset[date] = frozenset()


@lru_cache(maxsize=1 << 14)
def is_day_off(off: DaysOff, day: date) -> bool:
    """Check whether a date is one of the days off."""
    if day.isoweekday() in off.weekdays or day in off.dates:
        return True
    return bool(off.holidays) and day in holidays_of(off.holidays, day.year)


@lru_cache(maxsize=256)
def holidays_of(place: str, year: int) -> frozenset[date]:
    """List the public holidays of a place in a year. Raises NotImplementedError for a place that is unknown."""
    import holidays  # when somebody has days off: it takes longer to load than a page

    country, _, part = place.partition("-")
    return frozenset(holidays.country_holidays(country, subdiv=part or None, years=year))


def has_holidays(place: object) -> bool:
    """Check whether the holidays of a place are known."""
    try:
        return isinstance(place, str) and bool(holidays_of(place, 2026))
    except (NotImplementedError, KeyError, ValueError):
        return False


# ---- closed and open time


class Closed(NamedTuple):
    """What a clock does not count: days off of a zone, and absences."""

    zone: str
    off: DaysOff
    absences: tuple[Interval, ...] = ()

    def between(self, since: datetime, until: datetime) -> Iterator[Interval]:
        """Yield the closed time that ends after `since` and starts before `until`, in order. Intervals do not touch;
        what starts at `until` or later may go on where the last one ends."""
        current: Interval | None = None
        for each in self._parts(since, until):
            if current is not None and each.start <= current.end:
                current = Interval(current.start, max(current.end, each.end))
                continue
            if current is not None and current.end > since:
                yield current
            current = each
        if current is not None and current.end > since:
            yield current

    def _parts(self, since: datetime, until: datetime) -> Iterable[Interval]:
        """List the same in parts that may touch or overlap, in the order of their beginnings."""
        absences = [each for each in self.absences if each.start < until]
        if not any(self.off):
            return absences
        latest = max((each.end for each in absences), default=until)
        return merge(self._runs(since, max(until, latest)), absences)

    def _runs(self, since: datetime, until: datetime) -> Iterator[Interval]:
        """Yield days off in a row, from those of two days before on: an absence may begin where they end."""
        day = local_date(self.zone, since) - 2 * DAY
        last = local_date(self.zone, until)
        while day <= last:
            first = day
            while is_day_off(self.off, day):
                day += DAY
            if first < day:
                yield Interval(first_instant(self.zone, first), first_instant(self.zone, day))
            day += DAY

    def around(self, at: datetime) -> Interval | None:
        """Return the closed time that holds an instant, with its beginning and without its end; None if it is open."""
        return next((each for each in self.between(at, at + MINUTE) if each.start <= at), None)

    def add_open(self, at: datetime, span: timedelta) -> datetime:
        """Return when so much open time has passed since an instant."""
        while (first := next(self.between(at, at + span), None)) is not None and first.start < at + span:
            span -= max(first.start - at, timedelta())
            at = first.end
        return at + span

    def open_time(self, since: datetime, until: datetime) -> timedelta:
        """Return how much open time lies between two instants; none if the second comes first."""
        if until <= since:
            return timedelta()
        closed = (min(end, until) - max(start, since) for start, end in self.between(since, until) if start < until)
        return until - since - sum(closed, timedelta())
