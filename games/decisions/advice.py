"""What a friend would say of the order that a panel is about to give, shown beside its button. It refuses nothing."""

from __future__ import annotations

from typing import Any

import engine
from games.decisions.context import PageContext


def advice(context: PageContext, action: dict[str, Any] | None) -> tuple[str, ...]:
    """Sentences of the engine about an order of the viewer; none while nothing is chosen or none is due."""
    if action is None:
        return ()
    try:
        return engine.advise(context.view, engine.action_from_json(action))
    except engine.OrderError:
        return ()


def at_the_end(context: PageContext) -> tuple[str, ...]:
    """Of ending the step that is open."""
    return advice(context, {"type": "turn.end", "seat": context.me}) if context.may("turn.end") else ()
