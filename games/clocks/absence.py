"""Vacations as dates: how many days of them there are, and which of them stop a clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

from games.clocks.calendar import DAY
from games.clocks.values import Absence

A_YEAR, IN_ONE_PIECE = 28, 21
"""Days of vacation in a calendar year, and in a row."""

STOPPED, WITHIN = 10, timedelta(days=90)
"""Days of one player that stop the clock of a game, in so many days."""


def days_of(absences: Iterable[Absence]) -> list[date]:
    """List the dates of absences, in order, each once."""
    days = {first + n * DAY for first, last in map(bounds_of, absences) for n in range((last - first).days + 1)}
    return sorted(days)


def bounds_of(absence: Absence) -> tuple[date, date]:
    return absence.first, absence.last


def days_in_year(days: Iterable[date], year: int) -> int:
    """Count the dates of a year."""
    return sum(day.year == year for day in days)


def longest_piece(days: Iterable[date]) -> int:
    """Return how many dates in order follow each other at most."""
    longest, run, before = 0, 0, None
    for day in days:
        run = run + 1 if before is not None and day - before == DAY else 1
        longest, before = max(longest, run), day
    return longest


def that_stop(absences: Iterable[Absence], most: int = STOPPED, since: date = date.min) -> tuple[Absence, ...]:
    """Cut the vacations of a player to the days that may stop the clock of a game, which has at most so many of them
    from a date on."""
    found: list[Absence] = []
    counted: list[date] = []
    for absence in sorted(absences, key=bounds_of):
        day = absence.first
        while day <= absence.last and may_stop(day, counted, most, since):
            counted.append(day)
            day += DAY
        if day > absence.first:
            found.append(replace(absence, last=day - DAY))
    return tuple(found)


def may_stop(day: date, counted: Iterable[date], most: int, since: date) -> bool:
    """Check whether one more day may stop the clock beside those that are counted already."""
    lately = sum(day - other < WITHIN for other in counted)
    return lately < STOPPED and (day < since or sum(other >= since for other in counted) < most)
