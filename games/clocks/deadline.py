"""Until when an answer is awaited: one pure function, `next_deadline`, and what follows from it.

The rules apply in this order: fast rounds; closed time; the span, or the timetable in its place; the time after a
vacation; settling, so that no deadline lies in closed time or in the player's night; the bank; a turn that was begun;
the grace. Each leaves a step in the deadline, from which pages tell why it is then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from games.clocks.calendar import (
    DAY,
    MINUTE,
    Closed,
    Interval,
    first_instant,
    later_reading,
    local_date,
)
from games.clocks.values import SHARED_NIGHT, Ask, ClockRules, Minutes, SeatTime, Timetable, absence_interval

HOUR = 60 * MINUTE
SHORTEST_MOMENT = 120
"""Open minutes that a clock that goes on has before the next moment of a timetable, if it had more left."""

LAST_REMINDER = 240
"""Minutes before a deadline of the second reminder, unless a player wants others."""


ELAPSED = ("fast", "begun")
"""Rules whose deadlines count every minute, in closed time too."""


class Step(NamedTuple):
    """A rule that was applied, and the moment that it gave."""

    rule: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when an answer is awaited.

    `own_until` is the end of the turn's own time, `deadline_at` that of the bank after it, which players are told,
    `due_at` when they are skipped. `steps` are the rules that applied, in order. `is_elapsed`: every minute counts, in
    closed time too. `is_timetable`: quiet hours do not move it. `is_waived`: nobody is waited for, standing orders
    answer.
    """

    own_until: datetime
    deadline_at: datetime
    due_at: datetime
    steps: tuple[Step, ...] = ()
    is_elapsed: bool = False
    is_timetable: bool = False
    is_waived: bool = False


class TimeLeft(NamedTuple):
    """Minutes that a clock has left when it stops: of the time for the answer, of the bank, and of a turn's own time,
    which is another than the first where the turn was begun."""

    own: Minutes
    bank: Minutes
    own_time: Minutes = 0


def next_deadline(rules: ClockRules, seat: SeatTime, ask: Ask) -> Deadline:
    """Return until when a seat is awaited. Settings are those that were read, so nothing is refused here."""
    seat = as_shown(rules, seat)
    if ask.kind == "reaction" and is_away(rules, seat, ask.at):
        return Deadline(ask.at, ask.at, ask.at, (Step("vacation", ask.at),), is_waived=True)
    if is_fast(rules, ask):
        return fast_deadline(rules, ask)
    begun_at = ask.begun_at if ask.kind == "turn" and rules.begun is not None else None
    if begun_at is not None and begun_at < ask.at and ask.left is not None:  # it was begun before the clock stopped
        own_until = None if ask.own is None else closed_time(rules, seat).add_open(ask.at, ask.own * MINUTE)
        return begun_deadline(rules, ask.at + ask.left * MINUTE, (), own_until)
    timetable = rules.timetable if ask.kind != "reaction" else None
    steps = list(own_steps(rules, seat, ask, timetable))
    own_until = deadline_at = steps[-1].at
    closed = closed_time(rules, seat)
    if ask.kind == "turn" and rules.bank is not None and seat.bank:
        deadline_at = settle(rules, seat, closed.add_open(own_until, seat.bank * MINUTE), not timetable)
        steps.append(Step("bank", deadline_at))
    if begun_at is not None and rules.begun is not None:
        return begun_deadline(rules, begun_at + rules.begun * MINUTE, tuple(steps), own_until)
    due_at = deadline_at + rules.grace * MINUTE
    return Deadline(own_until, deadline_at, due_at, tuple(steps), is_timetable=bool(timetable))


def as_shown(rules: ClockRules, seat: SeatTime) -> SeatTime:
    """Return a seat with the zone and the night that its clock may show: in anonymous games those of the game."""
    return replace(seat, zone=rules.zone, quiet=SHARED_NIGHT) if rules.anonymous else seat


def is_fast(rules: ClockRules, ask: Ask) -> bool:
    """Check whether a question falls into the fast first rounds; the set-up never does."""
    return rules.fast is not None and 1 <= ask.round <= rules.fast.rounds


def fast_deadline(rules: ClockRules, ask: Ask) -> Deadline:
    """Return the deadline of a fast round, for which no other rule counts but the bounds of a reaction."""
    assert rules.fast is not None
    span = rules.fast.span if ask.left is None else ask.left
    if ask.kind == "reaction":
        span = min(span, reaction_span(rules, ask))
    until = ask.at + span * MINUTE
    return Deadline(until, until, until, (Step("fast", until),), is_elapsed=True)


