"""Read and check the form for a new table: what is played, by whom, how fast.

Rule sets, switches, overlays and boards are read off the engine's registry, and whether they go together is asked of
the same check as that of the API (`games.services.table_settings.resolve_options`).
"""

from __future__ import annotations

from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING

from django import forms
from django.core.validators import validate_email
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from common.form_fields import choice_field
from engine.bots import bots
from games.errors import LobbyError
from games.families.parts import parts_of
from games.lobby.forms import NoteField, WordField, bot_choices
from games.lobby.new_game_clock import ClockForm, span_field
from games.lobby.new_game_fields import (
    MOST_SEATS,
    REACTION_CHOICES,
    SETUP_ORDERS,
    board_choices,
    field_name,
    overlay_choices,
    rule_choices,
    seat_choices,
    seat_choices_of,
    switch_field,
    usual_value,
)
from games.lobby.new_game_rows import RowsOfOption
from games.lobby.new_game_summary import SeatSummary, TableDraft
from games.models import Colour, Game
from games.models.press_time import ALWAYS, BETWEEN, FROM_ROUND, QUIET_WINDOWS
from games.services.table_settings import TableSettings, resolve_options, with_usual_setup

if TYPE_CHECKING:
    from django.http import QueryDict

INVITED_AT_ONCE = 6
JOIN_CHOICES = [
    ("", _("people I invite, or anyone if I invite nobody")),
    ("on", _("anyone")),
    ("off", _("only people I invite")),
]
"""Who may take a free seat: games with invitations are closed unless their creator opens them."""

PRESS_CHOICES = [("", _("as usual: to everyone only among two, else in private too")), *Game.Press.choices]
PRESS_TIMES = [
    (ALWAYS, _("always")),
    (BETWEEN, _("not to or from the player whose turn it is")),
    (QUIET_WINDOWS, _("what is sent while others answer in secret arrives afterwards")),
    *((f"{FROM_ROUND} {first}", _("from round %(round)s") % {"round": first}) for first in (2, 3, 5)),
]
"""When players may write to each other (`games.models.press_time`)."""

RATED_CHOICES = [("", _("no")), ("on", _("yes"))]

SEATS = 4
"""People at a table where nothing else is said."""

QUICK_BOTS = ("recruit",) * 3
"""Who plays against somebody who wants to play at once."""

REPLY_HOURS = 12
"""The usual time for replies out of turn."""

FIRST_RULES = "modern"
"""What is chosen before anybody chooses."""


def share_choices() -> list[tuple[str, str]]:
    """List what a game may ask of the reliability of people who join."""
    words = gettext("%(share)s of 100 turns in time")
    return [("", gettext("none")), *((str(share), words % {"share": share}) for share in (70, 80, 90))]


def typed_people(text: str) -> list[str]:
    """Split a text into addresses and names, one a line or separated by commas."""
    lines = text.replace(",", "\n").splitlines()
    return [line.strip() for line in lines if line.strip()]


