"""The Labors that are done in battle: three territories for War, a god beaten for Sky, three dice alike for Magic.

Each pays a card of its god at once, if that god is in play: War and Sky once a turn and in the own one, Magic for
each roll. Sources: 004, "Obtain Miracle Cards", "Godswar", "Attacking", "Capturing Territories"; R12, R13, R21, R22,
E09, E11.
"""

from __future__ import annotations

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Mechanic
from engine.mechanics.battle.hooks import BattleHooks
from engine.mechanics.occupy import OccupyHooks
from engine.rules.godstorm.gods import MAGIC, SKY, WAR
from engine.rules.godstorm.kinds import LAND
from engine.rules.godstorm.miracles import draw_miracle
from engine.rules.godstorm.state import state_of

CONQUESTS = 3  # territories taken from armies, for the god of war
ALIKE = 3  # dice that show the same, for the goddess of magic


class LaborDone(PublicEvent, frozen=True, tag="labors.done", gc=False):
    """A seat has done the Labor of a god and draws a card of that deck, if there is one left."""

    seat: int
    deck: str


def pay_once(context: Context, seat: int, deck: str) -> None:
    """Pay a Labor of the running turn, unless it is paid already or its god is not in play."""
    state = state_of(context)
    if deck not in state.labors and state.has_piece(seat, deck):
        state.labors = (*state.labors, deck)
        _pay(context, seat, deck)


def _pay(context: Context, seat: int, deck: str) -> None:
    context.emit(LaborDone(seat, deck))
    draw_miracle(context, seat, deck)


def conquer(context: Context, seat: int, dst: int, was: int) -> None:
    """Pay the War Labor with the third territory of the turn that was taken from armies."""
    state = state_of(context)
    if seat == state.active and state.captures >= CONQUESTS and context.graph.zone(dst) == LAND:
        pay_once(context, seat, WAR)


def beat_god(context: Context, seat: int) -> None:
    """Pay the Sky Labor to the attacker who has banished a god in a godswar."""
    pay_once(context, seat, SKY)


def look_at_dice(context: Context, seat: int, dice: tuple[int, ...]) -> bool:
    """Pay the Magic Labor for dice that lie alike, once for a roll with all that is thrown again in it."""
    if not any(dice.count(die) >= ALIKE for die in set(dice)):
        return False
    if 0 <= seat < context.state.neutral and context.state.has_piece(seat, MAGIC):
        _pay(context, seat, MAGIC)
    return True


MECHANIC = Mechanic(
    name="labors", hooks=(OccupyHooks(on_taken=(conquer,)), BattleHooks(on_thrown=(look_at_dice,))), events=(LaborDone,)
)
