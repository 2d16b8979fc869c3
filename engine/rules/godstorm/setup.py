"""The set-up of Godstorm: faith, plague lands, the neutral army between two, territories, first god and temple.

Sources: 004, "Setup", "Non-random Setup", "Setup for 2 Players"; E01 to E03, R16, R17. Territories are dealt or claimed
and filled by the shared set-up; in a position that says how the board looks nothing is drawn any more.
"""

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.notation import either
from engine.core.offers import ChoiceField, Offer, TerritoryField
from engine.core.ruleset import Hooks, Mechanic
from engine.core.state import NOBODY, GameState
from engine.mechanics import setup as shared
from engine.mechanics.purchase import Build, Built, Hire, Hired
from engine.mechanics.setup_plan import Plan
from engine.rules.godstorm import temples, world
from engine.rules.godstorm.decks import show
from engine.rules.godstorm.facts import god_in_play, temples_of
from engine.rules.godstorm.kinds import LAND, TEMPLE, TERRITORIES
from engine.rules.godstorm.plagues import DrawPlagues
from engine.rules.godstorm.state import state_of

STARTING_FAITH = 3
NEUTRAL_LANDS, NEUTRAL_ARMIES = 14, 3
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


class FirstAsked(Decision, frozen=True, kw_only=True, tag="opening.first_god_asked"):
    """The seat places what it has `left`, in either order; each is an answer of its own."""

    left: tuple[str, ...]

    step = "set-up"
    ask = gettext_noop("place your god of war and your first temple")


class ThirdPileDealt(PublicEvent, frozen=True, tag="opening.third_pile_dealt"):
    """The neutral army holds these territories, with so many armies on each."""

    at: tuple[int, ...]
    armies: int


def begin(context: Context, step: Begin) -> None:
    state = state_of(context)
    if not any(state.purses):
        state.purses = [STARTING_FAITH] * len(state.players)
    if len(state.players) == 2 and not any(state.owner[at] != NOBODY for at in world.lands(state)):
        context.push(PlaceNeutrals())
    context.push(DrawPlagues())


def place_neutrals(context: Context, step: PlaceNeutrals) -> None:
    state = context.state
    at = tuple(sorted(show(context, TERRITORIES, NEUTRAL_LANDS)))
    for territory in at:
        state.owner[territory], state.armies[territory] = state.neutral, NEUTRAL_ARMIES
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


def left_to_place(state: GameState, seat: int) -> tuple[str, ...]:
    """List what a seat has yet to place in the set-up."""
    god = () if god_in_play(state, seat, GOD_OF_WAR) else (GOD_OF_WAR,)
    return god if temples_of(state, seat) else (*god, TEMPLE)


def in_turn(context: Context) -> tuple[int, ...]:
    """List the seats from the one whose turn it is after all armies are down: all have had equally many goes since the
    last territory was dealt or claimed."""
    order = context.state.order
    first = len(context.graph.in_zone[LAND]) % len(order)
    return (*order[first:], *order[:first])


def place_first(context: Context, step: PlaceFirst) -> None:
    state = context.state
    for seat in in_turn(context):
        left = left_to_place(state, seat)
        if left and not state.players[seat].out:
            state.active = seat
            context.push(step, FirstAsked(seats=(seat,), left=left))
            return


def may_plan(context: Context, part: str, territory: int) -> bool:
    """Offer no land with plague for the god of war."""
    return part != GOD_OF_WAR or territory not in state_of(context).plague


def spots(context: Context, seat: int, kind: str) -> tuple[int, ...]:
    """List the own territories where a seat may put its first god, which no plague land can be, or its temple."""
    if kind == TEMPLE:
        return temples.sites(context, seat)
    plague = state_of(context).plague
    return tuple(at for at in context.territories_of(seat) if at not in plague)


