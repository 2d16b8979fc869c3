"""What a friend would say of the order that a card is about to give, shown beside its button. It refuses nothing."""

from __future__ import annotations

from typing import Any

import engine
from games.decisions.context import Desk


def advice(desk: Desk, action: dict[str, Any] | None) -> tuple[str, ...]:
    """Sentences of the engine about an order of the viewer; none while nothing is chosen or none is due."""
    if action is None:
        return ()
    try:
        return engine.advise(desk.view, engine.action_from_json(action))
    except engine.OrderError:
        return ()


def at_the_end(desk: Desk) -> tuple[str, ...]:
    """Of ending the step that is open."""
    return advice(desk, {"type": "turn.end", "seat": desk.me}) if desk.may("turn.end") else ()
