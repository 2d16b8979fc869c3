"""What a friend at the table would say before an order is given. It warns and never refuses.

Mechanics bring their own advice, made from the view of the seat alone, so that it betrays nothing.
"""

from engine.core.actions import Action
from engine.core.registry import ruleset
from engine.core.view import PlayerView


def warnings_for(view: PlayerView, action: Action) -> tuple[str, ...]:
    """List warnings about an order of the viewer that may be given now, most of the time none. None about later
    orders, whose board is not known yet."""
    if view.offer(str(action.__struct_config__.tag)) is None:
        return ()
    given = ruleset(view.rules).advice.get(type(action), ())
    return tuple(sentence for advice in given if (sentence := advice(view, action)))
