"""Orders that are given to the table and not to the rules, such as `vote pause`: apps above the games bring them.

Whatever takes orders in words takes these too, for `games.services.orders` asks here first. Such an order stands by
itself: what it does and what the rules do are two transactions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

import engine
from common.registry import Registry
from games.models import Game


@dataclass(frozen=True, kw_only=True)
class TableOrder:
    """An order that begins with the word `name`; one with an `ends` may go on for several lines up to that one."""

    name: str
    usages: tuple[tuple[str, str | Promise], ...]  # how it is typed, each with what it does
    check: Callable[[Game, str], object]  # reads the text. Raises UnreadableOrder
    ends: str = ""
    give: Callable[..., bool]  # (game_id, user_id, text, source, key) -> whether it was given before


TABLE_ORDERS: Registry[TableOrder] = Registry()


def usages() -> list[tuple[str, str | Promise]]:
    """List how all orders to the table are typed, each with what it does."""
    return [usage for order in TABLE_ORDERS for usage in order.usages]


def find_table_order(text: str) -> TableOrder | None:
    """Find the order to the table that a text is; None for orders to the rules. Raises UnreadableOrder if the text has
    further lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = [(line, order) for line in lines if (order := TABLE_ORDERS.get(line.split()[0].lower()))]
    if not found:
        return None
    if len(lines) > 1 and not is_block(lines, found[0][1]):
        raise engine.UnreadableOrder(found[0][0], _("Send this line by itself, without other orders."))
    return found[0][1]


def is_block(lines: list[str], order: TableOrder) -> bool:
    """Check whether lines are one order from its first word to its end."""
    begins, ends = lines[0].split()[0].lower() == order.name, " ".join(lines[-1].lower().split()) == order.ends
    return bool(order.ends) and begins and ends
