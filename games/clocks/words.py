"""What people read of clocks: why a setting is refused."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.clocks.values import ClockError

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
    "off.dates": _("A day off is a date, such as 2026-12-24."),
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
    "seat.zone": _("Choose your time zone, such as Europe/Berlin."),
    "seat.quiet": _("Your quiet hours have a beginning and an end, and last at most ten hours."),
    "seat.vacation": _("A vacation ends on the day it begins, or later."),
    "seat.remind": _("A reminder comes from 0 to 20160 minutes before the deadline."),
    "seat.bank": _("A bank holds from 0 to 20160 minutes."),
}


def explain_refusal(error: ClockError) -> str:
    """Say in a sentence what would be right for a setting that was refused."""
    return str(REFUSALS[error.name])
