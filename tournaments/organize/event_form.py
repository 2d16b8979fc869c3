"""The form for an event: its kind with its numbers, rules and clock of its games, points, limits."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from django import forms
from django.contrib.auth.models import Group
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from common.form_fields import Choices
from common.lazy_text import LazyText
from games.errors import LobbyError
from games.lobby.new_game_clock import ClockForm
from games.lobby.new_game_fields import rule_choices
from games.lobby.new_game_form import FIRST_RULES, REPLY_HOURS
from games.models import Game
from games.permissions import GROUP
from tournaments.documents import Document, Json
from tournaments.models import Tournament
from tournaments.models.events import MOST_CHECK_IN, MOST_VACATION, usual_points
from tournaments.organize.clock_fields import show_clock
from tournaments.organize.kinds import KINDS, Kind, kind_of, numbers_of
from tournaments.organize.points import read_points, show_points, show_row
from tournaments.services.creating import MOST_DAYS, MOST_ENTRANTS, Conditions, EventSettings, check_settings

if TYPE_CHECKING:
    from django.http import QueryDict

SIZES = (2, 3, 4, 5, 6)
BY_HAND = "hand"
DRAFTS: Choices = [
    ("0", _("at once")),
    ("12", _("12 hours after the draw")),
    ("24", _("a day after the draw")),
    ("48", _("2 days after the draw")),
    (BY_HAND, _("when an organizer publishes them")),
]
SHARES: Choices = [(0, _("nothing")), (20, _("a third")), (30, _("half"))]
TIES: Choices = [
    ("", _("none")),
    ("wins", _("tables won")),
    ("seconds", _("second places")),
    ("opponents", _("opponents’ points")),
    ("direct", _("direct meetings")),
    ("land", _("territories at adjudicated tables")),
]
LOT = "lot"
CONDITIONS = ("least_rating", "most_rating", "least_share", "most_running", "needs_address", "invited_only")
KEPT = ("leaver_share", "check_in_hours", "late_entry", "seeding", "vacation_days")
TIE_FIELDS = tuple(f"tie_{number}" for number in range(1, 6))
NUMBERS: Mapping[str, tuple[LazyText, int, int]] = {
    "rounds": (_("Rounds"), 1, 366),
    "advance": (_("Players of a table who go on"), 1, 3),
    "games": (_("Games of each pod"), 1, 12),
    "cut": (_("Players who go on to the knock-out"), 2, 64),
    "division": (_("Players of a division: 7 or 13"), 7, 13),
    "at_once": (_("Games at once"), 1, 4),
}
"""The numbers of kinds: what each asks for, its least and its most."""


def whole(
    label: LazyText, least: int, most: int, initial: int | None = None, help_text: str | LazyText = ""
) -> forms.IntegerField:
    """Build the field of a whole number that may be left empty."""
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, initial=initial, required=False, help_text=help_text
    )


def row_field(size: int) -> forms.CharField:
    """Build the field of what the places at a table of this size pay."""
    label = _("At a table of %d") % size if size > 2 else _("At a table of two")
    row = usual_points()["rows"]
    assert isinstance(row, dict) and isinstance(row[str(size)], list)
    return forms.CharField(label=label, max_length=40, initial=show_row(list(row[str(size)])), required=False)  # type: ignore[arg-type]


class EventForm(ClockForm):
    """An event. Numbers of kinds that are not chosen are left alone; what is empty is as usual."""

    title = forms.CharField(label=_("Name of the tournament"), max_length=60)
    about = forms.CharField(
        label=_("About it"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    kind = forms.ChoiceField(
        label=_("Format"),
        choices=lambda: [(kind.name, kind.title) for kind in KINDS],
        initial="swiss",
        error_messages={"required": _("Choose a format."), "invalid_choice": _("Choose a format.")},
    )
    seats = forms.TypedChoiceField(
        label=_("Players at a table"), coerce=int, choices=[(size, str(size)) for size in SIZES], initial=4
    )
    least = whole(_("At least"), 2, 6)
    most = whole(_("At most"), 2, 6)
    rules = forms.ChoiceField(label=_("Rules"), choices=rule_choices, initial=FIRST_RULES)
    watch = forms.ChoiceField(
        label=_("Who may watch the games"), choices=Game.Watch.choices, initial=Game.Watch.ANYONE, required=False
    )
    reaction_hours = forms.IntegerField(
        label=_("Hours to reply out of turn"), initial=REPLY_HOURS, min_value=0, max_value=48, required=False
    )
    least_entrants = whole(_("At least"), 2, MOST_ENTRANTS, 12)
    most_entrants = whole(_("At most, then people wait"), 2, MOST_ENTRANTS, 64)
    entry_ends_at = forms.DateTimeField(
        label=_("Sign-up closes"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("In your time zone. Leave it empty to close it by hand."),
        error_messages={"invalid": _("Write the moment like 2027-02-28 20:00.")},
    )
    last_round = whole(_("Last round of a game"), 1, 200, help_text=_("Then the players still in are ranked."))
    round_days = whole(_("Days a game may last"), 1, MOST_DAYS, help_text=_("Then it ends as it stands."))
    draft = forms.ChoiceField(label=_("Draws become public"), choices=DRAFTS, initial="0", required=False)
    leavers = forms.ChoiceField(
        label=_("When a player leaves a game"), choices=Tournament.Leavers.choices, initial="substitute", required=False
    )
    leaver_share = forms.TypedChoiceField(
        label=_("A player who leaves keeps of the points"), choices=SHARES, coerce=int, initial=0, required=False
    )
    check_in_hours = whole(
        _("Hours of check-in"), 0, MOST_CHECK_IN, 0, help_text=_("0 for none. Who does not check in loses the place.")
    )
    late_entry = whole(_("Last round that late players may enter"), 0, 99, 0, help_text=_("In a Swiss. 0 for none."))
    seeding = forms.ChoiceField(label=_("Seeding"), choices=Tournament.Seeding.choices, required=False)
    vacations = forms.ChoiceField(label=_("Vacation"), choices=Tournament.Vacations.choices, required=False)
    vacation_days = whole(_("Days of vacation in a round"), 0, MOST_VACATION, 0)
    least_rating = whole(_("Least rating"), 0, 4000)
    most_rating = whole(_("Highest rating"), 0, 4000)
    least_share = whole(_("Turns in time, of 100"), 0, 100)
    most_running = whole(_("Running games at most"), 0, 500)
    needs_address = forms.BooleanField(label=_("Mail reaches them"), required=False)
    invited_only = forms.BooleanField(label=_("Only people who are invited"), required=False)
    club = forms.ModelChoiceField(
        label=_("Only members of a club"),
        queryset=Group.objects.exclude(name=GROUP).order_by("name"),  # who organizes does not play
        required=False,
        empty_label=_("none"),
    )
    teams = forms.BooleanField(label=_("Played by teams"), required=False)
    count = whole(
        _("Members of a team who count"), 1, 50, help_text=_("The best so many of each round. Leave it empty for all.")
    )
    bye = forms.CharField(label=_("For a bye"), max_length=6, initial="5", required=False)

    def __init__(
        self, posted: QueryDict | None = None, *, zone: str = "UTC", initial: dict[str, object] | None = None
    ) -> None:
        super().__init__(posted, zone=zone, initial=initial)
        for name, (label, low, high) in NUMBERS.items():
            self.fields[name] = whole(label, low, high, self.chosen_kind.numbers.get(name))
        for size in SIZES:
            self.fields[f"row_{size}"] = row_field(size)
        for name, usual in zip(TIE_FIELDS, ("wins", "seconds", "opponents", "direct", "land"), strict=True):
            self.fields[name] = forms.ChoiceField(choices=TIES, initial=usual, required=False)
        if self.is_bound:
            self.take_numbers()
            self.fill_in()

    def take_numbers(self) -> None:
        """Set the numbers that were left as they stood for another kind to what is usual for the chosen one."""
        before, kind = KINDS.get(self.data.get("numbers_of", "")), self.chosen_kind
        if before is None or before == kind:
            return
        for name in NUMBERS:
            if self.data.get(name, "") in ("", str(before.numbers.get(name))):
                self.data[name] = str(kind.numbers.get(name, ""))

    def sent_fields(self) -> dict[str, object]:
        """Return what was sent, to keep it as a template; a moment is of no use there."""
        lists = {"days", "off_days"}
        names = set(self.fields) - {"entry_ends_at"}
        return {name: self.data.getlist(name) if name in lists else self.data[name] for name in names & set(self.data)}

    def fill_in(self) -> None:
        """Take what was not sent as usual."""
        for name, field in self.fields.items():
            if name not in self.data and name not in ClockForm.base_fields and field.initial is not None:
                self.data[name] = str(field.initial)

    @cached_property
    def chosen_kind(self) -> Kind:
        """The kind that is chosen so far; the first for an unknown one."""
        chosen = self.data.get("kind") if self.is_bound else self.initial.get("kind")
        return KINDS.get(str(chosen or "")) or next(iter(KINDS))

    def number_fields(self) -> list[tuple[str, forms.BoundField]]:
        """List the fields of the numbers of all kinds, each with its name."""
        return [(name, self[name]) for name in NUMBERS]

    def row_fields(self) -> list[forms.BoundField]:
        return [self[f"row_{size}"] for size in SIZES]

    def tie_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in TIE_FIELDS]

    # ---- reading it

    def clean(self) -> dict[str, object]:
        """Read points, and ask the services about everything together."""
        data = super().clean() or self.cleaned_data
        for name in [*(f"row_{size}" for size in SIZES), "bye"]:
            self.read_units(name)
        self.check_clock()
        if not self.errors:
            try:
                check_settings(self.settings())
            except LobbyError as exc:
                self.add_error(None, exc.message)
        return data

    def read_units(self, name: str) -> None:
        """Replace the text of a field by the units it says."""
        text = str(self.chosen(name)) if name in self.cleaned_data else ""
        try:
            self.cleaned_data[name] = read_points(text)
        except ValueError as exc:
            word = gettext("“%(word)s” is no number of points. Write them like 10 6½ 3 1.")
            self.add_error(name, word % {"word": engine.clipped(str(exc))})

    def settings(self) -> EventSettings:
        """Return the settings that were chosen. Raises KeyError where a field is wrong."""
        data = self.cleaned_data
        kind = KINDS.get(data["kind"]) or self.chosen_kind
        numbers = {name: data[name] or usual for name, usual in kind.numbers.items()}
        with_teams = kind.with_teams or data["teams"]
        count = {"count": data["count"]} if with_teams and data["count"] else {}
        games: dict[str, Json] = {"clock": self.clock(self.zone), "watch": data["watch"] or Game.Watch.ANYONE}  # type: ignore[dict-item]
        if data["last_round"]:
            games["last_round"] = data["last_round"]
        return EventSettings(
            title=data["title"],
            about=data["about"],
            rules=data["rules"],
            stages=[{**form, **count} for form in kind.stages(numbers)],
            with_teams=with_teams,
            tables=self.sizes(),
            games=games,
            points={"rows": {str(size): data[f"row_{size}"] for size in SIZES}, "bye": sum(data["bye"])},
            tie_breaks=[*dict.fromkeys(data[name] for name in TIE_FIELDS if data[name]), LOT],
            least_entrants=data["least_entrants"] or 2,
            most_entrants=data["most_entrants"] or MOST_ENTRANTS,
            entry_ends_at=data["entry_ends_at"],
            round_days=data["round_days"],
            draft_hours=None if data["draft"] == BY_HAND else int(data["draft"] or 0),
            leavers=data["leavers"] or Tournament.Leavers.SUBSTITUTE,
            check_in_hours=data["check_in_hours"] or 0,
            late_entry=data["late_entry"] or 0,
            seeding=data["seeding"] or Tournament.Seeding.RATING,
            vacation=data["vacations"] or Tournament.Vacations.ALLOWED,
            vacation_days=data["vacation_days"] or 0,
            conditions=Conditions(**{name: data[name] for name in CONDITIONS}, club=data["club"]),
            leaver_share=data["leaver_share"] or 0,
        )

    def sizes(self) -> dict[str, Json]:
        """Return the sizes of tables: what is not said is one less and one more, within what the rules allow."""
        data = self.cleaned_data
        least, most = engine.ruleset(data["rules"]).seats
        wanted = data["seats"]
        return {
            "preferred": wanted,
            "least": data["least"] or max(2, min(wanted, max(wanted - 1, least))),
            "most": data["most"] or min(6, max(wanted, min(wanted + 1, most))),
        }


def show_settings(settings: EventSettings) -> dict[str, object]:
    """Return what the fields of a form say for these settings."""
    stages = list(settings.stages)
    kind = kind_of(stages, settings.with_teams)
    clock, ties = settings.games.get("clock"), [name for name in settings.tie_breaks if name != LOT]
    return {
        "title": settings.title,
        "about": settings.about,
        "kind": kind.name,
        "rules": settings.rules,
        "seats": settings.tables["preferred"],
        "least": settings.tables["least"],
        "most": settings.tables["most"],
        "watch": settings.games.get("watch", Game.Watch.ANYONE),
        "last_round": settings.games.get("last_round"),
        "round_days": settings.round_days,
        "draft": BY_HAND if settings.draft_hours is None else str(settings.draft_hours),
        "leavers": settings.leavers,
        "vacations": settings.vacation,
        "teams": settings.with_teams,
        **{name: getattr(settings, name) for name in KEPT},
        **{name: getattr(settings.conditions, name) for name in CONDITIONS},
        "club": settings.conditions.club.pk if settings.conditions.club else None,
        "least_entrants": settings.least_entrants,
        "most_entrants": settings.most_entrants,
        "entry_ends_at": local(settings.entry_ends_at),
        **numbers_of(stages),
        **show_points_of(settings.points),
        **dict(zip(TIE_FIELDS, [*ties, *[""] * len(TIE_FIELDS)], strict=False)),
        **(show_clock(clock) if isinstance(clock, dict) else {}),
    }


def show_points_of(points: Document) -> dict[str, object]:
    rows, bye = points["rows"], points["bye"]
    assert isinstance(rows, dict) and isinstance(bye, int)
    shown = {f"row_{size}": show_row(list(row)) for size, row in rows.items() if isinstance(row, list)}  # type: ignore[arg-type]
    return {**shown, "bye": show_points(bye)}


def local(at: datetime | None) -> datetime | None:
    return timezone.localtime(at) if at else None
