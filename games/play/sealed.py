"""Hide sealed answers: others see a sealed order only once all are in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.models import Entry, Waiting

SEALED = "turn.answered"
"""The tag of the event that stands for a sealed answer."""


def is_sealed(events: Iterable[Mapping[str, Any]], seat: int | None) -> bool:
    """Check whether stored events are those of a sealed answer of `seat`. The events of an open order may tell of
    sealed answers too: of seats that have said beforehand that they let it pass."""
    return any(event["type"] == SEALED and event["seat"] == seat for event in events)


def visible_order_text(entry: Entry, viewer: int | None) -> str:
    """Return an entry's order for a seat or a spectator; empty if it is somebody else's sealed answer."""
    return "" if is_sealed(entry.events, entry.seat) and (viewer is None or entry.seat != viewer) else entry.order


def visible_source(entry: Entry, viewer: int | None) -> str:
    """Return by what an entry came about; empty if it answers a window for another seat, whose standing orders, word
    and clock nobody else may tell apart."""
    return "" if entry.pace == Waiting.Pace.WINDOW and (viewer is None or entry.seat != viewer) else entry.source
