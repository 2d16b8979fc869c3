"""The form for a new table: what is played, by whom, how fast.

Rule sets, switches, overlays and boards are read off the engine's registry, and whether they go together is asked of
the same check as that of the API (`games.services.table_settings.resolve_options`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

import engine
from engine.bots import bots
from games.errors import LobbyError
from games.lobby.forms import WordField, bot_choices
from games.lobby.new_game_fields import (
    GRACE_CHOICES,
    MOST_SEATS,
    REACTION_CHOICES,
    SETUP_ORDERS,
    TURN_CHOICES,
    board_choices,
    field_name,
    overlay_choices,
    rule_choices,
    seat_choices,
    switch_field,
    usual_value,
)
from games.lobby.new_game_summary import Company, Length, length_of, pace
from games.models import Colour, Game
from games.models.game import GRACE_MINUTES, REACTION_HOURS, TURN_HOURS
from games.services.table_settings import TableSettings, resolve_options, with_usual_setup
from games.wording.rules import RulesSummary, opening_of, summarize_rules

INVITED_AT_ONCE = 6
DOORS = [
    ("", _("people I invite, or anyone if I invite nobody")),
    ("on", _("anyone")),
    ("off", _("only people I invite")),
]
"""Who may take a free seat: games with invitations are closed unless their creator opens them."""

SEATS = 4
"""People at a table where nothing else is said."""


@dataclass(frozen=True)
class Card:
    """One rule set to choose. `played` is what so many people play under its name, `fits` whether they can, `span`
    about how long that takes."""

    main: engine.RuleSet
    played: engine.RuleSet
    seats: tuple[int, int]
    fits: bool
    span: str = ""

    @property
    def opening(self) -> str:
        return opening_of(self.played)


@dataclass(frozen=True)
class Variation:
    """One overlay to tick. `why_not` says why it does not go with the chosen rules; empty if it does."""

    overlay: engine.Overlay
    on: bool
    why_not: str


@dataclass(frozen=True)
class Wrong:
    """One line of what was refused, with the id of the part of the page where it can be changed; empty for none."""

    field: str
    label: str
    text: str


QUICK_BOTS = ("recruit",) * 3
FIRST_RULES = "modern"
"""What is chosen before anybody chooses."""
"""Who plays against somebody who wants to play at once."""

PLACES = {"rules": "what", "overlays": "variations", "map": "boards", "colour": "colours", "seats_wanted": "what"}
"""Fields without a single control to lead to."""


def people_of(text: str) -> list[str]:
    """Addresses and names, one a line or parted by commas."""
    lines = text.replace(",", "\n").splitlines()
    return [line.strip() for line in lines if line.strip()]


class GameForm(forms.Form):
    """A new table. The switches of the chosen rule set are fields named `<rules>-<switch>`; bots are `bots-<name>`,
    how many of each kind. Two people who choose a game that has a preset for two play that one."""

    name = forms.CharField(label=_("Name of the game"), max_length=60, min_length=1)
    rules = forms.ChoiceField(label=_("Rules"), choices=rule_choices, widget=forms.RadioSelect)
    overlays = forms.MultipleChoiceField(label=_("Variations for experts"), choices=overlay_choices, required=False)
    map = forms.ChoiceField(label=_("Board"), choices=board_choices, required=False, widget=forms.RadioSelect)
    seats_wanted = forms.TypedChoiceField(label=_("Players"), coerce=int, choices=seat_choices, initial=SEATS)
    colour = forms.ChoiceField(label=_("Your colour"), choices=Colour.choices, initial=Colour.RED, required=False)
    turn_hours = forms.IntegerField(
        label=_("Time per turn"),
        min_value=TURN_HOURS[0],
        max_value=TURN_HOURS[1],
        initial=72,
        widget=forms.Select(choices=TURN_CHOICES),
    )
    reaction_hours = forms.IntegerField(
        label=_("Reply time when it isn’t your turn"),
        min_value=REACTION_HOURS[0],
        max_value=REACTION_HOURS[1],
        initial=24,
        widget=forms.Select(choices=REACTION_CHOICES),
    )
    grace_minutes = forms.IntegerField(
        label=_("Extra time after a deadline"),
        min_value=GRACE_MINUTES[0],
        max_value=GRACE_MINUTES[1],
        initial=0,
        required=False,
        widget=forms.Select(choices=GRACE_CHOICES),
    )
    late_policy = forms.ChoiceField(label=_("When time runs out"), choices=Game.Late.choices, initial=Game.Late.PASS)
    public = forms.ChoiceField(label=_("Who may join"), choices=DOORS, required=False, initial="")
    watch = forms.ChoiceField(label=_("Who may watch"), choices=Game.Watch.choices, initial=Game.Watch.ANYONE)
    word = WordField()
    invite = forms.CharField(
        label=_("Email addresses or player names, one per line"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_switches()
        for name, title in bot_choices():
            self.fields[f"bots-{name}"] = forms.IntegerField(
                label=title,
                help_text=bots()[name].summary,
                min_value=0,
                max_value=MOST_SEATS - 1,
                required=False,
                initial=0,
            )

    def add_switches(self) -> None:
        """The fields of the chosen rules' switches; as usual where other rules were on the page that was sent."""
        usual = {switch.name: usual_value(self.played, switch) for switch in self.played.switches}
        if self.is_bound:
            self.data = self.data.copy()  # type: ignore[attr-defined]
        for switch in self.played.switches:
            name = field_name(self.played.id, switch.name)
            self.fields[name] = switch_field(switch, usual[switch.name])
            if self.is_bound and name not in self.data:
                self.data[name] = str(usual[switch.name])  # type: ignore[index]

    # ---- what is chosen, valid or not

    @cached_property
    def seats(self) -> int:
        """People at the table as far as can be read."""
        text = str(self["seats_wanted"].value() or "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else SEATS

    @cached_property
    def played(self) -> engine.RuleSet:
        """What is played by so many people who choose these rules; the first game of all for unknown rules."""
        known = engine.rulesets()
        chosen = known.get(str(self["rules"].value())) or next(iter(known.values()))
        return engine.for_seats(chosen, self.seats)

    @property
    def chosen_overlays(self) -> list[str]:
        return list(self["overlays"].value() or ())

    # ---- checks

    def clean(self) -> dict[str, Any]:
        """Ask the rules about what was chosen, and hold the bots against the seats."""
        data = super().clean() or {}
        seats = data.get("seats_wanted")
        if seats and data.get("rules"):
            self.ask_the_rules(seats, data.get("map") or "")
        if seats and len(self.chosen_bots()) >= seats:
            self.add_error(None, _("The bots leave no seat for you. Choose fewer bots, or more seats."))
        return data

    def ask_the_rules(self, seats: int, board: str) -> None:
        try:
            overlays = self.cleaned_data.get("overlays", ())
            resolve_options(self.played.id, self.chosen_options(), overlays, seats, board)
        except LobbyError as refusal:
            self.add_error(self.place_of(refusal), refusal.message)

    def place_of(self, refusal: LobbyError) -> str:
        """The field beside which a refusal is shown: its switch if that is on the page, else the overlay that sets it,
        the seats, the board, or the rules themselves."""
        switches = [str(name) for name in list(refusal.params.get("switches", ()))]  # type: ignore[call-overload]
        fields = [field_name(self.played.id, name) for name in switches]
        if refusal.code == "game.seats":
            return "seats_wanted"
        if "map" in refusal.params:
            return "map"
        if refusal.code == "game.overlays" or self.set_by_overlay(switches):
            return "overlays"
        return next((name for name in fields if name in self.fields), "rules")

    def set_by_overlay(self, switches: list[str]) -> bool:
        """Whether one of these switches is as an overlay wants it, not as it was chosen by itself."""
        own = self.chosen_options()
        on = [row.changes for row in engine.overlays_of_family(self.played) if row.id in self.chosen_overlays]
        return any(name in changes and name not in own for name in switches for changes in on)

    def clean_invite(self) -> str:
        """Refuse what cannot be an address before the game is created."""
        text: str = self.cleaned_data["invite"]
        for whom in people_of(text):
            if "@" in whom.removeprefix("@"):
                try:
                    validate_email(whom)
                except forms.ValidationError:
                    raise forms.ValidationError(_("%(address)s is not an email address.") % {"address": whom}) from None
        return text

    def look(self) -> None:
        """Check only what is played: nobody is told of what they have not come to yet."""
        switches = {field_name(self.played.id, switch.name) for switch in self.played.switches}
        kept = {"rules", "overlays", "map", "seats_wanted", *switches}
        for name in [name for name in self.errors if name not in kept]:
            del self.errors[name]

    @classmethod
    def against_bots(cls, data: Any, name: str) -> GameForm:
        """What was sent as a game that begins at once: against three bots, by the rules that are chosen, Modern where
        a page offers no choice."""
        wish = data.copy()
        wish.setdefault("rules", FIRST_RULES)
        for key, field in cls.base_fields.items():
            if field.initial is not None:
                wish.setdefault(key, str(field.initial))
        wish["name"] = str(data.get("name", "")).strip() or name
        wish["seats_wanted"], wish["public"], wish["invite"] = str(len(QUICK_BOTS) + 1), "off", ""
        for bot, _title in bot_choices():
            wish[f"bots-{bot}"] = str(QUICK_BOTS.count(bot))
        return cls(wish)

    # ---- what is unfolded: where something is wrong or was changed

    @property
    def clocks_open(self) -> bool:
        return any(self[name].errors for name in ("late_policy", "reaction_hours", "grace_minutes"))

    @property
    def company_open(self) -> bool:
        return bool(self["invite"].value()) or any(self[name].errors for name in ("invite", "public", "watch"))

    @property
    def bots_open(self) -> bool:
        return any(field.errors or str(field.value() or 0) != "0" for field in self.bot_fields())

    @property
    def tuning_open(self) -> bool:
        changed = any(field.errors or str(field.value()) != str(field.initial) for field in self.switches())
        return bool(changed or self.chosen_overlays or self["overlays"].errors or self["map"].value())

    @property
    def is_public(self) -> bool:
        """Whether anybody may take a free seat, as far as can be read."""
        door = str(self["public"].value() or "")
        return door == "on" or (not door and not people_of(str(self["invite"].value() or "")))

    # ---- what comes of it

    def chosen_bots(self) -> list[str]:
        """Names of bots, one for each seat they take."""
        return [name for name, _title in bot_choices() for _n in range(self.cleaned_data.get(f"bots-{name}") or 0)]

    def chosen_options(self) -> dict[str, Any]:
        """The switches that differ from their usual value, without those of overlays."""
        chosen: dict[str, Any] = {}
        for switch in self.played.switches:
            usual = usual_value(self.played, switch)
            name = field_name(self.played.id, switch.name)
            value = getattr(self, "cleaned_data", {}).get(name, usual)
            if value != usual and (value is not None or switch.choices):
                chosen[switch.name] = value
        return chosen

    def invited(self) -> list[str]:
        """Addresses and names to invite, at most INVITED_AT_ONCE."""
        return people_of(self.cleaned_data["invite"])[:INVITED_AT_ONCE]

    def settings(self) -> TableSettings:
        """The table that is opened. Fields of the form are called as the settings they choose."""
        names = [field.name for field in fields(TableSettings) if field.name in self.cleaned_data]
        chosen = {name: self.cleaned_data[name] for name in names} | {
            "rules": self.played.id,
            "options": with_usual_setup(self.played.id, self.chosen_options(), self.cleaned_data["turn_hours"]),
            "bots": self.chosen_bots(),
            "public": self.is_public,
            "grace_minutes": self.cleaned_data["grace_minutes"] or 0,
        }
        return TableSettings(**chosen)

    # ---- for the page

    def cards(self) -> Iterator[Card]:
        """One for each rule set; games for two stand behind the game of which they are one."""
        for main in engine.main_games():
            played = engine.for_seats(main, self.seats)
            two = 2 if main.for_two else main.seats[0]
            fits = played.seats[0] <= self.seats <= played.seats[1]
            yield Card(main, played, (two, main.seats[1]), fits, self.span_of(played) if fits else "")

    def span_of(self, played: engine.RuleSet) -> str:
        """About how long a game of these rules takes, as they are in the book."""
        length = length_of(played, with_usual_setup(played.id, {}, self.hours), "", self.company, self.hours)
        return length.span if length else ""

    @property
    def main(self) -> str:
        """Id of the card that is chosen."""
        return engine.main_game(self.played).id

    def refusals(self) -> Iterator[Wrong]:
        """Everything that is wrong, for the top of the page."""
        for name, errors in self.errors.items():
            own = name != NON_FIELD_ERRORS
            place = PLACES.get(name, str(self[name].id_for_label)) if own else ""
            yield from (Wrong(place, str(self[name].label) if own else "", str(text)) for text in errors)

    def differences(self) -> tuple[engine.Difference, ...]:
        return engine.differences(self.played)

    def switches(self) -> list[forms.BoundField]:
        return [self[field_name(self.played.id, switch.name)] for switch in self.played.switches]

    def variations(self) -> Iterator[Variation]:
        """Every overlay of the family, with the reason where the chosen rules do not take it."""
        usable = self.played.seats[0] <= self.seats <= self.played.seats[1]
        for overlay in engine.overlays_of_family(self.played):
            why_not = why_not_on(self.played, overlay, self.seats) if usable else ""
            yield Variation(overlay, overlay.id in self.chosen_overlays, why_not)

    def boards(self) -> list[tuple[str, str]]:
        """The boards on which the chosen rules can be played, under their titles."""
        fit = ("", *engine.boards(self.played))
        return [(board, title) for board, title in board_choices() if board in fit]

    def carried(self) -> list[tuple[str, str]]:
        """Switches of other rule sets that were changed before these were chosen: they are kept on the page."""
        kept = []
        for rules in engine.rulesets().values():
            for switch in rules.switches if rules is not self.played else ():
                value = self.data.get(field_name(rules.id, switch.name), "")
                if value not in ("", str(getattr(rules.options, switch.name))):
                    kept.append((field_name(rules.id, switch.name), value[:40]))
        return kept

    def in_words(self) -> RulesSummary:
        """What is chosen so far, as far as it is valid."""
        return summarize_rules(self.played, self.usable_switches(), self.usable_board())

    def usable_switches(self) -> dict[str, Any]:
        """The switches chosen so far with those of the overlays, as far as they go together."""
        known = [overlay.id for overlay in engine.overlays_of_family(self.played)]
        overlays = [id for id in self.chosen_overlays if id in known]
        try:
            return engine.with_switches(self.played, overlays, self.chosen_options())
        except engine.IllegalAction:
            return self.chosen_options()

    def usable_board(self) -> str:
        """The board chosen so far; empty for the rules' own, and for one that they are not played on."""
        board = str(self["map"].value() or "")
        return board if board in engine.boards(self.played) else ""

    @cached_property
    def company(self) -> Company:
        """Who sits at the table as far as can be read."""
        counts = [str(field.value() or "") for field in self.bot_fields()]
        bots = sum(int(text) for text in counts if text.isascii() and text.isdigit() and len(text) < 3)
        invited = len(people_of(str(self["invite"].value() or ""))[:INVITED_AT_ONCE])
        return Company(self.seats, min(bots, self.seats - 1), self.is_public, invited)

    def pace(self) -> str:
        return pace(self["turn_hours"].value())

    @property
    def hours(self) -> int:
        """The time for a turn as far as can be read."""
        text = str(self["turn_hours"].value() or "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else TURN_HOURS[1]

    def length(self) -> Length | None:
        """About how long the game takes as it is chosen so far."""
        said = {name: value for name, value in self.chosen_options().items() if name == SETUP_ORDERS}
        switches = with_usual_setup(self.played.id, self.usable_switches() | said, self.hours)
        return length_of(self.played, switches, self.usable_board(), self.company, self.hours)

    def bot_fields(self) -> list[forms.BoundField]:
        return [self[f"bots-{name}"] for name, _title in bot_choices()]


def why_not_on(rules: engine.RuleSet, overlay: engine.Overlay, seats: int) -> str:
    """Why an overlay does not go on rules as they are, in the words of their own check; empty if it does."""
    try:
        resolve_options(rules.id, {}, [overlay.id], seats)
    except LobbyError as refusal:
        return refusal.message
    return ""
