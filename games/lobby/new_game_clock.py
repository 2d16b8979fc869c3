"""Let people choose the clock of a new game: presets, the fields behind "Other deadlines", and what comes of them.

Fields hold what people reckon in, hours for most; the clock is in minutes. A setting that breaks a bound is refused by
`games.clocks`, in its words, at the field that chooses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from holidays import country_holidays, list_supported_countries
from holidays.registry import COUNTRIES

from common.form_fields import Choices, choice_field
from common.lazy_text import LazyText
from engine import Facts
from engine.bots import opponents
from games.clocks.lateness import (
    BOT,
    CARETAKER,
    END,
    IGNORED,
    PAUSE,
    STAND_IN,
    STOPS,
    SUBSTITUTE,
    ClockSettings,
    read_settings,
)
from games.clocks.values import ClockError, Minutes, usual_clock
from games.clocks.words import WEEKDAYS_SHORT, explain_refusal
from games.lobby.new_game_fields import GRACE_CHOICES, HOURS, TURN_CHOICES
from games.models.game import GRACE_MINUTES, TURN_HOURS

SPAN, TIMETABLE = "span", "timetable"
ON, OFF = "on", "off"
DAYS = [(str(number), name) for number, name in WEEKDAYS_SHORT.items()]
BEGUN_CHOICES = [("", _("none")), (1, _("1 hour")), (2, _("2 hours")), *HOURS[1:5]]
VACATION_CHOICES = [
    (STAND_IN, _("somebody stands in for them")),
    (STOPS, _("their clock stops")),
    (IGNORED, _("the clock runs on")),
]

FIELD_OF = {
    "span": "turn_hours",
    "timetable": "times",
    "timetable.days": "days",
    "timetable.at": "times",
    "timetable.least": "least_hours",
    "off": "off_days",
    "off.weekdays": "off_days",
    "off.holidays": "holidays_of",
    "off.dates": "off_dates",
    "bank": "bank_start",
    "begun": "begun_hours",
    "fast": "fast_rounds",
    "grace": "grace_minutes",
    "reaction": "reaction_hours",
    "late.row": "late_row",
    "late.first": "late_first",
    "late.then": "late_then",
    "vacation": "vacation",
}
"""The field that chooses each setting of a clock."""


def span_field(
    label: LazyText, bounds: tuple[int, int], initial: int, choices: Choices, *, required: bool = True
) -> forms.IntegerField:
    """Build the field of a time: a list of usual ones, any number within bounds by other ways."""
    least, most = bounds
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        required=required,
        widget=forms.Select(choices=choices),
    )


def count_field(label: LazyText, initial: int, help_text: str | LazyText = "") -> forms.IntegerField:
    """Build the field of a number whose bounds the clock knows."""
    return forms.IntegerField(label=label, initial=initial, required=False, min_value=0, help_text=help_text)


def late_choices() -> Choices:
    """List what can follow when a player has missed too many turns."""
    bots = [(f"{BOT}{name}", _("the bot “%s” plays the seat") % bot.title) for name, bot in opponents().items()]
    return [
        (f"{SUBSTITUTE},{CARETAKER}", _("the seat is offered to substitutes; the caretaker plays until then")),
        (
            f"{SUBSTITUTE},{PAUSE},{CARETAKER}",
            _("the seat is offered, and the game waits up to 48 hours; then the caretaker plays"),
        ),
        (f"{PAUSE},{CARETAKER}", _("the game waits up to 48 hours; then the caretaker plays")),
        (CARETAKER, _("the caretaker plays the seat")),
        *bots,
        (END, _("the game ends")),
    ]


# ---- holidays


@cache
def holiday_choices() -> Choices:
    """List the countries whose holidays are known, by name."""
    known = list_supported_countries(include_aliases=False)
    named = ((names[1], country_name(key)) for key, names in COUNTRIES.items() if names[1] in known)
    return (("", _("none")), *sorted(named, key=lambda each: each[1]))


def country_name(key: str) -> str:
    """Write the name of a country: "Bosnia and Herzegovina"."""
    return " ".join(word if word in ("and", "of", "the", "da") else word.capitalize() for word in key.split("_"))


@cache
def region_choices(country: str) -> Choices:
    """List the parts of a country that have holidays of their own; only the whole of it where none is known."""
    parts = list_supported_countries(include_aliases=False).get(country, [])
    names = {code: name for name, code in aliases_of(country).items()} if parts else {}
    named = sorted(((part, names.get(part, part)) for part in parts), key=lambda each: each[1])
    return (("", _("the whole country")), *named)


def aliases_of(country: str) -> Mapping[str, str]:
    """Return the names of the parts of a country, each with its code."""
    return getattr(country_holidays(country), "subdivisions_aliases", {}) or {}


# ---- presets


@dataclass(frozen=True)
class Preset:
    """A clock to start from: its names, and the fields that are not as usual."""

    name: str
    title: LazyText
    hint: LazyText
    fields: Mapping[str, str | int | list[str] | None]


PRESETS = (
    Preset(
        "evening",
        _("Fast evening"),
        _("10 minutes"),
        {
            "fast_rounds": 10,
            "fast_minutes": 10,
            "turn_hours": 1,
            "quiet": OFF,
            "bank_start": 0,
            "bank_more": 0,
            "bank_most": 0,
        },
    ),
    Preset("day", _("A day"), _("24 hours"), {}),
    Preset("relaxed", _("Relaxed"), _("3 days"), {"turn_hours": 72}),
    Preset(
        "office",
        _("Office hours"),
        _("weekdays, 20:00"),
        {"ends": TIMETABLE, "days": ["1", "2", "3", "4", "5"], "times": "20:00", "off_days": ["6", "7"]},
    ),
    Preset("sundays", _("Sundays"), _("once a week"), {"ends": TIMETABLE, "days": ["7"], "times": "20:00"}),
)


class ClockForm(forms.Form):
    """The part of the form for a new game that chooses its clock, for a creator in `zone`. A field that was not sent is
    as usual."""

    data: QueryDict  # a copy of what was sent

    turn_hours = span_field(_("Time per turn"), TURN_HOURS, 24, TURN_CHOICES)
    ends = forms.ChoiceField(
        label=_("A turn ends"),
        choices=[(SPAN, _("after the time per turn")), (TIMETABLE, _("on a timetable"))],
        initial=SPAN,
        required=False,
    )
    days = forms.MultipleChoiceField(
        label=_("On these days"), choices=DAYS, required=False, initial=[str(day) for day in range(1, 8)]
    )
    times = forms.CharField(
        label=_("At"),
        required=False,
        initial="20:00",
        max_length=60,
        help_text=_("One to four times of day, in your time zone: 08:00, 20:00"),
    )
    least_hours = count_field(
        _("Hours to answer, at least"), 12, _("A turn that begins later gets the next time in the timetable.")
    )
    off_days = forms.MultipleChoiceField(label=_("Days off"), choices=DAYS, required=False)
    holidays_of = forms.ChoiceField(label=_("Public holidays off"), choices=holiday_choices, required=False)
    region = forms.ChoiceField(label=_("Part of the country"), required=False)
    off_dates = forms.CharField(
        label=_("More dates off"), required=False, max_length=400, help_text=_("For example: 2026-12-24, 2026-12-31")
    )
    quiet = forms.ChoiceField(
        label=_("Quiet hours"),
        choices=[(ON, _("no deadline falls into a player’s night")), (OFF, _("deadlines can fall into the night"))],
        initial=ON,
        required=False,
    )
    bank_start = count_field(_("Hours at the start"), 24)
    bank_more = count_field(_("Hours more each turn"), 2)
    bank_most = count_field(_("Hours at most"), 48, _("0 for no bank"))
    begun_hours = forms.TypedChoiceField(
        label=_("Time limit once a turn has begun"), choices=BEGUN_CHOICES, coerce=int, empty_value=None, required=False
    )
    fast_rounds = count_field(_("Fast first rounds"), 0, _("Rounds played in one sitting, 0 to 10"))
    fast_minutes = count_field(_("Minutes per turn in them"), 30)
    grace_minutes = span_field(_("Extra time after a deadline"), GRACE_MINUTES, 0, GRACE_CHOICES, required=False)
    late_row = count_field(_("Turns missed in a row"), 2)
    late_first = forms.TypedChoiceField(
        label=_("A player who never came loses the seat"),
        choices=[(1, _("after the first missed turn")), (2, _("after two missed turns"))],
        coerce=int,
        initial=1,
        required=False,
    )
    late_then = forms.ChoiceField(label=_("Then"), choices=late_choices, required=False)
    vacation = forms.ChoiceField(
        label=_("When a player is on vacation"), choices=VACATION_CHOICES, initial=STAND_IN, required=False
    )

    def __init__(
        self, posted: QueryDict | None = None, *, zone: str = "UTC", initial: dict[str, object] | None = None
    ) -> None:
        super().__init__(None if posted is None else posted.copy(), initial=initial)
        self.zone = zone
        if self.is_bound:
            self.take_preset()
        region = choice_field(self, "region")
        region.choices = region_choices(str(self["holidays_of"].value() or ""))
        if self.is_bound and self.data.get("region") not in dict(region.choices):
            self.data["region"] = ""

    def take_preset(self) -> None:
        """Set the fields of the clock to those of the preset whose button was pressed."""
        chosen = next((preset for preset in PRESETS if preset.name == self.data.get("preset")), None)
        if chosen is None:
            return
        for name, field in ClockForm.base_fields.items():
            value = chosen.fields.get(name, field.initial)
            listed = value if isinstance(value, list) else []
            one = "" if value is None else str(value)
            self.data.setlist(name, listed if isinstance(field, forms.MultipleChoiceField) else [one])

    def chosen(self, name: str) -> Any:
        """Return what was chosen in a field; the usual where it was not sent. Raises KeyError if it is wrong."""
        value = self.cleaned_data[name]
        is_missing = name not in self.data and not isinstance(value, list)
        return self.fields[name].initial if is_missing or value == "" else value

    def clock(self, zone: str) -> Facts:
        """Return the clock that was chosen, for a creator in this zone. Raises KeyError where a field is wrong."""
        hours = self.chosen("turn_hours")
        clock = usual_clock(zone) | {
            "span": hours * 60,
            "quiet": self.chosen("quiet") == ON,
            "reaction": self.chosen("reaction_hours") * 60,
            "grace": self.chosen("grace_minutes") or 0,
            "vacation": self.chosen("vacation"),
            "late": self.late_rules(),
        }
        if self.chosen("ends") == TIMETABLE:
            del clock["span"]
            clock["timetable"] = {
                "days": sorted(map(int, self.chosen("days"))),
                "at": split_list(self.chosen("times")),
                "least": self.minutes("least_hours"),
            }
        clock["bank"] = self.bank()
        return {key: value for key, value in (clock | dict(self.further_rules())).items() if value not in (None, {})}

    def further_rules(self) -> Iterator[tuple[str, object]]:
        """Yield the settings that a clock may do without, empty where they are not wanted."""
        place = "-".join(filter(None, (self.chosen("holidays_of"), self.cleaned_data["region"])))
        off = {
            "weekdays": sorted(map(int, self.chosen("off_days"))),
            "holidays": place,
            "dates": split_list(self.chosen("off_dates") or ""),
        }
        yield "off", {key: value for key, value in off.items() if value}
        yield "begun", hours * 60 if (hours := self.chosen("begun_hours")) else None
        rounds = self.chosen("fast_rounds") or 0
        yield "fast", {"rounds": rounds, "span": self.chosen("fast_minutes") or 0} if rounds else {}

    def bank(self) -> dict[str, Minutes] | None:
        """Return the time bank; None for none."""
        names = {"start": "bank_start", "increment": "bank_more", "cap": "bank_most"}
        bank = {key: self.minutes(name) for key, name in names.items()}
        return bank if any(bank.values()) else None

    def minutes(self, name: str) -> Minutes:
        return (self.chosen(name) or 0) * 60

    def late_rules(self) -> Facts:
        """Return what follows lateness."""
        clock: Facts = usual_clock(self.zone)
        usual: Facts = clock["late"]
        then = (self.chosen("late_then") or ",".join(usual["then"])).split(",")
        late = {"row": self.chosen("late_row") or 0, "then": then}
        first = self.chosen("late_first") or usual["first"]
        late |= {"first": first} if first != usual["first"] else {}
        return usual if late.items() <= usual.items() else late

    def clock_so_far(self) -> ClockSettings | None:
        """Read the clock as far as it is chosen; None where it cannot be had so."""
        if not self.is_bound:
            return read_settings(usual_clock(self.zone))
        if not hasattr(self, "cleaned_data"):
            self.full_clean()
        try:
            return read_settings(self.clock(self.zone))
        except (KeyError, ClockError):
            return None

    def check_clock(self) -> None:
        """Hold the clock against its bounds, and name what would be right at the field that breaks one."""
        try:
            read_settings(self.clock(self.zone))
        except KeyError:
            return  # which its own field has refused already
        except ClockError as error:
            self.add_error(FIELD_OF.get(error.name), explain_refusal(error))


def split_list(text: str) -> list[str]:
    """Split a text at commas, semicolons and spaces."""
    return [each for each in re.split(r"[\s,;]+", text) if each]
