"""Make a generic sentence for events that have none of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

import engine
from games.wording.narration.names import Names
from games.wording.narration.sentences import Event
from games.wording.narration.words import say
from games.wording.values import format_value

PLACES = frozenset({"src", "dst", "territory", "at", "bonus"})
SEATS = frozenset({"seat", "by", "was", "defender", "first", "dealer", "target"})


def generic_sentence(event: Event, names: Names) -> str:
    """Make a sentence from the fields of an event: "Violet: bid revealed, amount 3"."""
    what = str(event["type"]).partition(".")[2].replace("_", " ")
    parts = [
        told
        for key, value in event.items()
        if key not in ("type", "seat") and (told := generic_field(key, value, names))
    ]
    about = ", ".join([str(conditional_escape(what)), *parts])
    if event.get("seat") is None:
        return f"{about[:1].upper()}{about[1:]}."
    return say(_("%(seat)s: %(about)s."), seat=names.Seat(event["seat"]), about=mark_safe(about))


def generic_field(key: str, value: Any, names: Names) -> str:
    """Format one field; empty if it is hidden from the reader."""
    if value is None or value == [] or (isinstance(value, Mapping) and "armies" not in value):
        return ""
    told = format_value(_kind(key, value), value, names.land, names.seat) or names.land(None)
    return f"{conditional_escape(key.replace('_', ' '))} {conditional_escape(told)}"


def _kind(key: str, value: Any) -> type[engine.Field]:
    if not isinstance(value, int):
        return engine.ChoiceField
    return engine.TerritoryField if key in PLACES else engine.SeatField if key in SEATS else engine.ChoiceField
