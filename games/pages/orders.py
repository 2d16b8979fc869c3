"""The page of a game's orders: those that its reader can give now, with examples of the position, and all others."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

import engine
from games.decisions.kit.prompts import Suggestion
from games.decisions.registry import suggested_orders
from games.wording.rules import describe_commands

Described = list[tuple[str, SafeString]]
"""How an order is written, and what it does."""


@dataclass(frozen=True)
class OrderSheet:
    """What games/game_orders.html shows. `now` and `examples` are empty while the reader is not asked."""

    now: Described
    examples: tuple[Suggestion, ...]
    others: Described


def order_sheet(view: engine.PlayerView) -> OrderSheet:
    """Sort the orders of a game by whether the viewer can give them now."""
    commands = engine.ruleset(view.rules).commands
    offered = {offer.action for offer in view.offers} if view.may_answer else set()
    now = [command for command in commands if command.tag in offered]
    examples = tuple(each for each in suggested_orders(view) if each.is_text and "\n" not in each.order)
    return OrderSheet(describe_commands(now), examples, describe_commands(each for each in commands if each not in now))
