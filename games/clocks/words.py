"""What people read of clocks: until when an answer is awaited and why, and why a setting is refused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.clocks.absence import STOPPED
from games.clocks.calendar import MINUTE, DaysOff
from games.clocks.deadline import Deadline, as_shown, closed_time, nights_around
from games.clocks.lateness import (
    BOT,
    CARETAKER,
    END,
    IGNORED,
    PAUSE,
    STOPS,
    SUBSTITUTE,
    ClockSettings,
    LateRules,
    read_settings,
)
from games.clocks.timetables import LocalTime
from games.clocks.values import Bank, ClockError, ClockRules, Minutes, SeatTime, Timetable, read_bank, usual_clock

REFUSALS = {
    "zone": _("Choose a time zone, such as Europe/Berlin."),
    "span": _("A turn takes from 60 to 20160 minutes, or ends at the times of a timetable, but not both."),
    "timetable": _("A timetable has days, times and the least time before them."),
    "timetable.days": _("Choose at least one day of the week that is not a day off."),
    "timetable.at": _("Choose one to four times of day, from 00:00 to 23:59."),
    "timetable.least": _("The least time before the end of a turn is from 0 to 10080 minutes."),
    "off": _("Days off are days of the week, holidays and dates."),
    "off.weekdays": _("At most five days of the week can be days off."),
    "off.holidays": _("The holidays of this place are not known. Choose a country or a part of one, such as DE-BY."),
    "off.dates": _("A day off is a date, such as 2026-12-24, and a clock has at most 366 of them."),
    "quiet": _("Quiet hours are respected or not: true or false."),
    "morning": _("The morning after quiet hours takes from 0 to 240 minutes."),
    "bank": _("A bank starts with no more than its cap, which is at most 20160 minutes; a turn adds at most 1440."),
    "begun": _("A turn that was begun has from 60 to 2880 minutes."),
    "fast": _("One to ten first rounds can be fast, with 5 to 720 minutes for an answer."),
    "grace": _("The grace after a deadline is from 0 to 1440 minutes."),
    "reaction": _("A reply out of turn has from 0 to 10080 minutes."),
    "back": _("The least time after a vacation is from 0 to 2880 minutes."),
    "notice": _("The notice before a vacation is from 0 to 10080 minutes."),
    "anonymous": _("A game is anonymous or not: true or false."),
    "late": _("What follows lateness is row, total, of, first and then."),
    "late.row": _("The seat falls free after 1 to 20 turns missed in a row."),
    "late.total": _("The turns late or missed among the last ones are at least 1, and at most all of them."),
    "late.of": _("Turns late or missed are counted among the last 1 to 100."),
    "late.first": _("A player who never came loses the seat after 1 or 2 turns."),
    "late.then": _("Say what is tried, each once: substitute, caretaker, bot:NAME, pause or end."),
    "vacation": _("A vacation is told as stand_in, stops or ignored."),
    "stops": _("A vacation stops the clock for 0 to 10 days at most, from a date on, such as 2026-11-23."),
    "seat.zone": _("Choose your time zone, such as Europe/Berlin."),
    "seat.quiet": _("Your quiet hours have a beginning and an end, and last at most ten hours."),
    "seat.vacation": _("A vacation ends on the day it begins, or later."),
    "seat.remind": _("A reminder comes from 0 to 20160 minutes before the deadline."),
    "seat.bank": _("A bank holds from 0 to 20160 minutes."),
}


def explain_refusal(error: ClockError) -> str:
    """Say in a sentence what would be right for a setting that was refused."""
    return str(REFUSALS[error.name])


# ---- amounts


def format_minutes(minutes: Minutes) -> str:
    """Format a setting: "30 minutes", "24 hours", "3 days", "26 hours 30 minutes". One day is told as hours, in which
    people reckon a turn."""
    if minutes >= 2880 and minutes % 1440 == 0:
        return ngettext("%(count)s day", "%(count)s days", minutes // 1440) % {"count": minutes // 1440}
    hours, rest = divmod(minutes, 60)
    parts = [ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}] if hours else []
    if rest or not hours:
        parts.append(ngettext("%(count)s minute", "%(count)s minutes", rest) % {"count": rest})
    return " ".join(parts)


def format_bank(minutes: Minutes) -> str:
    """Format what is in a time bank, for narrow lists: "26 h 30 min"."""
    hours, rest = divmod(minutes, 60)
    words = {"hours": hours, "minutes": rest}
    return (gettext("%(hours)s h %(minutes)s min") if rest else gettext("%(hours)s h")) % words


# ---- the clock of a game

WEEKDAYS = {
    1: _("Monday"),
    2: _("Tuesday"),
    3: _("Wednesday"),
    4: _("Thursday"),
    5: _("Friday"),
    6: _("Saturday"),
    7: _("Sunday"),
}
WEEKDAYS_SHORT = {1: _("Mon"), 2: _("Tue"), 3: _("Wed"), 4: _("Thu"), 5: _("Fri"), 6: _("Sat"), 7: _("Sun")}


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of the sentence on a clock, with what joins it to the part before; `is_changed` where it is not as
    usual."""

    joint: str
    text: str
    is_changed: bool = False


