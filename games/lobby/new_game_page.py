"""Show the form for a new table: cards of rules, variations, boards, what is unfolded, and what was refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django import forms
from django.conf import settings
from django.core.exceptions import NON_FIELD_ERRORS

import engine
from common.form_fields import Choices
from games.errors import LobbyError
from games.families.parts import parts_of
from games.lobby.new_game_clock import PRESETS, ClockForm, Preset
from games.lobby.new_game_fields import board_choices, field_name
from games.lobby.new_game_form import FIRST_RULES, NewGameForm
from games.lobby.new_game_rows import row_field_names, typed
from games.lobby.new_game_summary import NewGameSummary, length_of
from games.services.table_settings import resolve_options, with_usual_setup
from games.wording.rules import opening_of

ANCHORS = {"rules": "what", "overlays": "variations", "map": "boards", "colour": "colours", "seats_wanted": "what"}
"""Ids of parts of the page, for fields without a single control to lead to."""

PRESS_FIELDS = ("press", "names", "grey", "press_when", "press_after")
"""What a game chooses of messages between its players."""

LONGEST_CARRIED = 40
"""Letters of a hidden switch that are sent back."""


@dataclass(frozen=True)
class RulesCard:
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

    @property
    def suits_newcomers(self) -> bool:
        return self.main.id == FIRST_RULES


@dataclass(frozen=True)
class OverlayRow:
    """One overlay to tick. `why_not` says why it does not go with the chosen rules; empty if it does."""

    overlay: engine.Overlay
    on: bool
    why_not: str


@dataclass(frozen=True)
class RefusalLine:
    """One line of what was refused, with the id of the part of the page where it can be changed; empty for none."""

    anchor: str
    label: str
    text: str


@dataclass(frozen=True)
class NewGamePage:
    """What the page of a new table shows besides the fields of its form."""

    form: NewGameForm

    @cached_property
    def summary(self) -> NewGameSummary:
        return NewGameSummary(self.form.draft)

    @property
    def main(self) -> str:
        """Id of the card that is chosen."""
        return engine.base_preset(self.form.played).id

    def cards(self) -> Iterator[RulesCard]:
        """Yield a card for each rule set, the game for newcomers first; games for two stand behind the game of which
        they are one."""
        seats = self.form.seats
        for main in sorted(engine.base_presets(), key=lambda rules: rules.id != FIRST_RULES):
            played = engine.preset_for_player_count(main, seats)
            two = 2 if main.for_two else main.seats[0]
            fits = played.seats[0] <= seats <= played.seats[1]
            yield RulesCard(main, played, (two, main.seats[1]), fits, self.span_of(played) if fits else "")

    def span_of(self, played: engine.RuleSet) -> str:
        """Estimate how long a game of these rules takes, as they are in the book."""
        draft = self.summary.draft
        switches = with_usual_setup(played.id, {}, draft.plans_by)
        length = length_of(played, switches, "", draft.seats, draft.longest_turn)
        return length.span if length else ""

    def differences(self) -> tuple[engine.OptionDifference, ...]:
        return engine.compare_presets(self.form.played)

    def overlays(self) -> Iterator[OverlayRow]:
        """Yield every overlay of the family, with the reason where the chosen rules do not take it."""
        played, seats = self.form.played, self.form.seats
        usable = played.seats[0] <= seats <= played.seats[1]
        for overlay in engine.overlays_of_family(played):
            why_not = why_not_on(played, overlay, seats) if usable else ""
            yield OverlayRow(overlay, overlay.id in self.form.chosen_overlays, why_not)

    def boards(self) -> Choices:
        """Return the boards on which the chosen rules can be played, under their titles."""
        fit = ("", *engine.boards_for(self.form.played))
        return [(board, title) for board, title in board_choices() if board in fit]

    def carried(self) -> list[tuple[str, str]]:
        """Return switches and rows of other rule sets that were changed before these were chosen, to be kept on the
        page."""
        others = (rules for rules in engine.rulesets().values() if rules is not self.form.played)
        found = ((name, usual, self.form.data.get(name, "")) for rules in others for name, usual in own_fields(rules))
        return [(name, value[:LONGEST_CARRIED]) for name, usual, value in found if value not in ("", usual)]

    def refusals(self) -> Iterator[RefusalLine]:
        """Yield everything that is wrong, for the top of the page."""
        rows = {
            field.html_name: row.title for option in self.form.lists for row in option.rows() for field in row.fields
        }
        for name, errors in self.form.errors.items():
            field = self.form[name] if name != NON_FIELD_ERRORS else None
            anchor = ANCHORS.get(name, str(field.id_for_label)) if field else ""
            label = rows.get(name, str(field.label)) if field else ""
            yield from (RefusalLine(anchor, label, str(text)) for text in errors)

    # ---- what is unfolded: where something is wrong or was changed

    @property
    def clocks_open(self) -> bool:
        """Also where it is chosen whether the game waits for replies at all."""
        waits = parts_of(self.form.played.id).new_game.reply_hours[0] == 0
        return waits or "preset" in self.form.data or any(map(is_changed, self.clock_fields()))

    def clock_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields that are folded, by which a clock differs from the usual one."""
        shown = {"turn_hours", "region"}
        names = [name for name in ClockForm.base_fields if name not in shown and name in self.form.data]
        yield from (self.form[name] for name in ("reaction_hours", *names))

    def presets(self) -> tuple[Preset, ...]:
        return PRESETS

    @property
    def invitations_open(self) -> bool:
        return bool(self.form["invite"].value()) or any(
            self.form[name].errors for name in ("invite", "note", "public", "rated", "watch", "mail_proof")
        )

    @property
    def mail_proof_is_offered(self) -> bool:
        return bool(settings.MAIL_IN)

    @property
    def press_open(self) -> bool:
        """Where something about messages was changed or is wrong."""
        fields = (self.form[name] for name in PRESS_FIELDS)
        return any(field.errors or str(field.value() or "") != str(field.initial) for field in fields)

    @property
    def press_is_offered(self) -> bool:
        return bool(settings.PRESS)

    def press_fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in PRESS_FIELDS]

    @property
    def bots_open(self) -> bool:
        return any(field.errors or str(field.value() or 0) != "0" for field in self.form.bot_fields())

    @property
    def tuning_open(self) -> bool:
        form = self.form
        other = form.chosen_overlays or form["overlays"].errors or form["map"].value()
        return bool(any(map(is_changed, form.switch_fields())) or other)


def own_fields(rules: engine.RuleSet) -> Iterator[tuple[str, str]]:
    """Yield the names of the fields that these rules alone have in the form, each with its usual value."""
    for switch in rules.switches:
        yield field_name(rules.id, switch.name), str(getattr(rules.options, switch.name))
    yield from row_field_names(rules)


def is_changed(field: forms.BoundField) -> bool:
    """Check whether a switch is not as usual, or wrong."""
    return bool(field.errors) or typed(field.value()) != typed(field.initial)


def why_not_on(rules: engine.RuleSet, overlay: engine.Overlay, seats: int) -> str:
    """Say why an overlay does not go on rules as they are, in the words of their own check; empty if it does."""
    try:
        resolve_options(rules.id, {}, [overlay.id], seats)
    except LobbyError as refusal:
        return refusal.message
    return ""
