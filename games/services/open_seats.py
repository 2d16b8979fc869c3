"""Seats that are offered to somebody: what reads mail that comes in takes one for them.

Neither app imports the other: this table stands between them. It has at most one record, and none on a site without
substitutes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from common.registry import Registry

JOIN = "join"  # as typed
"""The command that takes a seat, in a reply to the mail that offers it."""


@dataclass(frozen=True, kw_only=True)
class SeatOffers:
    """How a seat that was offered is taken: `take` is called with game_id, seat, user_id and source. It changes nothing
    the second time, and raises GameError with one clear sentence if the person cannot have the seat."""

    name: str
    take: Callable[..., None]


SEAT_OFFERS: Registry[SeatOffers] = Registry()


def seat_offers() -> SeatOffers | None:
    """Return the record of the site; None without substitutes."""
    return next(iter(SEAT_OFFERS), None)
