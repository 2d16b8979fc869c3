"""The last things of a turn: energy that cards of this turn have promised; then the turn is forgotten.

Sources: 002, "Fortify Position"; the cards Hidden Energy and Energy Extraction; proposal "end of turn order": the free
moves come first.
"""

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Mechanic
from engine.rules.risk2210.kinds import MOON
from engine.rules.risk2210.state import state_of

HIDDEN_ENERGY = 4
EXTRACTED_ENERGY = 7


class SettleTurn(Step, frozen=True, tag="turn_end.settle"):
    """Pays out Hidden Energy and Energy Extraction, and clears the memory of the turn."""


class HiddenEnergyFound(PublicEvent, frozen=True, tag="cards.hidden_energy_found", gc=False):
    """The turn has ended; `energy` is 0 if the seat does not control the territory on the card."""

    seat: int
    at: int
    energy: int


class EnergyExtracted(PublicEvent, frozen=True, tag="cards.energy_extracted", gc=False):
    """The turn has ended; `energy` is 0 if the seat does not control the whole Moon."""

    seat: int
    energy: int


def settle_turn(context: Context, step: SettleTurn) -> None:
    state = state_of(context)
    seat = state.active
    for at in state.hidden_energy:
        found = HIDDEN_ENERGY if state.owner[at] == seat else 0
        context.earn(seat, found)
        context.emit(HiddenEnergyFound(seat, at, found))
    for _ in range(state.extraction):
        extracted = EXTRACTED_ENERGY if holds_the_moon(context, seat) else 0
        context.earn(seat, extracted)
        context.emit(EnergyExtracted(seat, extracted))
    state.forget_turn()


def holds_the_moon(context: Context, seat: int) -> bool:
    """Return whether a seat controls every lunar territory."""
    return all(context.state.owner[at] == seat for at in context.graph.in_zone[MOON])


MECHANIC = Mechanic(
    name="turn_end",
    steps={SettleTurn: settle_turn},
    events=(HiddenEnergyFound, EnergyExtracted),
)
