"""What the form for a new table lets people choose from, and how a switch of the rules becomes a field of it."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

import engine
from common.form_fields import Choices

MOST_SEATS = 6
HOURS = [
    (1, _("1 hour")),
    (4, _("4 hours")),
    (12, _("12 hours")),
    (24, _("1 day")),
    (48, _("2 days")),
    (72, _("3 days")),
]
TURN_CHOICES = [*HOURS, (168, _("1 week")), (336, _("2 weeks"))]
REACTION_CHOICES = [(0, _("standing orders only")), *HOURS]
GRACE_CHOICES = [(0, _("none")), (10, _("10 minutes")), (60, _("1 hour")), (360, _("6 hours"))]


def rule_choices() -> list[tuple[str, str]]:
    """List the rule sets that can be played, in the order of registration."""
    return [(rules.id, rules.title) for rules in engine.rulesets().values()]


def overlay_choices() -> list[tuple[str, str]]:
    """List every overlay that some rule set takes."""
    found = {overlay.id: overlay.title for rules in engine.rulesets().values() for overlay in rules.overlays}
    return list(found.items())


def board_choices() -> Choices:
    """List the standard board of the rules, then every board that some rule set can be played on."""
    every = dict.fromkeys(board for rules in engine.rulesets().values() for board in engine.boards_for(rules))
    return [("", _("Standard board")), *((board, engine.mapgraph(board).title) for board in every)]


def seat_choices() -> list[tuple[int, str]]:
    """List the numbers of people that some rule set can be played with."""
    bounds = [rules.seats for rules in engine.rulesets().values()]
    least, most = min(least for least, _most in bounds), max(most for _least, most in bounds)
    return [(count, str(count)) for count in range(least, min(most, MOST_SEATS) + 1)]


def seat_choices_of(rules: engine.RuleSet, chosen: int) -> list[tuple[int, str]]:
    """List the numbers of people that a game can be played with, and the one that is chosen."""
    main = engine.base_preset(rules)
    least, most = 2 if main.for_two else main.seats[0], main.seats[1]
    return [(count, label) for count, label in seat_choices() if least <= count <= most or count == chosen]


SETUP_ORDERS = "setup_orders"
"""The switch whose usual value hangs on the time for a turn (`games.services.table_settings.with_usual_setup`)."""


def usual_value(rules: engine.RuleSet, switch: engine.Switch) -> object:
    """Return the value of a switch left untouched: the rules' own, or none where the time for a turn decides."""
    return "" if switch.name == SETUP_ORDERS else getattr(rules.options, switch.name)


def field_name(rules: str, switch: str) -> str:
    """Return the name of the form field for one switch of one rule set."""
    return f"{rules}-{switch}"


def switch_field(switch: engine.Switch, usual: engine.Value) -> forms.Field:
    """Build the form field of a switch: a list of choices or a number. Left out it is as usual."""
    if switch.name == SETUP_ORDERS:
        return forms.ChoiceField(
            label=switch.title,
            help_text=switch.help,
            required=False,
            initial="",
            choices=[("", _("to match the time per turn")), *switch.choices],
        )
    choices = switch.choices or (((True, _("yes")), (False, _("no"))) if isinstance(usual, bool) else ())
    if choices:
        values = {str(value): value for value, _label in choices}
        return forms.TypedChoiceField(
            label=switch.title,
            help_text=switch.help,
            required=False,
            initial=str(usual),
            empty_value=usual,
            choices=[(str(value), label) for value, label in choices],
            coerce=values.__getitem__,
        )
    return forms.IntegerField(
        label=switch.title,
        help_text=switch.help,
        required=False,
        initial=usual,
        min_value=switch.least,
        max_value=switch.most,
    )
