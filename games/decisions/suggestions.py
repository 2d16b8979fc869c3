"""Likely orders: a few good answers to what is asked, each with a sentence and its odds, for links in mails.

Every kind of decision gets at least one, so that a whole game can be played by links alone. Works on views only:
what is in a sentence, its reader may know.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import engine
from games.decisions.ahead import placement_instead_of_trade
from games.decisions.registry import DECISIONS
from games.decisions.suggestion import Suggestion

EVEN = 0.5
"""An attack with a better chance than this comes before the end of the turn."""


def suggested_orders(view: engine.PlayerView) -> list[Suggestion]:
    """Answers that the viewer may give now, the best first; none if the viewer is not asked."""
    if not view.may_answer:
        return []
    ahead = placement_instead_of_trade(view)
    return sorted(answers(view, (ahead,) if ahead else view.offers), key=is_last_resort)


def answers(view: engine.PlayerView, offers: Iterable[engine.Offer]) -> list[Suggestion]:
    """Likely answers to some offers, each order once."""
    kind = view.asked.kind if view.asked else ""
    found: dict[str, Suggestion] = {}
    for offer in offers:
        for likely in DECISIONS.answer(offer.action, kind).suggest(view, offer):
            found.setdefault(likely.order, likely)
    return list(found.values())


def is_last_resort(likely: Suggestion) -> bool:
    """Bad attacks and idle moves come after everything else, even after ending the turn."""
    return likely.low_value or (
        likely.chance is not None and likely.chance_after_placing is None and likely.chance < EVEN
    )


def order_args(order: str) -> dict[str, Any]:
    """The order of a link as arguments for `order_submit`. Raises UnreadableOrder if it is no action."""
    if order.startswith("{"):
        return {"action": engine.action_from_json(json.loads(order))}
    return {"text": order}


def suggestion_for(view: engine.PlayerView, order: str) -> Suggestion:
    """The likely order with this text, or one that says no more than the text itself. What is offered but no longer
    likely is known too: a mail that is on its way may hold a link to it."""
    known = next((one for one in [*suggested_orders(view), *answers(view, view.offers)] if one.order == order), None)
    return known or Suggestion(order, order[:1].upper() + order[1:])
