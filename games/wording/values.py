"""Format values of offers and events, for the forms, the links of mails and the story."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from msgspec import to_builtins

import engine
from games.wording.amounts import join_and, pluralize_armies

Namer = Callable[[int], str]
"""Gives the name of a territory, or of a seat, by its number."""


def format_value(kind: type[engine.Field], value: engine.Value, land: Namer, seat: Namer) -> str:
    """Format the value of a field of this kind; kinds without a rule go by their value.

    Empty for a territory that is none. The names come as `land` and `seat` give them.
    """
    if kind is engine.TerritoryField:
        return land(value) if isinstance(value, int) and value >= 0 else ""
    if kind is engine.TerritoriesField:
        return join_and([land(place) for place in value])
    if kind is engine.PieceMovesField:
        return join_and([_("%(piece)s to %(land)s") % {"piece": piece, "land": land(place)} for piece, place in value])
    if kind is engine.SeatField:
        return seat(value)
    if kind is engine.PlacementsField:
        text = _("%(count)s in %(land)s")
        return ", ".join(text % {"count": count, "land": land(place)} for place, count in value)
    if kind is engine.AmountsField:
        return ", ".join(f"{count} {format_value(engine.ChoiceField, thing, land, seat)}" for thing, count in value)
    plain = to_builtins(value)
    if isinstance(plain, Mapping):
        return format_force(plain) if "armies" in plain else ""
    if isinstance(plain, bool):
        return _("yes") if plain else _("no")
    if isinstance(plain, list | tuple):
        return ", ".join(format_value(engine.ChoiceField, item, land, seat) for item in plain)
    return str(plain).replace("_", " ")


def format_force(units: engine.Facts) -> str:
    """Format armies and pieces: "3 armies", "2 armies and naval commander"."""
    pieces = [str(piece).replace("_", " ") for piece in units.get("pieces") or ()]
    words = [pluralize_armies(units["armies"])] if units["armies"] or not pieces else []
    return join_and(words + pieces)
