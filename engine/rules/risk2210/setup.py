"""The set-up of 2210: energy, devastated lands, the neutral army between two, first Commanders and station.

Source: 002, "Sow the Seeds of War", "2210 for 2 Players". The lands themselves are claimed and filled by the shared
set-up; in a position that says how the board looks nothing is drawn any more.
"""

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.mechanics import opening
from engine.mechanics.action_cards.playing import draw_and_return
from engine.mechanics.opening import NEUTRAL_ARMIES, FirstPieces, fill_purses, garrison
from engine.rules.risk2210.devastation import Devastate
from engine.rules.risk2210.kinds import LAND_CARDS, LUNAR_CARDS, STATION, WATER_CARDS
from engine.rules.risk2210.state import state_of

NEUTRAL_CARDS = {LAND_CARDS: 16, WATER_CARDS: 6, LUNAR_CARDS: 6}
FIRST = ("land", "diplomat", STATION)
"""What each seat places at the end of the set-up: two Commanders and a station."""


class Begin(Step, frozen=True, tag="opening.begin"):
    """Hands out energy, devastates lands and, between two, places the neutral army."""


class PlaceNeutrals(Step, frozen=True, tag="opening.neutrals"):
    """Draws the territories of the neutral army; its cards go back into their decks."""


class PlaceFirst(Step, frozen=True, tag="opening.place_first"):
    """Asks one seat after another for its first Commanders and station."""


class FirstAsked(opening.FirstAsked, frozen=True, kw_only=True, tag="opening.first_asked"):
    ask = gettext_noop("place the first Commanders and the Space Station")


class NeutralsPlaced(PublicEvent, frozen=True, tag="opening.neutrals_placed"):
    """The neutral army holds these territories, with so many MODs on each."""

    at: tuple[int, ...]
    armies: int


def begin(context: Context, step: Begin) -> None:
    state = state_of(context)
    fill_purses(context)
    if not any(owner != NOBODY for owner in state.owner):
        if len(state.players) == 2:
            context.push(PlaceNeutrals())
        if not state.devastated:
            context.push(Devastate())


def place_neutrals(context: Context, step: PlaceNeutrals) -> None:
    drawn = [card for deck, count in NEUTRAL_CARDS.items() for card in draw_and_return(context, deck, count)]
    garrison(context, drawn)
    context.emit(NeutralsPlaced(tuple(sorted(drawn)), NEUTRAL_ARMIES))


FIRST_PIECES = FirstPieces(
    step=PlaceFirst,
    asked=FirstAsked,
    kinds=FIRST,
    building=STATION,
    label=gettext_noop("Hire"),
    seats=lambda context: context.state.order,
    spots=lambda context, seat, kind: context.territories_of(seat),
)
MECHANIC = Mechanic(name="opening", steps={Begin: begin, PlaceNeutrals: place_neutrals}, events=(NeutralsPlaced,))
