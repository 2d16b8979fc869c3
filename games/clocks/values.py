"""What a clock is set to: the settings of a game and of a seat, and the question that is asked. Read from plain data.

A setting that breaks a bound is refused by its name when it is read, so that deadlines can always be computed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from games.clocks.calendar import DaysOff, Interval, has_holidays, is_zone, whole_days

Minutes = int

LONGEST = 20160
"""Minutes in the longest span, two weeks."""

SHARED_NIGHT = (time(23), time(7))
"""The quiet hours of everybody in an anonymous game."""


YEARS = range(1970, 3000)
"""Of dates that a calendar can reckon with, in every zone."""

MOST_DATES = 366
"""Dates off that one clock can name."""

REACTIONS = (0, 10080)
"""Bounds of the minutes to reply out of turn."""


class ClockError(ValueError):
    """A setting that no clock can have. `games.clocks.words` says what would be right."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name  # of the setting, such as "timetable.at"


@dataclass(frozen=True, slots=True)
class Timetable:
    """Local times at which turns end: `days` by ISO number, times `at`, and at least `least` open minutes before."""

    days: frozenset[int]
    at: tuple[time, ...]
    least: Minutes


@dataclass(frozen=True, slots=True)
class Bank:
    """Time beside that of a turn: at the start, what each answered turn adds, and the most there can be."""

    start: Minutes
    increment: Minutes
    cap: Minutes


@dataclass(frozen=True, slots=True)
class Fast:
    """The first `rounds` are played in one sitting, with `span` minutes for an answer."""

    rounds: int
    span: Minutes


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The clock of a game. Durations are minutes.

    `zone` is the game's; `span` the time for a turn, unless there is a `timetable`; `off` days that do not count;
    `quiet` whether quiet hours of players are respected, `morning` what is spared after them; `bank` None without one;
    `begun` the limit of a turn once its first order is in, None for none; `fast` the first rounds; `grace` the time
    between deadline and skipping; `reaction` to reply out of turn; `back` the least time after a vacation, `notice`
    before one; `anonymous` if one zone and one night hold for all.
    """

    zone: str
    span: Minutes = 1440
    timetable: Timetable | None = None
    off: DaysOff = DaysOff()
    quiet: bool = True
    morning: Minutes = 120
    bank: Bank | None = None
    begun: Minutes | None = None
    fast: Fast | None = None
    grace: Minutes = 0
    reaction: Minutes = 720
    back: Minutes = 720
    notice: Minutes = 1440
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class Absence:
    """A vacation: dates of the player's zone, both inclusive, and when it was announced (None: long before)."""

    first: date
    last: date
    announced: datetime | None = None


