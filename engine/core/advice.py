"""What a friend at the table would say before an order is given. It warns and never refuses.

Mechanics bring their own advice, made from the view of the seat alone, so that it betrays nothing.
"""

from collections.abc import Sequence

from engine.core.actions import Action
from engine.core.registry import ruleset
from engine.core.ruleset import Advice
from engine.core.view import PlayerView


def warnings_for(view: PlayerView, action: Action) -> tuple[str, ...]:
    """List warnings about an order of the viewer that may be given now, most of the time none. None about later
    orders, whose board is not known yet."""
    if view.offer(str(action.__struct_config__.tag)) is None:
        return ()
    return hazards_for(view, action) + _list_sentences(view, action, ruleset(view.rules).advice.get(type(action), ()))


def hazards_for(view: PlayerView, action: Action) -> tuple[str, ...]:
    """List the warnings about what such an order costs for certain, now or later in the turn, which belong to every
    suggestion of it."""
    return _list_sentences(view, action, ruleset(view.rules).hazards.get(type(action), ()))


def _list_sentences(view: PlayerView, action: Action, given: Sequence[Advice]) -> tuple[str, ...]:
    return tuple(sentence for advice in given if (sentence := advice(view, action)))
