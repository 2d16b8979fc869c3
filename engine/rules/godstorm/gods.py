"""Gods on the board: where the armies around them are gone, they are banished.

Sources: 004, "Summon Gods", "Capturing Territories"; R19, R20, E08.
"""

from __future__ import annotations

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Hooks, Mechanic
from engine.rules.godstorm.kinds import GODS


class GodBanished(PublicEvent, frozen=True, tag="gods.banished", gc=False):
    """A god went back to the card of his pantheon; he may be summoned again."""

    seat: int
    kind: str
    at: int


def banish(context: Context, seat: int, kind: str) -> None:
    """Send away a god who is in play."""
    god = next(piece for piece in context.state.pieces if piece.kind == kind and piece.seat == seat)
    context.state.pieces.remove(god)
    context.emit(GodBanished(seat, kind, god.at))


def banish_all(context: Context, seat: int, at: int) -> None:
    """Send away all gods of a seat on a territory."""
    for piece in [p for p in context.state.pieces if p.at == at and p.seat == seat and p.kind in GODS]:
        banish(context, seat, piece.kind)


HOOKS = Hooks(
    on_taken=lambda context, seat, dst, was: banish_all(context, was, dst),
    on_emptied=banish_all,
)
MECHANIC = Mechanic(name="gods", events=(GodBanished,))
