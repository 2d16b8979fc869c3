"""Plague lands at the beginning: four of the five markers, drawn with territory cards that go back.

Source: 004, "Determine Plague Lands"; E01, R43.
"""

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.mechanics.action_cards.playing import draw_and_return
from engine.rules.godstorm.kinds import TERRITORIES
from engine.rules.godstorm.state import state_of

PLAGUES = 4


class DrawPlagues(Step, frozen=True, tag="plagues.draw"):
    """Turns over four territory cards; none where a position says how the board looks."""


class PlaguesDrawn(PublicEvent, frozen=True, tag="plagues.drawn"):
    """These territories are plague lands; their cards went back into the deck."""

    at: tuple[int, ...]


def draw_plagues(context: Context, step: DrawPlagues) -> None:
    state = state_of(context)
    if state.plague or any(state.owner[at] != NOBODY for at in context.graph.in_zone["land"]):
        return
    state.plague = tuple(draw_and_return(context, TERRITORIES, PLAGUES))
    context.emit(PlaguesDrawn(state.plague))


MECHANIC = Mechanic(name="plagues", steps={DrawPlagues: draw_plagues}, events=(PlaguesDrawn,))