def begun_deadline(
    rules: ClockRules, until: datetime, steps: tuple[Step, ...], own_until: datetime | None = None
) -> Deadline:
    """Return the deadline of a turn whose first order is in, which nothing settles."""
    steps = (*steps, Step("begun", until))
    return Deadline(own_until or until, until, until + rules.grace * MINUTE, steps, is_elapsed=True)


def reaction_span(rules: ClockRules, ask: Ask) -> Minutes:
    """Return the minutes for a reply out of turn."""
    return rules.reaction if ask.within is None else min(rules.reaction, ask.within)


def own_steps(rules: ClockRules, seat: SeatTime, ask: Ask, timetable: Timetable | None) -> Iterator[Step]:
    """Yield the steps to the end of the time for an answer: span or timetable, vacation, settling."""
    if timetable is not None:
        least = timetable.least if ask.left is None else min(timetable.least, ask.left, SHORTEST_MOMENT)
        until = next_moment(rules, seat, timetable, ask.at, least)
        yield Step("timetable", until)
    else:
        whole = reaction_span(rules, ask) if ask.kind == "reaction" else rules.span
        until = closed_time(rules, seat).add_open(ask.at, (whole if ask.left is None else ask.left) * MINUTE)
        yield Step("reaction" if ask.kind == "reaction" else "span", until)
    for absence in absences_of(rules, seat):
        if ask.at < absence.end and absence.start < until < (back := absence.end + rules.back * MINUTE):
            until = back
            yield Step("vacation", until)
    settled = settle(rules, seat, until, timetable is None)
    if settled != until:
        yield Step("settling", settled)


def next_moment(rules: ClockRules, seat: SeatTime, timetable: Timetable, at: datetime, least: Minutes) -> datetime:
    """Return the first moment of a timetable after an instant that is open, with enough open time before it."""
    closed = closed_time(rules, seat)
    moments = moments_from(rules.zone, timetable, local_date(rules.zone, at) - DAY)
    later = (moment for moment in moments if moment > at and not closed.around(moment))
    return next(moment for moment in later if closed.open_time(at, moment) >= least * MINUTE)


def moments_from(zone: str, timetable: Timetable, day: date) -> Iterator[datetime]:
    """Yield the moments of a timetable from a date on, in order, without end. A time that does not exist is read as a
    later one, which may come after other times of the day, or after midnight."""
    found: list[datetime] = []
    while True:
        if day.isoweekday() in timetable.days:
            found = sorted([*found, *(later_reading(zone, day, clock) for clock in timetable.at)])
        day += DAY
        while found and found[0] < first_instant(zone, day):
            yield found.pop(0)


# ---- open time of a seat


def absences_of(rules: ClockRules, seat: SeatTime) -> list[Interval]:
    """List the vacations of a seat that count for this clock, in order."""
    found = (absence_interval(rules, seat, absence) for absence in seat.vacation)
    return sorted(interval for interval in found if interval.start < interval.end)


def is_away(rules: ClockRules, seat: SeatTime, at: datetime) -> bool:
    """Check whether a seat is on a vacation that stops this clock."""
    return any(absence.start <= at < absence.end for absence in absences_of(rules, seat))


def closed_time(rules: ClockRules, seat: SeatTime) -> Closed:
    """Return the time that does not count for a seat."""
    return Closed(rules.zone, rules.off, tuple(absences_of(rules, seat)))


def open_minutes(rules: ClockRules, seat: SeatTime, since: datetime, until: datetime) -> Minutes:
    """Count the whole open minutes between two instants."""
    return closed_time(rules, seat).open_time(since, until) // MINUTE


def settle(rules: ClockRules, seat: SeatTime, at: datetime, spares_nights: bool = True) -> datetime:
    """Move a deadline out of closed time and, where quiet hours count, out of the player's night and morning."""
    closed = closed_time(rules, seat)
    while True:
        inside = closed.around(at)
        if (inside is None or inside.start == at) and spares_nights and rules.quiet:
            inside = next((each for each in nights_around(seat, at, rules.morning) if each.has_inside(at)), None)
        if inside is None or inside.start == at:
            return at
        at = inside.end


def nights_around(seat: SeatTime, at: datetime, morning: Minutes = 0) -> Iterator[Interval]:
    """Yield the quiet hours of a seat about an instant, with so many minutes after them."""
    if seat.quiet is None:
        return
    start, end = seat.quiet
    today = local_date(seat.zone, at)
    for day in (today - DAY, today, today + DAY):
        last = day if start < end else day + DAY
        yield Interval(first_instant(seat.zone, day, start), later_reading(seat.zone, last, end) + morning * MINUTE)


# ---- stops, outages, banks, reminders