@dataclass(frozen=True, slots=True)
class SeatTime:
    """What a clock has to know of the seat that is awaited: its zone, quiet hours from and to (None: none), the
    absences that stop this game's clock, minutes left in its bank, and minutes before a deadline of its reminders
    (None: as usual)."""

    zone: str
    quiet: tuple[time, time] | None = None
    vacation: tuple[Absence, ...] = ()
    bank: Minutes = 0
    remind: tuple[Minutes, ...] | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A question: when it is asked, its `kind` (turn, reaction, sealed), the round, a further bound on a reaction
    `within` so many minutes, what a clock that goes on has `left`, when the first order of its turn came, and of a
    begun turn that goes on what its `own` time has left, after which the bank is used."""

    at: datetime
    kind: str
    round: int
    within: Minutes | None = None
    left: Minutes | None = None
    begun_at: datetime | None = None
    own: Minutes | None = None


def usual_clock(zone: str) -> dict[str, object]:
    """Return the clock of a new game whose creator changes nothing: by simulation the one with the fewest missed turns
    and turns that nobody plays, among those that keep a game moving (docs/benchmarks.md)."""
    return {
        "zone": zone,
        "span": 1440,
        "quiet": True,
        "morning": 120,
        "bank": {"start": 1440, "increment": 120, "cap": 2880},
        "grace": 0,
        "reaction": 720,
        "late": {"row": 2, "total": 4, "of": 20, "first": 1, "then": ["substitute", "caretaker"]},
        "vacation": "stand_in",
    }


def plain_clock(
    turn_hours: int, reaction_hours: int, grace_minutes: int = 0, *, is_strict: bool = False
) -> dict[str, object]:
    """Return a clock by hours alone, which spares no night: that of games from before there were others. `is_strict`
    gives the seat to the caretaker after the first turn that is missed."""
    return {
        "zone": "UTC",
        "span": turn_hours * 60,
        "quiet": False,
        "grace": grace_minutes,
        "reaction": reaction_hours * 60,
        "late": {"row": 1, "then": ["caretaker"]} if is_strict else {"then": ["caretaker"]},
        "vacation": "stand_in",
    }


def absence_interval(rules: ClockRules, seat: SeatTime, absence: Absence) -> Interval:
    """Return the time of a vacation, which begins no sooner than the notice after it was announced; it may be empty."""
    start, end = whole_days(seat.zone, absence.first, absence.last)
    if absence.announced is not None:
        start = max(start, absence.announced + timedelta(minutes=rules.notice))
    return Interval(min(start, end), end)


# ---- reading


def read_rules(data: Mapping[str, object]) -> ClockRules:
    """Read the clock of a game from plain data. Raises ClockError."""
    span, timetable = data.get("span"), data.get("timetable")
    if span is not None and timetable is not None:
        raise ClockError("span")
    rules = ClockRules(
        zone=read_zone("zone", data.get("zone", "UTC")),
        span=1440 if span is None else read_number("span", span, 60, LONGEST),
        timetable=None if timetable is None else read_timetable(timetable),
        off=read_days_off(data.get("off") or {}),
        quiet=read_flag("quiet", data.get("quiet", True)),
        morning=read_number("morning", data.get("morning", 120), 0, 240),
        bank=read_bank(data["bank"]) if data.get("bank") is not None else None,
        begun=read_number("begun", data["begun"], 60, 2880) if data.get("begun") is not None else None,
        fast=read_fast(data["fast"]) if data.get("fast") is not None else None,
        grace=read_number("grace", data.get("grace", 0), 0, 1440),
        reaction=read_number("reaction", data.get("reaction", 720), *REACTIONS),
        back=read_number("back", data.get("back", 720), 0, 2880),
        notice=read_number("notice", data.get("notice", 1440), 0, 10080),
        anonymous=read_flag("anonymous", data.get("anonymous", False)),
    )
    if rules.timetable is not None and rules.timetable.days <= rules.off.weekdays:
        raise ClockError("timetable.days")
    return rules


def read_seat(data: Mapping[str, object], rules: ClockRules) -> SeatTime:
    """Read what is known of a seat; what is left out is the game's zone, no quiet hours, a new bank. Raises
    ClockError."""
    remind = data.get("remind")
    return SeatTime(
        zone=read_zone("seat.zone", data.get("zone", rules.zone)),
        quiet=read_quiet(data["quiet"]) if data.get("quiet") else None,
        vacation=tuple(map(read_absence, read_list("seat.vacation", data.get("vacation", ())))),
        bank=read_number("seat.bank", data.get("bank", rules.bank.start if rules.bank else 0), 0, LONGEST),
        remind=None if remind is None else read_reminders(remind),
    )


def read_timetable(data: object) -> Timetable:
    """Read a timetable, as `{"days": [1, 3, 5], "at": ["20:00"], "least": 720}`. Raises ClockError."""
    given = read_record("timetable", data, ("days", "at", "least"))
    listed = read_list("timetable.days", given.get("days"), most=7)
    days = frozenset(read_number("timetable.days", day, 1, 7) for day in listed)
    times = tuple(read_time("timetable.at", each) for each in read_list("timetable.at", given.get("at")))
    if not days:
        raise ClockError("timetable.days")
    if not 1 <= len(times) <= 4:
        raise ClockError("timetable.at")
    return Timetable(days, tuple(sorted(set(times))), read_number("timetable.least", given.get("least", 720), 0, 10080))


def read_days_off(data: object) -> DaysOff:
    """Read days off, as `{"weekdays": [6, 7], "holidays": "DE-BY", "dates": ["2026-12-31"]}`. Raises ClockError."""
    given = read_record("off", data, ("weekdays", "holidays", "dates"))
    weekdays = read_list("off.weekdays", given.get("weekdays", ()), most=7)
    days = frozenset(read_number("off.weekdays", day, 1, 7) for day in weekdays)
    if len(days) > 5:
        raise ClockError("off.weekdays")
    place = str(given.get("holidays") or "")
    if place and not has_holidays(place):
        raise ClockError("off.holidays")
    listed = read_list("off.dates", given.get("dates", ()), most=MOST_DATES)
    dates = frozenset(read_date("off.dates", day) for day in listed)
    return DaysOff(days, place, dates)


def read_bank(data: object) -> Bank:
    """Read a bank, as `{"start": 1440, "increment": 120, "cap": 2880}`. Raises ClockError."""
    given = read_record("bank", data, ("start", "increment", "cap"))
    cap = read_number("bank", given.get("cap", 2880), 0, LONGEST)
    return Bank(
        read_number("bank", given.get("start", min(1440, cap)), 0, cap),
        read_number("bank", given.get("increment", 120), 0, 1440),
        cap,
    )


def read_fast(data: object) -> Fast:
    """Read the fast first rounds, as `{"rounds": 2, "span": 30}`. Raises ClockError."""
    given = read_record("fast", data, ("rounds", "span"))
    return Fast(read_number("fast", given.get("rounds"), 1, 10), read_number("fast", given.get("span"), 5, 720))


def read_quiet(data: object) -> tuple[time, time]:
    """Read quiet hours, as `["23:00", "07:00"]`, of at most ten hours. Raises ClockError."""
    bounds = [read_time("seat.quiet", each) for each in read_list("seat.quiet", data)]
    if len(bounds) != 2:
        raise ClockError("seat.quiet")
    start, end = (bound.hour * 60 + bound.minute for bound in bounds)
    if not 0 < (end - start) % 1440 <= 600:
        raise ClockError("seat.quiet")
    return bounds[0], bounds[1]


def read_absence(data: object) -> Absence:
    """Read a vacation, as `{"from": "2026-12-24", "to": "2027-01-02", "announced": "2026-12-01T08:00:00Z"}`. Raises
    ClockError."""
    given = read_record("seat.vacation", data, ("from", "to", "announced"))
    first, last = (read_date("seat.vacation", given.get(word)) for word in ("from", "to"))
    if last < first:
        raise ClockError("seat.vacation")
    announced = given.get("announced")
    return Absence(first, last, read_instant("seat.vacation", announced) if announced is not None else None)


def read_reminders(data: object) -> tuple[Minutes, ...]:
    """Read the reminders of a seat, as minutes before the deadline. Raises ClockError."""
    return tuple(read_number("seat.remind", each, 0, LONGEST) for each in read_list("seat.remind", data))


def read_zone(name: str, value: object) -> str:
    if not is_zone(value):
        raise ClockError(name)
    return str(value)


def read_flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ClockError(name)
    return value


def read_number(name: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ClockError(name)
    return value


def read_record(name: str, value: object, keys: Collection[str]) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or set(value) - set(keys):
        raise ClockError(name)
    return value


def read_list(name: str, value: object, most: int | None = None) -> list[object]:
    if not isinstance(value, list | tuple) or (most is not None and len(value) > most):
        raise ClockError(name)
    return list(value)


def read_text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise ClockError(name)
    return value


TIME = re.compile(r"(2[0-3]|[01]?[0-9]):([0-5]?[0-9])")
"""An hour and a minute. Read on every page of a game, so without a format, which takes ten times as long."""


def read_time(name: str, value: object) -> time:
    """Read a time of day, as "20:00". Raises ClockError."""
    found = TIME.fullmatch(read_text(name, value))
    if found is None:
        raise ClockError(name)
    return time(int(found[1]), int(found[2]))


def read_date(name: str, value: object) -> date:
    """Read a date, as "2026-12-24". Raises ClockError."""
    try:
        day = date.fromisoformat(read_text(name, value))
    except ValueError:
        raise ClockError(name) from None
    if day.year not in YEARS:
        raise ClockError(name)
    return day


def read_instant(name: str, value: object) -> datetime:
    """Read an instant, as "2026-12-24T08:00:00Z". Raises ClockError."""
    try:
        at = datetime.fromisoformat(read_text(name, value))
    except ValueError:
        raise ClockError(name) from None
    if at.year not in YEARS:
        raise ClockError(name)
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