def describe_clock(settings: ClockSettings) -> str:
    """Tell a clock in one sentence: "Each turn: 24 hours, plus a reserve of one day; no deadline falls into your
    night."."""
    return "".join(clause.joint + clause.text for clause in clock_clauses(settings)) + "."


def clock_clauses(settings: ClockSettings) -> list[Clause]:
    """List the parts of that sentence, those marked that are not as usual."""
    usual = set(clauses_of(read_settings(usual_clock(settings.rules.zone))))
    return [Clause(joint, text, (joint, text) not in usual) for joint, text in clauses_of(settings)]


def clauses_of(settings: ClockSettings) -> Iterator[tuple[str, str]]:
    """Yield each part of the sentence with its joint."""
    rules = settings.rules
    if rules.timetable is None:
        yield "", gettext("Each turn: %(span)s") % {"span": format_minutes(rules.span)}
    else:
        yield "", gettext("Each turn ends %(moments)s") % {"moments": tell_timetable(rules.timetable, rules.zone)}
        if rules.timetable.least:
            words = {"span": format_minutes(rules.timetable.least)}
            yield ", ", gettext("with at least %(span)s to answer") % words
    yield ", ", tell_bank(rules.bank)
    yield "; ", tell_nights(rules)
    yield from (("; ", text) for text in tell_further(settings))


def tell_bank(bank: Bank | None) -> str:
    """Tell the time bank, with how it grows where that is not as usual."""
    if bank is None:
        return gettext("with no reserve")
    usual = read_bank(usual_clock("UTC")["bank"])
    words = {"start": reserve(bank.start), "more": format_minutes(bank.increment), "most": reserve(bank.cap)}
    if (bank.increment, bank.cap) == (usual.increment, usual.cap):
        return gettext("plus a reserve of %(start)s") % words
    if bank.increment == 0:
        return gettext("plus a reserve of %(start)s that does not grow") % words
    return gettext("plus a reserve of %(start)s that grows by %(more)s a turn, up to %(most)s") % words


def reserve(minutes: Minutes) -> str:
    return gettext("one day") if minutes == 1440 else format_minutes(minutes)


def tell_nights(rules: ClockRules) -> str:
    if rules.timetable is not None:
        return gettext("those times stand, even if it is night for you")
    if rules.quiet:
        return gettext("no deadline falls into your night")
    return gettext("deadlines can fall into your night")


def tell_further(settings: ClockSettings) -> Iterator[str]:
    """Yield what a usual clock does not have."""
    rules = settings.rules
    if any(rules.off):
        yield gettext("the clock stands still on %(days)s") % {"days": tell_days_off(rules.off)}
    if rules.begun is not None:
        yield gettext("a turn that has begun must end within %(span)s") % {"span": format_minutes(rules.begun)}
    if rules.fast is not None:
        words = {"count": rules.fast.rounds, "span": format_minutes(rules.fast.span)}
        yield (
            ngettext(
                "in the first round each turn takes %(span)s at most",
                "in the first %(count)s rounds each turn takes %(span)s at most",
                rules.fast.rounds,
            )
            % words
        )
    if rules.grace:
        yield gettext("late answers count for another %(span)s") % {"span": format_minutes(rules.grace)}
    if settings.vacation == STOPS:
        yield tell_stops(settings.stops.most)
    if settings.vacation == IGNORED:
        yield gettext("the clock runs on during vacations")


def tell_pace(rules: ClockRules) -> str:
    """Tell in a few words how long a turn may take: "24 hours per turn", "turns end at 20:00 (Berlin), every day"."""
    if rules.timetable is not None:
        return gettext("turns end %(moments)s") % {"moments": tell_timetable(rules.timetable, rules.zone)}
    return gettext("%(span)s per turn") % {"span": format_minutes(rules.span)}


