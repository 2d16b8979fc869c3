"""The end of a turn: the Labor of the god of death.

Source: 004, "End Your Turn", "Death Cards"; rulings R23 and R25.
"""

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.ruleset import Mechanic
from engine.rules.godstorm import miracles
from engine.rules.godstorm.facts import spaces_of
from engine.rules.godstorm.kinds import CRYPT
from engine.rules.godstorm.state import state_of

DEATH = "death"


class DeathLabor(Step, frozen=True, tag="turn_end.death_labor"):
    """Gives the active seat a Death card if its god of death is in play and it holds a crypt."""

    step = "end"


def do_death_labor(context: Context, step: DeathLabor) -> None:
    state = state_of(context)
    seat = state.active
    if DEATH in state.labors or not state.has_piece(seat, DEATH) or not spaces_of(state, seat, CRYPT):
        return
    state.labors = (*state.labors, DEATH)
    miracles.draw_miracle(context, seat, DEATH)


MECHANIC = Mechanic(name="turn_end", steps={DeathLabor: do_death_labor})
