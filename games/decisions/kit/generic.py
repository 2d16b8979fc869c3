"""The general form: one for each offer of a decision that has no panel of its own.

Every field becomes a control: territories and choices a list, numbers an input with bounds, cards boxes of sets,
placements one number for each territory, forces a number and a box for each piece, several territories a box each,
pieces that go somewhere a list of places each.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from msgspec import to_builtins

from engine import (
    AmountsField,
    CardsField,
    ChoiceField,
    CountsField,
    Field,
    ForceField,
    ListField,
    NumberField,
    Offer,
    PieceMovesField,
    PlacementsField,
    RankingField,
    TerritoriesField,
    TerritoryField,
    Value,
)
from games.boards.overlays import Marks
from games.decisions.kit.context import PageContext
from games.decisions.kit.panel import Panel
from games.decisions.kit.posted import RANKS
from games.wording.values import format_value

NO_LABELS: Mapping[str, str] = {}


@dataclass(frozen=True)
class ControlOption:
    """One value of a list: what is sent, what is read, and for which value of an earlier field it holds; of armies on
    a territory `by` is the number that stands in its input at first."""

    value: str
    label: str
    by: str = ""


@dataclass(frozen=True)
class Control:
    """One field of an offer as a control. `hint` names the field it depends on."""

    name: str
    label: str
    kind: str
    options: tuple[ControlOption, ...] = ()
    least: int = 0
    most: int = 0
    pieces: tuple[ControlOption, ...] = ()
    hint: str = ""


@dataclass(frozen=True)
class OfferForm:
    """One offer as a form of its own; `key` tells it from other forms of the same action."""

    key: str
    action: str
    label: str
    controls: tuple[Control, ...]
    primary: bool


@dataclass(frozen=True)
class GenericPanel:
    """Data of decisions/generic.html."""

    ask: str
    forms: tuple[OfferForm, ...]
    about: tuple[tuple[str, str], ...]


def generic_panel(context: PageContext) -> Panel:
    """Build a panel for any decision at all from what may be answered."""
    asked = context.view.asked
    assert asked is not None
    forms = tuple(
        form_of_fields(context, offer, offer.fields, number) for number, offer in enumerate(context.view.offers)
    )
    places = [
        t
        for offer in context.view.offers
        for field in offer.fields
        if isinstance(field, TerritoryField)
        for t in field.values
    ]
    marks = Marks(
        selectable=dict.fromkeys((t for t in places if isinstance(t, int) and t >= 0), ""), deciding=bool(places)
    )
    ask = asked.ask[:1].upper() + asked.ask[1:]
    return Panel("generic", ask, GenericPanel(asked.ask, forms, _about(context)), marks)


def form_of_fields(
    context: PageContext, offer: Offer, fields: Sequence[Field], number: int, labels: Mapping[str, str] = NO_LABELS
) -> OfferForm:
    """Build a form of some fields of an offer, the one of this `number` on its page; `labels` are those of fields that
    have better ones than their names."""
    controls = tuple(_control(context, field, labels) for field in fields)
    return OfferForm(f"{offer.action}{number or ''}", offer.action, offer.label, controls, number == 0)


def _control(context: PageContext, field: Field, labels: Mapping[str, str]) -> Control:
    label = labels.get(field.name) or field.name.replace("_", " ").capitalize()
    hint = _hint(getattr(field, "by", ""))
    match field:
        case ListField():
            return Control(field.name, label, "list", _options(context, field), hint=hint)
        case PlacementsField():
            options = tuple(ControlOption(context.code(t), context.name(t), "0") for t in field.values)
            return Control(field.name, label, "placements", options, field.least, field.most)
        case AmountsField():
            options = tuple(ControlOption(str(thing), str(thing).replace("_", " "), "0") for thing in field.values)
            return Control(field.name, label, "placements", options, field.least, field.most)
        case CountsField():
            options = tuple(
                ControlOption(context.code(t), context.name(t), str(context.view.armies[t])) for t in field.values
            )
            return Control(field.name, label, "counts", options, hint=_("as many in all as there are now"))
        case TerritoriesField():
            options = tuple(ControlOption(context.code(t), context.name(t)) for t in field.values)
            return Control(field.name, label, "territories", options, field.least, field.most)
        case PieceMovesField():
            places = tuple(ControlOption(context.code(t), context.name(t)) for t in field.places)
            pieces = tuple(ControlOption(kind, kind) for kind in field.values)
            return Control(field.name, label, "moves", places, pieces=pieces)
        case RankingField():
            options = tuple(_option(context, _kind_of_wish(value), value) for value in field.values)
            return Control(field.name, label, "ranking", options, most=min(len(options), RANKS))
        case ForceField():
            return Control(field.name, label, "force", (), *_widest(field), _pieces(field), hint)
        case NumberField():
            return Control(field.name, label, "number", (), *_widest(field), hint=hint)
    raise TypeError(f"no control for {field!r}")


def _hint(by: str) -> str:
    return _("depends on %(field)s") % {"field": by.replace("_", " ")} if by else ""


def _kind_of_wish(value: object) -> type[Field]:
    return TerritoryField if isinstance(value, int) else ChoiceField


def _options(context: PageContext, field: ListField) -> tuple[ControlOption, ...]:
    if not field.by:
        return tuple(_option(context, type(field), value) for value in field.values)
    seen: dict[str, ControlOption] = {}
    for given, values in field.table.items():
        for value in values:
            option = _option(context, type(field), value)
            seen.setdefault(option.value, ControlOption(option.value, option.label, given))
    return tuple(seen.values())


def _option(context: PageContext, kind: type[Field], value: object) -> ControlOption:
    """Make an option of a value, which travels as JSON, so that any type comes back as it was."""
    sent = json.dumps(to_builtins(value))
    return ControlOption(sent, _say(context, kind, value))


def _say(context: PageContext, kind: type[Field], value: Value) -> str:
    if kind is CardsField:
        return ", ".join(context.name(card) if card < context.graph.size else _("joker") for card in value)
    return format_value(kind, value, context.name, context.title) or _("none")


def _widest(field: NumberField | ForceField) -> tuple[int, int]:
    if not field.by:
        return field.least, field.most
    bounds = list(field.table.values()) or [(0, 0)]
    return min(each[0] for each in bounds), max(each[1] for each in bounds)


def _pieces(field: ForceField) -> tuple[ControlOption, ...]:
    """List the pieces that may be part of a force, wherever it stands."""
    found = [piece for row in field.table.values() for piece in row[2:]] if field.by else field.values
    return tuple(ControlOption(str(piece), str(piece)) for piece in dict.fromkeys(found))


def _about(context: PageContext) -> tuple[tuple[str, str], ...]:
    """List the public facts of the decision in words; territories and seats by name."""
    found = []
    for key, value in context.view.about.items():
        if isinstance(value, bool) or value is None or isinstance(value, dict | list | tuple):
            continue
        word = key.replace("_", " ")
        if key in ("src", "dst", "at", "territory") and isinstance(value, int):
            found.append(({"src": "from", "dst": "to"}.get(key, word), _say(context, TerritoryField, value)))
        elif key in ("seat", "was", "by", "defender") and isinstance(value, int):
            found.append((word, context.title(value)))
        else:
            found.append((word, str(value)))
    return tuple(found)