def tell_timetable(timetable: Timetable, zone: str) -> str:
    """Tell the moments of a timetable: "at 08:00 and 20:00 (Berlin), Monday to Friday"."""
    times = join_words([f"{each:%H:%M}" for each in timetable.at])
    words = {"times": times, "zone": city_of(zone), "days": tell_days(timetable.days)}
    return gettext("at %(times)s (%(zone)s), %(days)s") % words


def tell_local_times(times: Sequence[LocalTime]) -> str:
    """Tell the times of a timetable on a reader's own clock, and which lie in their night: "05:00 (in your quiet hours)
    and 17:00"."""
    night = gettext("%(time)s (in your quiet hours)")
    return join_words([night % {"time": f"{each.at:%H:%M}"} if each.is_night else f"{each.at:%H:%M}" for each in times])


def tell_stops(most: int) -> str:
    """Tell that a vacation stops the clock, and for how many days where that is less than usual."""
    if most >= STOPPED:
        return gettext("a vacation stops the clock")
    text = ngettext(
        "a vacation stops the clock for %(count)s day at most",
        "a vacation stops the clock for %(count)s days at most",
        most,
    )
    return text % {"count": most}


def tell_days(days: Collection[int]) -> str:
    """Tell days of the week: "every day", "every Sunday", "Monday to Friday", "Monday and Thursday"."""
    if len(days) == 7:
        return gettext("every day")
    names = [str(WEEKDAYS[day]) for day in sorted(days)]
    if len(names) == 1:
        return gettext("every %(day)s") % {"day": names[0]}
    if len(names) > 2 and max(days) - min(days) == len(days) - 1:
        return gettext("%(first)s to %(last)s") % {"first": names[0], "last": names[-1]}
    return join_words(names)


def tell_days_off(off: DaysOff) -> str:
    """Tell the days that do not count: "Saturday, Sunday and public holidays (DE-BY)"."""
    names = [str(WEEKDAYS[day]) for day in sorted(off.weekdays)]
    if off.holidays:
        names.append(gettext("public holidays (%(place)s)") % {"place": off.holidays})
    if off.dates:
        count = len(off.dates)
        dates = (
            ngettext("%(count)s more date", "%(count)s more dates", count)
            if names
            else ngettext("%(count)s date", "%(count)s dates", count)
        )
        names.append(dates % {"count": count})
    return join_words(names)


def join_words(words: list[str]) -> str:
    """Join words to a list: "Monday, Tuesday and Friday"."""
    if len(words) < 2:
        return "".join(words)
    return gettext("%(several)s and %(last)s") % {"several": ", ".join(words[:-1]), "last": words[-1]}


def city_of(zone: object) -> str:
    """Name a zone in short: "Berlin", "UTC"."""
    return str(zone).rpartition("/")[2].replace("_", " ")


def describe_lateness(late: LateRules) -> str:
    """Tell what follows when turns are missed: after how many, and what is tried then."""
    words = {"count": late.row, "then": tell_remedies(late.then)}
    if late.row == 1:
        return gettext("After a missed turn, %(then)s.") % words
    return gettext("After %(count)s missed turns in a row, %(then)s.") % words


def tell_remedies(then: tuple[str, ...]) -> str:
    """Tell what is tried when a seat falls free, the first that can be done."""
    if then[0] == PAUSE:
        waits = gettext("the game waits for up to 48 hours")
        rest = gettext("%(waits)s; then %(rest)s")
        return rest % {"waits": waits, "rest": tell_remedies(then[1:])} if len(then) > 1 else waits
    if then[:2] == (SUBSTITUTE, PAUSE):
        said = gettext("the seat is offered to substitutes, and %(waits)s")
        return said % {"waits": tell_remedies(then[1:])}
    if then[:2] == (SUBSTITUTE, CARETAKER):
        return gettext("the seat is offered to substitutes, and the caretaker plays it until one comes")
    if then[0] == END:
        return gettext("the game ends")
    if then[0] == CARETAKER:
        return gettext("the caretaker plays the seat until its player takes it back")
    if then[0].startswith(BOT):
        return gettext("a bot plays the seat until its player takes it back")
    return gettext("the seat is offered to substitutes")


# ---- a deadline