def _check(context: Context, asked: FirstAsked, seat: int, kind: str, at: int) -> None:
    """Check a piece of the set-up. Raises IllegalAction: opening.not_left, territory.unknown, deploy.not_yours,
    opening.plague, opening.temple_there."""
    context.require(kind in asked.left, "opening.not_left", left=either([_title(context, one) for one in asked.left]))
    owner = context.state.owner[context.territory(at)]
    context.require(owner == seat, "deploy.not_yours", territory=context.name(at))
    if at not in spots(context, seat, kind):
        code = "opening.temple_there" if kind == TEMPLE else "opening.plague"
        context.refuse(code, territory=context.name(at))


def _title(context: Context, kind: str) -> str:
    return context.rules.piece_title(kind)


def summon_first(context: Context, asked: FirstAsked, order: Hire) -> None:
    """Place the god of war. Raises what `_check` raises."""
    context.require(order.kind != TEMPLE, "opening.not_left", left=_title(context, GOD_OF_WAR))
    _check(context, asked, order.seat, order.kind, order.at)
    context.add_piece(order.kind, order.seat, order.at)
    context.emit(Hired(order.seat, order.kind, order.at, 0))
    context.pop_decision()


def build_first(context: Context, asked: FirstAsked, order: Build) -> None:
    """Place the first temple. Raises what `_check` raises."""
    _check(context, asked, order.seat, TEMPLE, order.at)
    context.add_piece(TEMPLE, order.seat, order.at)
    context.emit(Built(order.seat, TEMPLE, order.at, 0))
    context.pop_decision()


def first_offers(context: Context, asked: FirstAsked, seat: int) -> tuple[Offer, ...]:
    offers = []
    if GOD_OF_WAR in asked.left:
        offers.append(_offer("purchase.hire", gettext_noop("Summon"), GOD_OF_WAR, spots(context, seat, GOD_OF_WAR)))
    if TEMPLE in asked.left:
        offers.append(_offer("purchase.build", gettext_noop("Build"), TEMPLE, spots(context, seat, TEMPLE)))
    return tuple(offers)


def _offer(action: str, label: str, kind: str, at: tuple[int, ...]) -> Offer:
    return Offer(action, label, (ChoiceField("kind", (kind,)), TerritoryField("at", at)))


def on_strongest(context: Context, asked: FirstAsked, seat: int) -> Action:
    """Place what is next on the strongest own territory that allows it, ties by map order."""
    state, kind = context.state, asked.left[0]
    return _placing(seat, kind, max(spots(context, seat, kind), key=lambda at: (state.units(at), -at)))


def _placing(seat: int, kind: str, at: int) -> Action:
    return Build(seat, TEMPLE, at) if kind == TEMPLE else Hire(seat, kind, at)


def by_plan(context: Context, asked: FirstAsked, plan: Plan) -> Action:
    """Place what is next on the first territory of the plan that allows it."""
    kind = asked.left[0]
    able = spots(context, plan.seat, kind)
    wanted = [at for at in plan.ranked(kind) if at in able]
    return _placing(plan.seat, kind, wanted[0]) if wanted else on_strongest(context, asked, plan.seat)


HOOKS = Hooks(may_plan=may_plan)
MECHANIC = Mechanic(
    name="opening",
    steps={Begin: begin, PlaceNeutrals: place_neutrals, HandOut: hand_out, PlaceFirst: place_first},
    answers={(FirstAsked, Hire): summon_first, (FirstAsked, Build): build_first},
    offers={FirstAsked: first_offers},
    defaults={FirstAsked: on_strongest},
    about={FirstAsked: lambda context, asked: {"left": asked.left}},
    planned={FirstAsked: by_plan},
    events=(ThirdPileDealt,),
    refusals={
        "opening.not_left": gettext_noop("You still have to place: {left}."),
        "opening.plague": gettext_noop("Gods cannot stand in {territory}: there is plague. Choose another territory."),
        "opening.temple_there": gettext_noop(
            "There is already a temple in {territory}, and a territory can have only one. Choose another territory."
        ),
    },
)
