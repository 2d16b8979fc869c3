"""What people tried on a site, and whether its journals can have come of it.

Each game is one register: an order counts if it answers the question that is open. So a history is sound if every order
that was answered with yes is in the journal once, every one answered with no is not, one whose answer was lost is there
once or not at all, and of two orders of which one had its answer before the other was sent, the journal has them so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["yes", "no", "lost"]


@dataclass(frozen=True)
class Tried:
    """One order under one key, however often it was sent; seconds on one clock."""

    game: int
    key: str
    began: float
    ended: float
    outcome: Outcome


@dataclass(frozen=True)
class Kept:
    """An entry of a journal that an order has begun."""

    game: int
    seq: int
    key: str


def faults(tried: Iterable[Tried], kept: Iterable[Kept]) -> list[str]:
    """Everything that cannot be, one line each; empty for a sound history."""
    orders = {(one.game, one.key): one for one in tried}
    found = []
    places: dict[tuple[int, str], list[int]] = defaultdict(list)
    for entry in kept:
        places[entry.game, entry.key].append(entry.seq)
    for name in places.keys() - orders.keys():
        found.append(f"{name} is kept and nobody sent it")
    for name, order in orders.items():
        found += _of_one(order, places.get(name, []))
    return found + _out_of_order([(order, places[name][0]) for name, order in orders.items() if name in places])


def _of_one(order: Tried, places: list[int]) -> list[str]:
    least, most = {"yes": (1, 1), "no": (0, 0), "lost": (0, 1)}[order.outcome]
    if least <= len(places) <= most:
        return []
    return [f"({order.game}, {order.key!r}) was answered {order.outcome!r} and is kept {len(places)} times"]


def _out_of_order(orders: list[tuple[Tried, int]]) -> list[str]:
    """Orders that the journal has before others that were answered earlier than they were sent."""
    found = []
    latest: dict[int, float] = defaultdict(float)  # when the latest of a game's orders so far was sent
    for order, seq in sorted(orders, key=lambda one: one[1]):
        if order.outcome == "yes" and order.ended < latest[order.game]:
            found.append(f"game {order.game}: entry {seq} follows one that was sent when it had its answer already")
        latest[order.game] = max(latest[order.game], order.began)
    return found
