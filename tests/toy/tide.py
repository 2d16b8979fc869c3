"""What comes between the bids and the first turn of a round: a coin for everybody, and once the gate closes."""

from msgspec import defstruct

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Mechanic

GATE_CLOSES = 3  # the round

TideStep = defstruct("Tide", [], bases=(Step,), frozen=True, tag="toy.Tide")


class GateClosed(PublicEvent, frozen=True, tag="toy.gate_closed"):
    round: int


def turn_the_tide(context: Context, step: TideStep) -> None:
    for seat in context.state.active_seats():
        context.earn(seat, 1)
    if context.state.round == GATE_CLOSES:
        context.state.closed = True
        context.emit(GateClosed(GATE_CLOSES))


MECHANIC = Mechanic(name="tide", steps={TideStep: turn_the_tide}, events=(GateClosed,))
