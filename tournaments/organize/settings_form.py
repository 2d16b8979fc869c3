"""The form of an event that is there already: what stays as it is once entry is open, and what was not touched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.lobby.new_game_clock import ClockForm
from games.models.upkeep import LONGEST_REASON
from tournaments.documents import Json
from tournaments.models import Tournament
from tournaments.organize.event_form import NUMBERS, SIZES, TIE_FIELDS, EventForm, show_settings
from tournaments.services.changing import CHANGEABLE, FIXED
from tournaments.services.creating import EventSettings

FIXED_FIELDS = (*(f"row_{size}" for size in SIZES), "bye", *TIE_FIELDS, "leaver_share")
"""The fields of settings in `FIXED`."""

OF_GAMES = ("clock", "watch", "last_round")
"""Settings of games that the form knows; others are kept."""


class SettingsForm(EventForm):
    """The settings of an event. Formats and clocks that the form cannot show in full stay as they are unless their
    fields change."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": gettext_lazy("Give a reason. Everybody who entered reads it.")},
    )

    def __init__(self, posted: QueryDict | None = None, *, event: Tournament, zone: str = "UTC") -> None:
        self.event, self.before = event, EventSettings.of(event)
        shown = show_settings(self.before)
        super().__init__(posted, zone=zone_of(self.before, zone), initial=shown)
        if self.is_open:
            for name in FIXED_FIELDS:
                self.fields[name].disabled = True
            self.fields["reason"].required = True
            self.fields["reason"].help_text = _("Everybody who entered reads it. It stands in the audit log.")

    @property
    def is_open(self) -> bool:
        return self.event.status == Tournament.Status.ENTRY

    def fill_in(self) -> None:
        """Take what was not sent as it is now. What is fixed does not count as sent."""
        for name in FIXED_FIELDS if self.is_open else ():
            self.data.pop(name, None)
        for name, field in self.fields.items():
            value = self.initial.get(name, field.initial)
            if name in self.data or value is None or isinstance(value, bool):
                continue
            self.data.setlist(name, [str(each) for each in (value if isinstance(value, list) else [value])])
        super().fill_in()

    def read_units(self, name: str) -> None:
        """Read points, but those that are fixed: they may be less than halves."""
        if not self.is_open:
            super().read_units(name)

    def settings(self) -> EventSettings:
        """Return the settings that were chosen. Raises KeyError where a field is wrong."""
        if self.is_open:
            for name in (*(f"row_{size}" for size in SIZES), "bye"):
                self.cleaned_data[name] = [0]
        made, kept = super().settings(), ("work", "simulated", *(FIXED if self.is_open else ()))
        if in_minutes(made.entry_ends_at) == in_minutes(self.before.entry_ends_at):
            kept = (*kept, "entry_ends_at")  # the field shows no seconds
        made = replace(made, games=self.keep_games(made.games), **{name: getattr(self.before, name) for name in kept})
        if set(self.changed_data) & {"kind", "teams", "count", *NUMBERS}:
            return made
        return replace(made, stages=self.before.stages, with_teams=self.before.with_teams)

    def keep_games(self, made: dict[str, Json]) -> dict[str, Json]:
        """Return the settings of games, with those that the form does not know."""
        if not set(self.changed_data) & set(ClockForm.base_fields):
            made = {name: value for name, value in made.items() if name != "clock"}
            made |= {"clock": self.before.games["clock"]} if "clock" in self.before.games else {}
        return {name: value for name, value in self.before.games.items() if name not in OF_GAMES} | made


def in_minutes(at: datetime | None) -> datetime | None:
    return at.replace(second=0, microsecond=0) if at else None


def zone_of(settings: EventSettings, usual: str) -> str:
    """Return the time zone in which the games of an event reckon."""
    clock = settings.games.get("clock")
    return str(clock.get("zone") or usual) if isinstance(clock, dict) else usual


def tell_bounds(event: Tournament) -> Iterator[str]:
    """Tell what of an event may still change, and who is told."""
    if event.status == Tournament.Status.DRAFT:
        yield _("Nobody sees this tournament yet, so everything can change.")
    elif event.status in CHANGEABLE:
        count = event.entrants.exclude(user=None).count()
        yield _("Points, tie-breaks and what a leaver keeps are fixed, because sign-up is open.")
        yield _("Everything else can change until sign-up closes. Nobody who entered loses their place by it.")
        text = ngettext(
            "%(count)s player has entered and gets an email if dates, seats, format, rules or clock change.",
            "%(count)s players have entered and get an email if dates, seats, format, rules or clock change.",
            count,
        )
        yield text % {"count": count}
    else:
        yield _("Sign-up is over, so the settings of this tournament no longer change.")
        yield _("Results, points, draws and who plays can be mended under “Repairs and log”.")
