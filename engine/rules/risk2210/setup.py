"""The set-up of 2210: energy, devastated lands, the neutral army between two, first Commanders and station.

Source: 002, "Sow the Seeds of War", "2210 for 2 Players". The lands themselves are claimed and filled by the shared
set-up; in a position that says how the board looks nothing is drawn any more.
"""

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.notation import either
from engine.core.offers import ChoiceField, Offer, TerritoryField
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY, GameState
from engine.mechanics.purchase import Build, Built, Hire, Hired
from engine.mechanics.setup_plan import Plan
from engine.rules.risk2210.commanders import in_play
from engine.rules.risk2210.devastation import Devastate
from engine.rules.risk2210.kinds import LAND_CARDS, LUNAR_CARDS, STATION, WATER_CARDS
from engine.rules.risk2210.state import state_of

STARTING_ENERGY = 3
NEUTRAL_CARDS = {LAND_CARDS: 16, WATER_CARDS: 6, LUNAR_CARDS: 6}
NEUTRAL_MODS = 3
FIRST = ("land", "diplomat", STATION)
"""What each seat places at the end of the set-up: two Commanders and a station."""


class Begin(Step, frozen=True, tag="opening.begin"):
    """Hands out energy, devastates lands and, between two, places the neutral army."""


class PlaceNeutrals(Step, frozen=True, tag="opening.neutrals"):
    """Draws the territories of the neutral army; its cards go back into their decks."""


class PlaceFirst(Step, frozen=True, tag="opening.place_first"):
    """Asks one seat after another for its first Commanders and station."""


class FirstAsked(Decision, frozen=True, kw_only=True, tag="opening.first_asked"):
    """The seat places what it has `left`, in any order; each is an answer of its own."""

    left: tuple[str, ...]

    step = "set-up"
    ask = gettext_noop("place the first Commanders and the Space Station")


class NeutralsPlaced(PublicEvent, frozen=True, tag="opening.neutrals_placed"):
    """The neutral army holds these territories, with so many MODs on each."""

    at: tuple[int, ...]
    armies: int


def begin(context: Context, step: Begin) -> None:
    state = state_of(context)
    if not any(state.purses):
        state.purses = [STARTING_ENERGY] * len(state.players)
    if not any(owner != NOBODY for owner in state.owner):
        if len(state.players) == 2:
            context.push(PlaceNeutrals())
        if not state.devastated:
            context.push(Devastate())


def place_neutrals(context: Context, step: PlaceNeutrals) -> None:
    state = context.state
    drawn: list[int] = []
    for deck, count in NEUTRAL_CARDS.items():
        cards = [card for _ in range(count) if (card := context.draw(deck)) is not None]
        left = (card for layer in state.decks[deck] for card in layer)
        state.decks[deck] = (tuple(sorted((*left, *cards))),)
        drawn += cards
    for territory in drawn:
        state.owner[territory], state.armies[territory] = state.neutral, NEUTRAL_MODS
    context.emit(NeutralsPlaced(tuple(sorted(drawn)), NEUTRAL_MODS))


# --- the first Commanders and the first station


def left_to_place(state: GameState, seat: int) -> tuple[str, ...]:
    """List what a seat has yet to place in the set-up."""
    return tuple(kind for kind in FIRST if not in_play(state, seat, kind))


def place_first(context: Context, step: PlaceFirst) -> None:
    state = context.state
    for seat in state.order:
        left = left_to_place(state, seat)
        if left and not state.players[seat].out:
            state.active = seat
            context.push(step, FirstAsked(seats=(seat,), left=left))
            return


def _check(context: Context, asked: FirstAsked, seat: int, kind: str, at: int) -> None:
    """Check a piece of the set-up. Raises IllegalAction: opening.not_left, territory.unknown, deploy.not_yours."""
    context.require(kind in asked.left, "opening.not_left", left=either(asked.left))
    owner = context.state.owner[context.territory(at)]
    context.require(owner == seat, "deploy.not_yours", territory=context.name(at))


def hire_first(context: Context, asked: FirstAsked, order: Hire) -> None:
    """Place one of the first Commanders. Raises what `_check` raises."""
    _check(context, asked, order.seat, order.kind, order.at)
    context.require(order.kind != STATION, "opening.not_left", left=either(asked.left))
    context.add_piece(order.kind, order.seat, order.at)
    context.emit(Hired(order.seat, order.kind, order.at, 0))
    context.pop_decision()


def build_first(context: Context, asked: FirstAsked, order: Build) -> None:
    """Place the first station. Raises what `_check` raises."""
    _check(context, asked, order.seat, STATION, order.at)
    context.add_piece(STATION, order.seat, order.at)
    context.emit(Built(order.seat, STATION, order.at, 0))
    context.pop_decision()


def first_offers(context: Context, asked: FirstAsked, seat: int) -> tuple[Offer, ...]:
    own = TerritoryField("at", tuple(context.territories_of(seat)))
    commanders = tuple(kind for kind in asked.left if kind != STATION)
    offers = []
    if commanders:
        offers.append(Offer("purchase.hire", gettext_noop("Hire"), (ChoiceField("kind", commanders), own)))
    if STATION in asked.left:
        offers.append(Offer("purchase.build", gettext_noop("Build"), (ChoiceField("kind", (STATION,)), own)))
    return tuple(offers)


def on_strongest(context: Context, asked: FirstAsked, seat: int) -> Action:
    """Place what is next on the strongest own territory, ties by map order."""
    state = context.state
    return _placing(seat, asked.left[0], max(context.territories_of(seat), key=lambda at: (state.units(at), -at)))


def _placing(seat: int, kind: str, at: int) -> Action:
    return Build(seat, STATION, at) if kind == STATION else Hire(seat, kind, at)


def by_plan(context: Context, asked: FirstAsked, plan: Plan) -> Action:
    """Place what is next on the first territory of the plan that is the seat's own."""
    kind = asked.left[0]
    own = [at for at in plan.ranked(kind) if context.state.owner[at] == plan.seat]
    return _placing(plan.seat, kind, own[0]) if own else on_strongest(context, asked, plan.seat)


MECHANIC = Mechanic(
    name="opening",
    steps={Begin: begin, PlaceNeutrals: place_neutrals, PlaceFirst: place_first},
    answers={(FirstAsked, Hire): hire_first, (FirstAsked, Build): build_first},
    offers={FirstAsked: first_offers},
    defaults={FirstAsked: on_strongest},
    about={FirstAsked: lambda context, asked: {"left": asked.left}},
    planned={FirstAsked: by_plan},
    events=(NeutralsPlaced,),
    refusals={"opening.not_left": gettext_noop("You have {left} left to place.")},
)