@dataclass(frozen=True, slots=True)
class Owner:
    """What only the awaited player is told of a deadline: the game's clock, their own settings, and when they were
    asked. From these it is told why the deadline is then."""

    rules: ClockRules
    seat: SeatTime
    since: datetime


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a deadline: their zone, the moment of reading, and how they read a day ("Tuesday", "Tuesday 24
    November"), given a local moment.

    `seat` names the awaited seat to others; `owner` is there where the reader is awaited. `is_shared`: several seats
    answer in secret, with one deadline from which nobody's night can be told. `is_visitor`: the zone is not theirs.
    """

    zone: tzinfo
    now: datetime
    name_day: Callable[[datetime], str]
    seat: str = ""
    owner: Owner | None = None
    is_shared: bool = False
    is_visitor: bool = False

    def moment(self, at: datetime) -> str:
        """Format a moment: "Wednesday 25 November, 09:00"."""
        local = at.astimezone(self.zone)
        return f"{self.name_day(local)}, {local:%H:%M}"

    def day_at(self, at: datetime) -> str:
        """Format the same as part of a sentence: "Tuesday at 11:00"."""
        local = at.astimezone(self.zone)
        return gettext("%(day)s at %(time)s") % {"day": self.name_day(local), "time": f"{local:%H:%M}"}


def describe(deadline: Deadline, reader: Reader) -> str:
    """Tell until when an answer is awaited, in one sentence; to the awaited player also why."""
    if is_late(deadline, reader):
        return describe_late(deadline, reader)
    if reader.is_shared:
        return gettext("Everyone has until %(until)s.") % {"until": zoned(deadline, reader)}
    if reader.owner is None:
        return describe_to_others(deadline, reader)
    if (bank := bank_in(deadline, reader.owner)) and not has_step(deadline, "begun"):
        return describe_bank(deadline, reader, bank)
    words = {"until": zoned(deadline, reader), "why": explain(deadline, reader.owner)}
    if has_step(deadline, "begun"):
        return gettext("You have begun your turn, so you have until %(until)s to finish it.") % words
    text = gettext("You have until %(until)s: %(why)s.") if words["why"] else gettext("You have until %(until)s.")
    return text % words


def adds_to_moment(deadline: Deadline, reader: Reader) -> bool:
    """Check whether the sentence tells its owner more than the bare moment, beside which it may then be left out."""
    owner = reader.owner
    if owner is None or reader.is_shared:
        return False
    if is_late(deadline, reader) or has_step(deadline, "begun"):
        return True
    return bool(bank_in(deadline, owner) or explain(deadline, owner))


def is_late(deadline: Deadline, reader: Reader) -> bool:
    """Check whether a deadline has passed while an answer still counts, in the grace after it."""
    return deadline.deadline_at <= reader.now < deadline.due_at


def zoned(deadline: Deadline, reader: Reader) -> str:
    """Format the deadline with its zone: "Wednesday, 09:00 (Berlin)", to others "Wednesday, 09:00 your time"."""
    words = {"moment": reader.moment(deadline.deadline_at), "zone": city_of(reader.zone)}
    if reader.owner is not None or reader.is_visitor:
        return gettext("%(moment)s (%(zone)s)") % words
    return gettext("%(moment)s your time") % words


def describe_to_others(deadline: Deadline, reader: Reader) -> str:
    """Tell a deadline to those who are not awaited: nothing of nights, days off or absences of who is."""
    words = {"seat": reader.seat, "until": zoned(deadline, reader)}
    if has_step(deadline, "bank"):
        return gettext("%(seat)s has until %(until)s, with the time bank.") % words
    return gettext("%(seat)s has until %(until)s.") % words


def describe_late(deadline: Deadline, reader: Reader) -> str:
    """Tell a deadline in the grace after it: who is awaited is late."""
    due = deadline.due_at.astimezone(reader.zone)
    words = {"until": zoned(deadline, reader), "due": f"{due:%H:%M}", "seat": reader.seat}
    if reader.is_shared:
        return gettext("Everyone had until %(until)s, but an answer still counts until %(due)s.") % words
    if reader.owner is None:
        return gettext("%(seat)s is late: the time ended on %(until)s, but an answer counts until %(due)s.") % words
    return gettext("You had until %(until)s, but an answer still counts until %(due)s.") % words


def describe_bank(deadline: Deadline, reader: Reader, bank: Minutes) -> str:
    """Tell where the time bank begins, what is in it, and until when it runs."""
    assert reader.owner is not None
    words = {
        "own": reader.day_at(deadline.own_until),
        "until": reader.day_at(deadline.deadline_at),
        "bank": format_minutes(bank),
        "why": explain(deadline, reader.owner),
    }
    if reader.now >= deadline.own_until:
        return gettext("Your own time ended on %(own)s; your bank now runs, until %(until)s.") % words
    if words["why"]:
        return (
            gettext("Your own time ends on %(own)s (%(why)s); then your bank of %(bank)s runs, until %(until)s.")
            % words
        )
    return gettext("Your own time ends on %(own)s; then your bank of %(bank)s runs, until %(until)s.") % words


def has_step(deadline: Deadline, rule: str) -> bool:
    """Check whether a rule applied to a deadline."""
    return any(step.rule == rule for step in deadline.steps)


def bank_in(deadline: Deadline, owner: Owner) -> Minutes:
    """Return the minutes of the bank that a deadline includes; 0 for none."""
    return owner.seat.bank if has_step(deadline, "bank") else 0


STEPS = {
    "fast": _("a fast round"),
    "span": _("the time for a turn"),
    "timetable": _("the next time in the timetable"),
    "reaction": _("the time for a reply"),
    "vacation": _("the least time after a vacation"),
    "settling": _("not in the player’s night or on a day off"),
    "bank": _("the time bank"),
    "begun": _("the limit of a turn that has begun"),
    "moved": _("moved by more time or an outage"),
    "grace": _("the extra time before the player is skipped"),
}
"""What each rule gives, for organizers."""


def tell_steps(deadline: Deadline) -> list[tuple[str, datetime]]:
    """List the rules from which a deadline came, in order, each with the moment that it gave."""
    steps = [(str(STEPS[step.rule]), step.at) for step in deadline.steps]
    if steps and deadline.due_at != deadline.deadline_at:
        steps.append((str(STEPS["grace"]), deadline.due_at))
    return steps


# ---- why a deadline is then


def explain(deadline: Deadline, owner: Owner) -> str:
    """Tell the awaited player why their own time ends when it does; empty where there is nothing to tell."""
    steps = {step.rule: step.at for step in deadline.steps}
    if "moved" in steps:
        return gettext("you were given more time")
    if "fast" in steps:
        return gettext("the first rounds are fast")
    if "vacation" in steps:
        return gettext("you need time when you are back from your vacation")
    if "settling" in steps:
        return explain_settling(before_settling(deadline), deadline.own_until, owner)
    if "timetable" in steps:
        return gettext("turns in this game end at set times")
    if not skips_days(deadline, owner):
        return ""
    return gettext("days off do not count") if any(owner.rules.off) else gettext("days of your vacation do not count")


def before_settling(deadline: Deadline) -> datetime:
    """Return the moment that was settled."""
    rules = [step.rule for step in deadline.steps]
    return deadline.steps[max(0, rules.index("settling") - 1)].at


def explain_settling(at: datetime, settled: datetime, owner: Owner) -> str:
    """Tell why a moment was settled: for a night, perhaps one before closed time. Empty where the player's settings
    have changed since."""
    rules, seat = owner.rules, as_shown(owner.rules, owner.seat)
    words = {"span": span_words(at, owner)}
    if next(closed_time(rules, seat).between(at, settled), None) is not None:
        return gettext("%(span)s at night, and the days after it do not count") % words
    if any(night.has_inside(at) for night in nights_around(seat, at)):
        return gettext("%(span)s at night, so the morning counts") % words
    if any(night.has_inside(at) for night in nights_around(seat, at, rules.morning)):
        return gettext("%(span)s early in the morning, so the whole morning counts") % words
    return ""


def span_words(at: datetime, owner: Owner) -> str:
    """Begin the sentence on what ends at a moment: "your 24 hours end", or "your time ends" for what was left of it."""
    minutes = (at - owner.since) // MINUTE
    if minutes in (owner.rules.span, owner.rules.reaction):
        return gettext("your %(span)s end") % {"span": format_minutes(minutes)}
    return gettext("your time ends")


def skips_days(deadline: Deadline, owner: Owner) -> bool:
    """Check whether days off or a vacation lie in the time for an answer."""
    closed = closed_time(owner.rules, as_shown(owner.rules, owner.seat))
    if not any(closed.off) and not closed.absences:
        return False
    return next(closed.between(owner.since, deadline.own_until), None) is not None
