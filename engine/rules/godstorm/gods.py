"""Gods on the board: what their powers do in battle, and when they are banished.

Gods are no units: they come along with an attack unless they are left out, and stand by the armies of their land. All
gods of a force lend their powers; below the Ancient Earth there are none.

Sources: 004, "Summon Gods", "Gods and Their Powers", "Temples in Battle", "Capturing Territories"; R08, R09, R19, R20,
E08, E16, E17. The god of the sky has his power in godswars (`godswar`), the god of death where the dead go (`dead`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.hooks import DiceHooks, PieceHooks, WordHooks
from engine.core.ruleset import Mechanic
from engine.mechanics.occupy import OccupyHooks
from engine.rules.godstorm.kinds import GODS, LAND, TEMPLE

if TYPE_CHECKING:
    from engine.core.dice import Board, Order

DEATH, MAGIC, SKY, WAR = GODS


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


def come_along(board: Board, order: Order) -> tuple[str, ...]:
    """List the gods who may come along in an attack: all who stand where it starts."""
    return board.companions_at(order.src) if board.graph.zone(order.dst) == LAND else ()


def wins_ties(board: Board, order: Order) -> bool:
    """Return whether a god of war attacks."""
    return WAR in (order.leaders or ())


def throws_again(board: Board, role: str, order: Order) -> bool:
    """Return whether a side throws its ones again: with its goddess of magic, and in the defence of its temple."""
    if role == "attacker":
        return MAGIC in (order.leaders or ())
    return MAGIC in board.companions_at(order.dst) or TEMPLE in board.bystanders_at(order.dst)


MECHANIC = Mechanic(
    name="gods",
    hooks=(
        PieceHooks(companions=GODS),
        WordHooks(companion_words=("god", "gods")),
        DiceHooks(may_lead=(come_along,), wins_ties=(wins_ties,), throws_again=(throws_again,)),
        OccupyHooks(
            on_taken=(lambda context, seat, dst, was: banish_all(context, was, dst),),
            on_emptied=(banish_all,),
        ),
    ),
    events=(GodBanished,),
)
