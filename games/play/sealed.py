"""Sealed answers: the order stays its owner's; what it said comes with the events that open it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.models import Entry

SEALED = "turn.answered"
"""The event of an answer that nobody else may know yet."""


def is_sealed(events: Iterable[Mapping[str, Any]]) -> bool:
    """Whether events in their stored form are those of a sealed answer."""
    return any(event["type"] == SEALED for event in events)


def order_for(entry: Entry, viewer: int | None) -> str:
    """The order of an entry as a seat may read it, or a spectator; empty if it is somebody else's sealed answer."""
    return "" if is_sealed(entry.events) and (viewer is None or entry.seat != viewer) else entry.order
