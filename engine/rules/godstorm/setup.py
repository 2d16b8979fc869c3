"""The set-up of Godstorm: faith, plague lands, the neutral army between two, territories, first god and temple.

Sources: 004, "Setup", "Non-random Setup", "Setup for 2 Players"; E01 to E03, R16, R17. Territories are dealt or claimed
and filled by the shared set-up; in a position that says how the board looks nothing is drawn any more.
"""

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.mechanics import opening
from engine.mechanics import setup as shared
from engine.mechanics.action_cards.playing import draw_and_return
from engine.mechanics.opening import NEUTRAL_ARMIES, FirstPieces, fill_purses, garrison
from engine.mechanics.setup_plan.giving import PlanHooks
from engine.rules.godstorm import temples, world
from engine.rules.godstorm.kinds import LAND, TEMPLE, TERRITORIES
from engine.rules.godstorm.plagues import DrawPlagues
from engine.rules.godstorm.state import state_of

NEUTRAL_LANDS = 14
GOD_OF_WAR = "war"
FIRST = (GOD_OF_WAR, TEMPLE)
"""What each seat places at the end of the set-up."""


class Begin(Step, frozen=True, tag="opening.godstorm"):
    """Hands out faith, draws plague lands and, between two, the territories of the neutral army."""


class PlaceNeutrals(Step, frozen=True, tag="opening.third_pile"):
    """Draws the territories of the neutral army, the third of three piles; their cards go back into the deck."""


class HandOut(Step, frozen=True, tag="opening.hand_out"):
    """Has the territories dealt or claimed and filled, three armies at a time, on and on from seat to seat."""


class PlaceFirst(Step, frozen=True, tag="opening.first_god"):
    """Asks one seat after another for its god of war and its first temple."""


class FirstAsked(opening.FirstAsked, frozen=True, kw_only=True, tag="opening.first_god_asked"):
    ask = gettext_noop("place your god of war and your first temple")


class ThirdPileDealt(PublicEvent, frozen=True, tag="opening.third_pile_dealt"):
    """The neutral army holds these territories, with so many armies on each."""

    at: tuple[int, ...]
    armies: int


def begin(context: Context, step: Begin) -> None:
    state = state_of(context)
    fill_purses(context)
    if len(state.players) == 2 and not any(state.owner[at] != NOBODY for at in world.lands(state)):
        context.push(PlaceNeutrals())
    context.push(DrawPlagues())


def place_neutrals(context: Context, step: PlaceNeutrals) -> None:
    at = tuple(sorted(draw_and_return(context, TERRITORIES, NEUTRAL_LANDS)))
    garrison(context, at)
    context.emit(ThirdPileDealt(at, NEUTRAL_ARMIES))


def hand_out(context: Context, step: HandOut) -> None:
    """Deal or ask for claims; after a deal the threes go on with the seat behind the one that got the last card, as
    they do after claims."""
    state = context.state
    dealt = len(shared.free_land(context)) if context.options.territory_setup == "deal" else 0
    shared.distribute_territories(context, shared.DistributeTerritories())
    for position, task in enumerate(state.agenda):
        if isinstance(task, shared.PlaceNext):
            state.agenda[position] = shared.PlaceNext(task.turn + dealt)


# --- the god of war and the first temple


def in_turn(context: Context) -> tuple[int, ...]:
    """List the seats from the one whose turn it is after all armies are down: all have had equally many goes since the
    last territory was dealt or claimed."""
    order = context.state.order
    first = len(context.graph.in_zone[LAND]) % len(order)
    return (*order[first:], *order[:first])


def may_plan(context: Context, part: str, territory: int) -> bool:
    """Offer no land with plague for the god of war."""
    return part != GOD_OF_WAR or territory not in state_of(context).plague


def spots(context: Context, seat: int, kind: str) -> tuple[int, ...]:
    """List the own territories where a seat may put its first god, which no plague land can be, or its temple."""
    if kind == TEMPLE:
        return temples.sites(context, seat)
    plague = state_of(context).plague
    return tuple(at for at in context.territories_of(seat) if at not in plague)


FIRST_PIECES = FirstPieces(
    step=PlaceFirst,
    asked=FirstAsked,
    kinds=FIRST,
    building=TEMPLE,
    label=gettext_noop("Summon"),
    seats=in_turn,
    spots=spots,
    barred={GOD_OF_WAR: "opening.plague", TEMPLE: "opening.temple_there"},
)
MECHANIC = Mechanic(
    name="opening",
    hooks=(PlanHooks(may_plan=(may_plan,)),),
    steps={Begin: begin, PlaceNeutrals: place_neutrals, HandOut: hand_out},
    events=(ThirdPileDealt,),
    refusals={
        "opening.plague": gettext_noop("Gods cannot stand in {territory}: there is plague. Choose another territory."),
        "opening.temple_there": gettext_noop(
            "There is already a temple in {territory}, and a territory can have only one. Choose another territory."
        ),
    },
)
