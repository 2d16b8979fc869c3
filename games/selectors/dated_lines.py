"""Dates of a person that apps above the games bring, for calendars: the beginning of a round, the end of a check-in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from common.registry import Registry

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True)
class DatedLine:
    """A moment that somebody should know of. `key` names it, the same each time, and is told to nobody; `path` is where
    it leads on the site; `since` is when it was known first."""

    key: str
    at: datetime
    title: str
    path: str
    since: datetime


@dataclass(frozen=True)
class DatedLines:
    """The dates that an app brings, in the language that is active."""

    name: str
    lines: Callable[[User], Iterable[DatedLine]]


DATED_LINES: Registry[DatedLines] = Registry()


def dates_of(user: User) -> list[DatedLine]:
    """List the dates of a person, the next first."""
    found = (line for each in DATED_LINES for line in each.lines(user))
    return sorted(found, key=lambda line: (line.at, line.key))
