"""Faith for land, and what temples and relics pay at the start of a turn.

Source: 004, "Raise Armies and Gather Faith"; rulings R26, R27 and R36. The chart and continents pay as much faith as
armies; a temple pays one army, which comes down where it stands, and one faith.
"""

from collections.abc import Callable, Mapping

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Mechanic
from engine.mechanics.income import income_of
from engine.rules.godstorm.facts import temples_of
from engine.rules.godstorm.state import state_of

TEMPLE_ARMIES = TEMPLE_FAITH = 1
CONTINENT_ARMIES = 2  # Excalibur
TEARS_OF_GOLD = 1  # faith
WINE_ARMIES = 1


class CollectFaith(Step, frozen=True, tag="faith.collect_faith"):
    """The faith of a turn, as much as armies for land and continents, and what temples pay."""

    step = "raise"


class FaithGathered(PublicEvent, frozen=True, tag="faith.faith_gathered", gc=False):
    """`land` came for territories and continents, `temples` for temples; `left` is what the seat has with it."""

    seat: int
    land: int
    temples: int
    left: int


class TemplesPaid(PublicEvent, frozen=True, tag="faith.temples_paid"):
    """One army came down at each of these temples."""

    seat: int
    at: tuple[int, ...]


class RelicPaid(PublicEvent, frozen=True, tag="faith.relic_paid", gc=False):
    """A relic brought armies, which the seat places with those of its land, or faith."""

    seat: int
    relic: str
    armies: int
    faith: int


def collect_faith(context: Context, step: CollectFaith) -> None:
    state = state_of(context)
    seat = state.active
    land, temples = income_of(context, seat).total, temples_of(state, seat)
    context.earn(seat, land + TEMPLE_FAITH * len(temples))
    context.emit(FaithGathered(seat, land, TEMPLE_FAITH * len(temples), state.purses[seat]))
    for at in temples:
        state.armies[at] += TEMPLE_ARMIES
    if temples:
        context.emit(TemplesPaid(seat, temples))


def _pay(context: Context, seat: int, relic: str, armies: int = 0, faith: int = 0) -> None:
    context.state.pool += armies
    context.earn(seat, faith)
    context.emit(RelicPaid(seat, relic, armies, faith))


def swing_excalibur(context: Context, seat: int) -> None:
    """Add armies for each continent that is wholly the seat's."""
    continents = len(income_of(context, seat).continents)
    if continents:
        _pay(context, seat, "Excalibur", armies=CONTINENT_ARMIES * continents)


def shed_tears(context: Context, seat: int) -> None:
    _pay(context, seat, "Freya's Tears of Gold", faith=TEARS_OF_GOLD)  # as typed


def pour_wine(context: Context, seat: int) -> None:
    _pay(context, seat, "The Wine of Eternal Life", armies=WINE_ARMIES)  # as typed


RELICS: Mapping[str, Callable[[Context, int], None]] = {
    "Excalibur": swing_excalibur,
    "Freya's Tears of Gold": shed_tears,  # as typed
    "The Wine of Eternal Life": pour_wine,  # as typed
}
"""Relics that pay at the start of a turn."""

MECHANIC = Mechanic(name="faith", steps={CollectFaith: collect_faith}, events=(FaithGathered, TemplesPaid, RelicPaid))
