"""Where the dead go: from the Ancient Earth to the heaven of their pantheon, with few exceptions.

The defenders whom a force with the god of death beats, whom a card sends to the reserve, and all who fall below are
simply gone, as are the dead of the neutral army. Sources: 004, "Deciding a Battle", "Invade the Underworld"; R01, R02,
R03, R45, E18.
"""

from __future__ import annotations

from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.mechanics.battle.hooks import BattleHooks
from engine.mechanics.battle.targeting import leaders_of
from engine.mechanics.battle.types import Attack
from engine.rules.godstorm.facts import heaven_of
from engine.rules.godstorm.gods import DEATH
from engine.rules.godstorm.kinds import LAND

TO_THE_RESERVE = "card_reserve"  # the cause of losses by cards that say so


class ReachedHeaven(PublicEvent, frozen=True, tag="dead.reached_heaven", gc=False):
    """Armies of a seat that fell on the Ancient Earth came to its heaven."""

    seat: int
    at: int
    armies: int


def bury(context: Context, at: int, seat: int, armies: int, cause: str, order: Attack | None) -> None:
    """Bring the fallen to their heaven, where they have one and nothing sends them elsewhere."""
    heaven = heaven_of(context.state, seat)
    if heaven == NOBODY or cause == TO_THE_RESERVE or context.graph.zone(at) != LAND:
        return
    if order is not None and at == order.dst and DEATH in leaders_of(context, order):
        return
    context.state.armies[heaven] += armies
    context.emit(ReachedHeaven(seat, heaven, armies))


MECHANIC = Mechanic(name="dead", hooks=(BattleHooks(on_fallen=(bury,)),), events=(ReachedHeaven,))
