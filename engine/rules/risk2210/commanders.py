"""Commanders: who is in play, who leads an invasion with an eight-sided die, who opens the seas and the Moon.

Source: 002, "Attacking with Commanders", "Water Territories", "Lunar Territories", "Space Stations".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.context import Context
from engine.core.dice import Order
from engine.core.hooks import DiceHooks, PieceHooks, WordHooks
from engine.core.language import gettext_noop
from engine.core.ruleset import Mechanic
from engine.core.state import GameState
from engine.mechanics.reaction import InvasionHooks
from engine.rules.risk2210.kinds import COMMANDERS, LAND, MOON, STATION, WATER

if TYPE_CHECKING:
    from engine.core.dice import Board, Row

EIGHT_SIDED = 8
LEADS_IN = {"land": LAND, "naval": WATER, "space": MOON}
"""The zone from or into which a Commander leads; the Nuclear Commander always does, the Diplomat never."""

NEEDED_IN = {WATER: ("naval", "commanders.no_naval"), MOON: ("space", "commanders.no_space")}
"""The Commander without whom nobody invades into or out of a zone, and the refusal that says so."""


def commanders_of(state: GameState, seat: int) -> list[str]:
    """List the kinds of Commanders that a seat has in play."""
    there = {piece.kind for piece in state.pieces if piece.seat == seat}
    return [kind for kind in COMMANDERS if kind in there]


def may_lead(board: Board, order: Order) -> tuple[str, ...]:
    """List the Commanders at the source of an invasion that may lead it."""
    here = board.own_pieces(order.src)
    zones = (board.graph.zone(order.src), board.graph.zone(order.dst))
    return tuple(kind for kind in COMMANDERS if kind in here and (kind == "nuclear" or LEADS_IN.get(kind) in zones))


def dice_sides(board: Board, role: str, order: Order, row: Row) -> Row:
    """Put eight-sided dice first: one for each Commander who leads or defends, all of them beside a station."""
    if role == "attacker":
        eights = len(order.leaders or ())
    elif STATION in board.buildings_at(order.dst):
        eights = len(row)
    else:
        eights = len(board.own_pieces(order.dst))
    eights = min(eights, len(row))
    return (EIGHT_SIDED,) * eights + row[eights:]


def may_enter(context: Context, seat: int, src: int, dst: int) -> str | None:
    """Refuse an invasion into or out of water without a Naval Commander in play, of the Moon without a Space one."""
    graph = context.graph
    for zone in (graph.zone(dst), graph.zone(src)):
        needed, refusal = NEEDED_IN.get(zone, ("", ""))
        if needed and not context.state.has_piece(seat, needed):
            return refusal
    return None


MECHANIC = Mechanic(
    name="commanders",
    hooks=(
        PieceHooks(unit_pieces=COMMANDERS),
        WordHooks(army_titles=(gettext_noop("MOD"), gettext_noop("MODs")), army_words=("mod", "mods")),
        DiceHooks(may_lead=(may_lead,), dice_sides=(dice_sides,)),
        InvasionHooks(may_enter=(may_enter,)),
    ),
    refusals={
        "commanders.no_naval": gettext_noop(
            "You have no Naval Commander in play: you need one to invade into or out of water."
        ),
        "commanders.no_space": gettext_noop(
            "You have no Space Commander in play: you need one to invade the Moon, or to invade from it."
        ),
    },
)