def time_left(rules: ClockRules, seat: SeatTime, deadline: Deadline, at: datetime) -> TimeLeft:
    """Return what a clock has left when it stops; it goes on with `Ask.left` and `SeatTime.bank`."""
    seat = as_shown(rules, seat)
    bank = max(0, seat.bank - open_minutes(rules, seat, deadline.own_until, at))
    own = -(-closed_time(rules, seat).open_time(at, deadline.own_until) // MINUTE)  # a minute that was begun counts
    if deadline.is_elapsed:
        return TimeLeft(max(0, -(-(deadline.deadline_at - at) // MINUTE)), bank, own)
    return TimeLeft(own, bank, own)


def bank_after(rules: ClockRules, seat: SeatTime, deadline: Deadline, answered_at: datetime | None) -> Minutes:
    """Return what is in a bank after a turn: less what was taken, plus the increment; nothing after a missed turn
    (None)."""
    if rules.bank is None or answered_at is None:
        return 0
    used = open_minutes(rules, as_shown(rules, seat), deadline.own_until, answered_at)
    return min(rules.bank.cap, max(0, seat.bank - used) + rules.bank.increment)


def moved(rules: ClockRules, seat: SeatTime, deadline: Deadline, by: Minutes | timedelta) -> Deadline:
    """Return a deadline after an outage or an extension by so much open time, as minutes or to the second."""
    seat = as_shown(rules, seat)
    more = by if isinstance(by, timedelta) else by * MINUTE

    def move(at: datetime) -> datetime:
        if deadline.is_elapsed:
            return at + more
        return settle(rules, seat, closed_time(rules, seat).add_open(at, more), not deadline.is_timetable)

    own_until, deadline_at = move(deadline.own_until), move(deadline.deadline_at)
    due_at = deadline_at + (deadline.due_at - deadline.deadline_at)
    steps = (*deadline.steps, Step("moved", deadline_at))
    return replace(deadline, own_until=own_until, deadline_at=deadline_at, due_at=due_at, steps=steps)


def no_sooner(rules: ClockRules, seat: SeatTime, deadline: Deadline, told: Deadline | None) -> Deadline:
    """Return the deadline of a clock that goes on, put off where a later one was `told` before it stopped: a timetable
    may have an earlier moment by now, and what was given or settled is more than what is left."""
    if told is None or (deadline.own_until >= told.own_until and deadline.deadline_at >= told.deadline_at):
        return deadline
    seat = as_shown(rules, seat)

    def put_off(at: datetime, told_at: datetime) -> datetime:
        latest = max(at, told_at)
        return latest if deadline.is_elapsed else settle(rules, seat, latest, not deadline.is_timetable)

    own_until = put_off(deadline.own_until, told.own_until)
    deadline_at = put_off(deadline.deadline_at, told.deadline_at)
    due_at = deadline_at + (told.due_at - told.deadline_at)
    if deadline.is_timetable:
        steps = (Step("timetable", own_until), *(step for step in deadline.steps if step.rule == "bank"))
    else:
        steps = (*deadline.steps, Step("moved", deadline_at))
    return replace(deadline, own_until=own_until, deadline_at=deadline_at, due_at=due_at, steps=steps, is_waived=False)


def together(deadlines: Sequence[Deadline]) -> Deadline:
    """Return the one deadline of all who are asked the same in secret: the latest, which tells nobody's night."""
    return max(deadlines, key=lambda deadline: (deadline.deadline_at, deadline.own_until))


def reminders(rules: ClockRules, seat: SeatTime, ask: Ask, deadline: Deadline) -> list[datetime]:
    """Return when a seat is reminded, in order: never in its quiet hours, but an hour before or at their end."""
    seat = as_shown(rules, seat)
    half = (deadline.deadline_at - ask.at) // 2 // MINUTE
    wanted = (half, LAST_REMINDER) if seat.remind is None else seat.remind
    found = (reminder_at(seat, ask.at, deadline.deadline_at, minutes) for minutes in wanted)
    return sorted({at for at in found if at is not None and at > ask.at})


def late_reminder(rules: ClockRules, seat: SeatTime, at: datetime, deadline: Deadline) -> datetime | None:
    """Return when a reminder goes out whose moment has passed at `at`: at once, or at the end of the night if an hour
    is left then; None if never."""
    night = next((each for each in nights_around(as_shown(rules, seat), at) if each.start <= at < each.end), None)
    if night is None:
        return at
    return night.end if night.end <= deadline.deadline_at - HOUR else None


def reminder_at(seat: SeatTime, asked_at: datetime, deadline_at: datetime, minutes: Minutes) -> datetime | None:
    """Return when a reminder goes out that is wanted so many minutes before a deadline; None if never."""
    at = deadline_at - minutes * MINUTE
    night = next((each for each in nights_around(seat, at) if each.start <= at < each.end), None)
    if night is None:
        return at
    if night.start - HOUR >= asked_at + HOUR:
        return night.start - HOUR
    return night.end if night.end <= deadline_at - HOUR else None