def read_number(value: object, digits: int) -> int | None:
    """Read what was typed or chosen as a number of at most so many digits; None for anything else."""
    text = str(value or "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def reply_field(rules: str) -> forms.IntegerField:
    """Build the field of the time for replies out of turn, within the bounds of the rules."""
    least, most = bounds = parts_of(rules).new_game.reply_hours
    choices = [(hours, label) for hours, label in REACTION_CHOICES if least <= hours <= most]
    field = span_field(_("Reply time when it isn’t your turn"), bounds, REPLY_HOURS, choices)
    if not least:
        field.help_text = _(
            "How long the game waits for players who want to be asked, such as whether to answer an invasion with a "
            "card. With standing orders only, it asks nobody and never waits."
        )
    return field


class NewGameForm(ClockForm):
    """A new table. The switches of the chosen rule set are fields named `<rules>-<switch>`; bots are `bots-<name>`,
    how many of each kind. Two people who choose a game that has a preset for two play that one."""

    name = forms.CharField(label=_("Name of the game"), max_length=60, min_length=1)
    rules = forms.ChoiceField(label=_("Rules"), choices=rule_choices, widget=forms.RadioSelect)
    overlays = forms.MultipleChoiceField(label=_("Variations for experts"), choices=overlay_choices, required=False)
    map = forms.ChoiceField(label=_("Board"), choices=board_choices, required=False, widget=forms.RadioSelect)
    seats_wanted = forms.TypedChoiceField(label=_("Players"), coerce=int, choices=seat_choices, initial=SEATS)
    colour = forms.ChoiceField(label=_("Your colour"), choices=Colour.choices, initial=Colour.RED, required=False)
    reaction_hours = forms.IntegerField(initial=REPLY_HOURS)
    public = forms.ChoiceField(label=_("Who may join"), choices=JOIN_CHOICES, required=False, initial="")
    least_share = forms.TypedChoiceField(
        label=_("Reliability asked for"),
        choices=share_choices,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Of the last turns of whoever joins, so many were in time. Newcomers count as nine in ten."),
    )
    rated = forms.ChoiceField(
        label=_("Rated"),
        choices=RATED_CHOICES,
        required=False,
        initial="",
        help_text=_(
            "The result changes the ratings of everyone who plays. Only games that anyone may join can be rated."
        ),
    )
    press = forms.ChoiceField(label=_("Messages"), choices=PRESS_CHOICES, required=False, initial="")
    names = forms.ChoiceField(label=_("Names"), choices=Game.Names.choices, required=False, initial=Game.Names.NAMED)
    grey = forms.ChoiceField(
        label=_("Unsigned messages"),
        choices=RATED_CHOICES,
        required=False,
        initial="",
        help_text=_("A message to everyone may go without its sender. Moderators can see who wrote a reported one."),
    )
    press_when = forms.ChoiceField(
        label=_("When players may write"), choices=PRESS_TIMES, required=False, initial=ALWAYS
    )
    press_after = forms.ChoiceField(
        label=_("Messages after the end"),
        choices=Game.PressAfter.choices,
        required=False,
        initial=Game.PressAfter.PLAYERS,
    )
    mail_proof = forms.ChoiceField(
        label=_("Proof for orders by email"),
        choices=RATED_CHOICES,
        required=False,
        initial="",
        help_text=_(
            "Orders by email are played only if the email is proved to come from the player’s own address. Otherwise "
            "the player gets a link to confirm them."
        ),
    )
    watch = forms.ChoiceField(
        label=_("Who may watch"),
        choices=Game.Watch.choices,
        initial=Game.Watch.ANYONE,
        help_text=_("Only a listed game stands on the front page, under Public games and on its players’ pages."),
    )
    word = WordField()
    invite = forms.CharField(
        label=_("Email addresses or player names, one per line"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    note = NoteField()

    def __init__(
        self, posted: QueryDict | None = None, *, zone: str = "UTC", initial: dict[str, object] | None = None
    ) -> None:
        super().__init__(posted, zone=zone, initial=initial)
        self.add_switches()
        for option in self.lists:
            option.add_fields()
        choice_field(self, "seats_wanted").choices = seat_choices_of(self.played, self.seats)
        self.fields["reaction_hours"] = reply_field(self.played.id)
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
        """Add the fields of the chosen rules' switches, as usual where other rules were on the page that was sent."""
        usual = {switch.name: usual_value(self.played, switch) for switch in self.played.switches}
        for switch in self.played.switches:
            name = field_name(self.played.id, switch.name)
            self.fields[name] = switch_field(switch, usual[switch.name])
            if self.is_bound and name not in self.data:
                self.data[name] = str(usual[switch.name])

    # ---- what is chosen, valid or not

    @cached_property
    def seats(self) -> int:
        """People at the table as far as can be read."""
        seats = read_number(self["seats_wanted"].value(), 2)
        return SEATS if seats is None else seats

    @cached_property
    def played(self) -> engine.RuleSet:
        """What is played by so many people who choose these rules; the first game of all for unknown rules."""
        known = engine.rulesets()
        chosen = known.get(str(self["rules"].value())) or next(iter(known.values()))
        return engine.preset_for_player_count(chosen, self.seats)

    @property
    def chosen_overlays(self) -> list[str]:
        return list(self["overlays"].value() or ())

    def switch_fields(self) -> list[forms.BoundField]:
        """Return the fields of the chosen rules' switches."""
        return [self[field_name(self.played.id, switch.name)] for switch in self.played.switches]

    @cached_property
    def lists(self) -> list[RowsOfOption]:
        """Options of the chosen rules that are lists of things which the creator makes up."""
        return [RowsOfOption(self, self.played.id, option) for option in parts_of(self.played.id).new_game.lists]

    def bot_fields(self) -> list[forms.BoundField]:
        """Return a field for each bot that can sit at the table."""
        return [self[f"bots-{name}"] for name, _title in bot_choices()]

    @property
    def named(self) -> list[str]:
        """Addresses and names that were typed, good or not."""
        return typed_people(str(self["invite"].value() or ""))

    @property
    def is_public(self) -> bool:
        """Whether anybody may take a free seat, as far as can be read."""
        access = str(self["public"].value() or "")
        return access == "on" or (not access and not self.named)

    def chosen_options(self) -> dict[str, object]:
        """Return the switches that differ from their usual value, without those of overlays, and what was made up."""
        chosen: dict[str, object] = {}
        for switch in self.played.switches:
            usual = usual_value(self.played, switch)
            name = field_name(self.played.id, switch.name)
            value = getattr(self, "cleaned_data", {}).get(name, usual)
            if value != usual and (value is not None or switch.choices):
                chosen[switch.name] = value
        return chosen | {rows.option.name: items for rows in self.lists if (items := rows.items())}

    @property
    def draft(self) -> TableDraft:
        """What is chosen so far, as far as it can be read and goes together."""
        bots = sum(read_number(field.value(), 2) or 0 for field in self.bot_fields())
        invited = min(len(self.named), INVITED_AT_ONCE)
        board = str(self["map"].value() or "")
        return TableDraft(
            rules=self.played,
            options=self.usable_options(),
            setup_orders=str(self.chosen_options().get(SETUP_ORDERS, "")),
            board=board if board in engine.boards_for(self.played) else "",
            seats=SeatSummary(self.seats, min(bots, self.seats - 1), self.is_public, invited),
            clock=self.clock_so_far(),
        )

    def known_overlays(self) -> list[engine.Overlay]:
        """Return the overlays chosen so far that the rules' family has."""
        known = {overlay.id: overlay for overlay in engine.overlays_of_family(self.played)}
        return [known[id] for id in self.chosen_overlays if id in known]

    def usable_options(self) -> dict[str, object]:
        """Return the switches chosen so far with those of the overlays, as far as they go together."""
        overlays = [overlay.id for overlay in self.known_overlays()]
        try:
            return engine.with_switches(self.played, overlays, self.chosen_options())
        except engine.IllegalAction:
            return self.chosen_options()

    # ---- checks

    def clean(self) -> dict[str, object]:
        """Ask the rules about what was chosen, and hold the bots against the seats."""
        data = super().clean() or {}
        seats = data.get("seats_wanted")
        for rows in self.lists:
            rows.check()
        if seats and data.get("rules"):
            self.check_rules(seats, data.get("map") or "")
        self.check_clock()
        if seats and len(self.chosen_bots()) >= seats:
            self.add_error(None, _("The bots leave no seat for you. Choose fewer bots, or more seats."))
        return data

    def check_rules(self, seats: int, board: str) -> None:
        """Ask the rules whether they can be played as chosen."""
        try:
            overlays = self.cleaned_data.get("overlays", ())
            resolve_options(self.played.id, self.chosen_options(), overlays, seats, board)
        except LobbyError as refusal:
            self.add_error(self.field_of(refusal), refusal.message)

    def field_of(self, refusal: LobbyError) -> str:
        """Return the field beside which a refusal is shown: its switch or its row if that is on the page, else the
        overlay that sets it, the seats, the board, or the rules themselves."""
        found = refusal.params.get("switches", ())
        switches = [str(name) for name in found] if isinstance(found, list | tuple) else []
        names = [field_name(self.played.id, name) for name in switches]
        if refusal.code == "game.seats":
            return "seats_wanted"
        for rows in self.lists:
            if rows.option.name in switches:
                return rows.field_at(refusal.params.get("row"))
        if "map" in refusal.params:
            return "map"
        if refusal.code == "game.overlays" or self.set_by_overlay(switches):
            return "overlays"
        return next((name for name in names if name in self.fields), "rules")

    def set_by_overlay(self, switches: list[str]) -> bool:
        """Check whether one of these switches is as an overlay sets it, not as it was chosen by itself."""
        own = self.chosen_options()
        return any(
            name in overlay.changes and name not in own for name in switches for overlay in self.known_overlays()
        )

    def clean_invite(self) -> str:
        """Refuse what cannot be an address before the game is created."""
        text: str = self.cleaned_data["invite"]
        for whom in typed_people(text):
            if "@" in whom.removeprefix("@"):
                try:
                    validate_email(whom)
                except forms.ValidationError:
                    raise forms.ValidationError(_("%(address)s is not an email address.") % {"address": whom}) from None
        return text

    def preview(self) -> None:
        """Check only what is played: people are not told of what they have not come to yet. A time that other rules
        have becomes the usual one."""
        switches = {field_name(self.played.id, switch.name) for switch in self.played.switches}
        kept = {"rules", "overlays", "map", "seats_wanted", *switches}
        for name in [name for name in self.errors if name not in kept]:
            del self.errors[name]
        hours = self.fields["reaction_hours"]
        if read_number(self["reaction_hours"].value(), 4) not in dict(hours.widget.choices):
            self.data["reaction_hours"] = str(hours.initial)
            self.cleaned_data["reaction_hours"] = hours.initial

    @classmethod
    def against_bots(cls, data: QueryDict, name: str) -> NewGameForm:
        """Make what was sent a game that begins at once: against three bots, by the rules that are chosen, Modern where
        a page offers no choice."""
        wish = data.copy()
        wish.setdefault("rules", FIRST_RULES)
        for key, field in cls.base_fields.items():
            if field.initial is not None and not isinstance(field.initial, list):
                wish.setdefault(key, str(field.initial))
        wish["name"] = str(data.get("name", "")).strip() or name
        wish["seats_wanted"], wish["public"], wish["invite"] = str(len(QUICK_BOTS) + 1), "off", ""
        for bot, _title in bot_choices():
            wish[f"bots-{bot}"] = str(QUICK_BOTS.count(bot))
        return cls(wish)

    # ---- what comes of it

    def chosen_bots(self) -> list[str]:
        """Return names of bots, one for each seat they take."""
        return [name for name, _title in bot_choices() for _n in range(self.cleaned_data.get(f"bots-{name}") or 0)]

    def invited(self) -> list[str]:
        """Return the addresses and names to invite, at most INVITED_AT_ONCE."""
        return typed_people(self.cleaned_data["invite"])[:INVITED_AT_ONCE]

    def settings(self, zone: str) -> TableSettings:
        """Return the settings of the table to open, for a creator in this zone. A field of the form has the name of the
        setting it chooses."""
        clock = self.clock(zone)
        names = [field.name for field in fields(TableSettings) if field.name in self.cleaned_data]
        chosen: engine.Facts = {name: self.cleaned_data[name] for name in names} | {
            "rules": self.played.id,
            "options": with_usual_setup(self.played.id, self.chosen_options(), clock.get("span")),
            "clock": clock,
            "bots": self.chosen_bots(),
            "public": self.is_public,
            "rated": bool(self.cleaned_data["rated"]),
            "names": self.cleaned_data["names"] or Game.Names.NAMED,
            "grey": bool(self.cleaned_data["grey"]),
            "mail_proof": bool(self.cleaned_data["mail_proof"]),
            "press_when": self.cleaned_data["press_when"] or ALWAYS,
            "press_after": self.cleaned_data["press_after"] or Game.PressAfter.PLAYERS,
        }
        return TableSettings(**chosen)
