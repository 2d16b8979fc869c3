"""The free move of 2210: once a turn, and once more for each Redeployment; the state remembers that it was made.

Source: 002, "Fortify Position"; the card Redeployment.
"""

from dataclasses import replace

from engine.core.agenda import Step
from engine.core.context import Context
from engine.mechanics import fortify
from engine.mechanics.fortify import Fortify, FortifyAsked
from engine.rules.risk2210.state import state_of


class FreeMove(Step, frozen=True, tag="fortify.named"):
    """Asks for the free move, even where none is possible, unless it was made: for positions that name the step."""


def ask_unless_made(context: Context, step: FreeMove) -> None:
    if not state_of(context).fortified:
        context.push(FortifyAsked(seats=(context.state.active,)))


def make(context: Context, asked: FortifyAsked, order: Fortify) -> None:
    """Make the free move of this turn. Raises IllegalAction as `fortify.fortify` does."""
    fortify.fortify(context, asked, order)
    state_of(context).fortified = True


MECHANIC = replace(
    fortify.MECHANIC,
    steps={**fortify.MECHANIC.steps, FreeMove: ask_unless_made},
    answers={**fortify.MECHANIC.answers, (FortifyAsked, Fortify): make},
)
