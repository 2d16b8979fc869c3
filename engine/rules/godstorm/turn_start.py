"""The start of a turn: relics that work then, one after another in the order in which they came.

Source: 004, "Magic Cards"; rulings R26 and R28: relics come before the chart, so that Pandora's Box is open before
armies are counted. What each of them does is a function in a table, by its title.
"""

from collections.abc import Callable, Mapping

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.ruleset import Mechanic
from engine.mechanics.action_cards.kinds import cards_of
from engine.rules.godstorm import faith
from engine.rules.godstorm.cards import relics
from engine.rules.godstorm.state import state_of

WORKS: Mapping[str, Callable[[Context, int], None]] = {**faith.RELICS, **relics.AT_TURN_START}
"""What relics do at the start of their seat's turn."""


class RelicsStep(Step, frozen=True, tag="turn_start.relics"):
    """Lets the relics of the active seat work."""

    step = "raise"


class NextRelic(Step, frozen=True, tag="turn_start.next_relic"):
    """Lets the first of `cards` work, if it still lies there: a card that one of them draws may destroy the others."""

    cards: tuple[int, ...]


def begin(context: Context, step: RelicsStep) -> None:
    state = state_of(context)
    context.push(NextRelic(state.relics[state.active]))


def next_relic(context: Context, step: NextRelic) -> None:
    if not step.cards:
        return
    state, (card, *later) = state_of(context), step.cards
    context.push(NextRelic(tuple(later)))
    work = WORKS.get(cards_of(context).kinds[card].title)
    if work and card in state.relics[state.active]:
        work(context, state.active)


MECHANIC = Mechanic(name="turn_start", steps={RelicsStep: begin, NextRelic: next_relic})
