"""The picture of a fortnight under a clock: days, days off, deadlines of a timetable, and three turns as examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from itertools import cycle

from django.utils.translation import gettext as _

from games.clocks.calendar import DAY, Closed, first_instant, later_reading, local_date, zone_of
from games.clocks.deadline import next_deadline
from games.clocks.values import Ask, ClockRules, SeatTime
from games.clocks.words import WEEKDAYS, WEEKDAYS_SHORT

PITCH, BOX, LEFT = 68, 64, 6
"""From one day to the next, the width of a day, and where the first one begins."""

LANES = (26, 50)

EXAMPLES = ((1, time(9)), (3, time(19)), (8, time(10)))
"""When the turns begin that are drawn: days after the first Monday, and times of day."""

ROUND = 99
"""No fast first round."""


@dataclass(frozen=True)
class Day:
    """The box of a day, with its name below."""

    x: int
    name: str
    is_off: bool

    @property
    def middle(self) -> int:
        return self.x + BOX // 2


@dataclass(frozen=True)
class Bar:
    """A piece of a turn: of its own time, or of the bank; `starts` where the turn begins. `y` is its lane: turns that
    follow each other change it, so that each can be told apart."""

    x: int
    end: int
    y: int
    is_bank: bool
    starts: bool


@dataclass(frozen=True)
class Week:
    """One week of the picture, and what it shows in words."""

    days: Sequence[Day]
    deadlines: Sequence[int]
    bars: Sequence[Bar]
    sentences: Sequence[str]

    @property
    def words(self) -> str:
        return " ".join(self.sentences)

    @property
    def example(self) -> str:
        """The first turn in words."""
        return self.sentences[0] if self.sentences else ""


@dataclass(frozen=True)
class Turn:
    """A turn as it is drawn: when it begins, when its own time is over, and the bank behind it."""

    at: datetime
    own_until: datetime
    until: datetime


def weeks_of(rules: ClockRules, now: datetime) -> list[Week]:
    """Draw the fortnight that begins with the next Monday, by the zone of the clock, for a player who lives there."""
    today = local_date(rules.zone, now)
    monday = today + (7 - today.weekday()) * DAY
    turns = list(example_turns(rules, monday))
    return [week_of(rules, monday + 7 * number * DAY, turns) for number in range(2)]


def example_turns(rules: ClockRules, monday: date) -> Iterator[Turn]:
    seat = SeatTime(rules.zone, (time(23), time(7)), bank=rules.bank.start if rules.bank else 0)
    for days, clock in EXAMPLES:
        at = later_reading(rules.zone, monday + days * DAY, clock)
        found = next_deadline(replace(rules, begun=None), seat, Ask(at, "turn", ROUND))
        yield Turn(at, found.own_until, found.deadline_at)


def week_of(rules: ClockRules, monday: date, turns: Sequence[Turn]) -> Week:
    closed = Closed(rules.zone, rules.off, ())
    dates = [monday + number * DAY for number in range(7)]
    days = [
        Day(LEFT + PITCH * number, str(WEEKDAYS_SHORT[number + 1]), bool(closed.around(noon(rules.zone, day))))
        for number, day in enumerate(dates)
    ]
    moments = [
        later_reading(rules.zone, day, clock)
        for day, box in zip(dates, days, strict=True)
        for clock in (rules.timetable.at if rules.timetable and day.isoweekday() in rules.timetable.days else ())
        if not box.is_off
    ]
    bars = [
        bar for lane, turn in zip(cycle(LANES), turns, strict=False) for bar in bars_of(rules.zone, turn, monday, lane)
    ]
    words = [turn_words(rules.zone, turn) for turn in turns if monday <= local_date(rules.zone, turn.at) <= dates[-1]]
    return Week(days, [place(rules.zone, at, monday) for at in moments], bars, words)


def noon(zone: str, day: date) -> datetime:
    return first_instant(zone, day, time(12))


def bars_of(zone: str, turn: Turn, monday: date, lane: int) -> Iterator[Bar]:
    """Yield what of a turn lies in a week."""
    for start, end, is_bank in ((turn.at, turn.own_until, False), (turn.own_until, turn.until, True)):
        x, until = place(zone, start, monday), place(zone, end, monday)
        if start < end and (until > 0 and x < LEFT + 7 * PITCH):
            yield Bar(max(0, x), max(x + 3, min(until, LEFT + 7 * PITCH + 6)), lane, is_bank, not is_bank and x >= LEFT)


def place(zone: str, at: datetime, monday: date) -> int:
    """Return where a moment lies in the picture of a week; before and behind it as far as the picture reaches."""
    day = local_date(zone, at)
    begins, ends = first_instant(zone, day), first_instant(zone, day + DAY)
    x = LEFT + PITCH * (day - monday).days + round(BOX * ((at - begins) / (ends - begins)))
    return min(max(x, -1), LEFT + 7 * PITCH + 6)


def turn_words(zone: str, turn: Turn) -> str:
    said = {"at": moment_words(zone, turn.at), "until": moment_words(zone, turn.own_until)}
    if turn.until == turn.own_until:
        return _("A turn that begins on %(at)s ends on %(until)s.") % said
    text = _("A turn that begins on %(at)s has until %(until)s, and with the bank until %(bank)s.")
    return text % {**said, "bank": moment_words(zone, turn.until)}


def moment_words(zone: str, at: datetime) -> str:
    local = at.astimezone(zone_of(zone))
    return f"{WEEKDAYS[local.isoweekday()]} {local:%H:%M}"
