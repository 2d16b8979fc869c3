"""Handing out the board: dealt by cards, or claimed in turn; then the rest of the starting armies, go by go.

Sources: Classic 1959 "The Set Up" (cards are dealt from the dealer's left, one army on each territory); Modern "Game
Setup" (the high roller claims first, then one territory a go; reinforcing goes on in the same order); the games for
two of all books (three piles, of which the third belongs to a neutral army; a go of two armies and a neutral one).
Rulings R1, R3, R14, R15, R31, R34. Switches: territory_setup, starting_armies, placement_go, first_player; with
setup_orders=planned the turns of it are played from plans (`engine.mechanics.setup_plan`).
"""

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.facts import Facts
from engine.core.language import gettext, gettext_noop
from engine.core.mapgraph import LAND
from engine.core.notation import Command
from engine.core.offers import Offer, TerritoryField
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.mechanics.deploy import (
    Place,
    Placed,
    allocate,
    allocation_field,
    apply_placements,
    armies_that_fit,
    check_placements,
    forfeit,
    placements_on_weakest,
    settle_rest,
)

NEUTRAL_GO = 1  # armies of the neutral army in each go, R34


class ChooseFirst(Step, frozen=True, tag="setup.first"):
    """By `options.first_player`: the highest die, or the seat left of a dealer drawn by lot."""


class DistributeTerritories(Step, frozen=True, tag="setup.hand_out"):
    """By `options.territory_setup`: deal, or ask for claims."""


class AskPlans(Step, frozen=True, tag="setup.plans"):
    """Where the set-up is planned: asks every seat for its plan before the first turn of it."""


class ClaimNext(Step, frozen=True, tag="setup.claim_next"):
    """Asks for the next claim. `turn` is its index among all claims, from 0."""

    turn: int


class PlaceNext(Step, frozen=True, tag="setup.place_next"):
    """Asks for the next placement. `turn` is its index among all placements, from 0."""

    turn: int


class ClaimAsked(Decision, frozen=True, kw_only=True, tag="setup.claim_asked"):
    """The seat must take one territory that nobody has claimed."""

    step = "set-up"
    ask = gettext_noop("claim a territory")


class SetupPlaceAsked(Decision, frozen=True, kw_only=True, tag="setup.place_asked"):
    """The seat must place exactly `armies` of its starting armies on its own territories, and with them what is due
    to the neutral army (see `neutral_armies_due`)."""

    armies: int

    step = "set-up"
    ask = gettext_noop("place starting armies")


class Claim(Action, frozen=True, tag="setup.claim", gc=False):
    territory: int


class Dealt(PublicEvent, frozen=True, tag="setup.dealt"):
    """`owners` has the seat of each territory, NOBODY where none was dealt; one past the last seat is the neutral
    army."""

    first: int
    owners: tuple[int, ...]


class DealerDrawn(PublicEvent, frozen=True, tag="setup.dealer_drawn", gc=False):
    dealer: int
    first: int


class StartRolled(PublicEvent, frozen=True, tag="setup.start_rolled"):
    """`throws` holds, throw after throw, (seat, die) pairs; the seats that tied roll again."""

    throws: tuple[tuple[tuple[int, int], ...], ...]
    first: int


class Claimed(PublicEvent, frozen=True, tag="setup.claimed", gc=False):
    seat: int
    territory: int


def choose_first(context: Context, step: ChooseFirst) -> None:
    by_dealer = context.options.first_player == "left_of_dealer"
    first = _find_left_of_dealer(context) if by_dealer else _high_roll(context)
    count = len(context.state.players)
    context.state.order = tuple((first + i) % count for i in range(count))
    context.state.active = first


def _find_left_of_dealer(context: Context) -> int:
    count = len(context.state.players)
    dealer = context.pick(range(count), "dealer")
    context.emit(DealerDrawn(dealer, (dealer + 1) % count))
    return (dealer + 1) % count


def _high_roll(context: Context) -> int:
    """Roll for the first seat: those who tie for the highest die roll again until one is left (R31)."""
    seats = list(range(len(context.state.players)))
    throws = []
    while len(seats) > 1:
        throw = tuple((seat, context.roll(1, 6, f"seat {seat}")[0]) for seat in seats)
        throws.append(throw)
        best = max(die for _, die in throw)
        seats = [seat for seat, die in throw if die == best]
    context.emit(StartRolled(tuple(throws), seats[0]))
    return seats[0]


def distribute_territories(context: Context, step: DistributeTerritories) -> None:
    """Have the territories claimed or dealt, and all starting armies placed, from the board as it stands: it is empty
    but in positions that were written down."""
    state = context.state
    sides = range(len(state.players) + has_neutral(context))
    claimed = sum(len(context.territories_of(side)) for side in sides)
    if context.options.starting_armies:
        each = context.options.starting_armies[str(len(state.players))]
        standing = [_standing(context, side) for side in sides]
        state.supply = [each - armies for armies in standing]
        go = context.options.placement_go + NEUTRAL_GO * has_neutral(context)
        context.push(PlaceNext((sum(standing) - claimed) // go))
    if context.options.territory_setup == "claim":
        context.push(ClaimNext(claimed))
    else:
        _deal(context)
    if context.options.setup_orders == "planned":
        context.push(AskPlans())


def has_neutral(context: Context) -> bool:
    """Return whether a neutral army gets a share of the board: the third pile."""
    return bool(context.options.territory_setup == "deal_three_piles")


def _standing(context: Context, side: int) -> int:
    return sum(context.state.armies[territory] for territory in context.territories_of(side))


def _deal(context: Context) -> None:
    """Deal all territory cards, one at a time, from the first seat on, and put one army on each territory.

    Three piles are dealt likewise, the third one to the neutral army: nobody knows what lies in a pile, so to let the
    players choose one would cost days by mail and decide nothing (R34).
    """
    state = context.state
    pile = free_land(context)
    dealt = frozenset(pile)
    sides = (*state.order, state.neutral) if has_neutral(context) else state.order
    turn = 0
    while pile:
        side = sides[turn % len(sides)]
        card = context.pick(pile, "deal") if len(pile) > 1 else pile[0]
        pile.remove(card)
        _assign(context, side, card)
        turn += 1
    owners = tuple(owner if at in dealt else NOBODY for at, owner in enumerate(state.owner))
    context.emit(Dealt(state.order[0], owners))


def free_land(context: Context) -> list[int]:
    """List the territories that may be claimed or dealt: land that nobody holds and that counts."""
    left_out = context.left_out()
    zones = context.graph.zones
    return [
        at
        for at, owner in enumerate(context.state.owner)
        if owner == NOBODY and zones[at] == LAND and at not in left_out
    ]


def _is_free(context: Context, territory: int) -> bool:
    if context.state.owner[territory] != NOBODY or context.graph.zones[territory] != LAND:
        return False
    return territory not in context.left_out()


def why_not_free(context: Context, territory: int) -> str:
    """Say why a territory cannot be claimed; empty if it can."""
    if context.state.owner[territory] != NOBODY:
        return gettext("it is already taken")
    if context.graph.zones[territory] != LAND:
        return gettext("only land territories can be claimed")
    return "" if _is_free(context, territory) else gettext("nobody can hold it")


def _has_free_land(context: Context) -> bool:
    """Return whether `free_land` would list anything, without going through the whole board for each claim."""
    owner, territory = context.state.owner, -1
    for _ in range(owner.count(NOBODY)):
        territory = owner.index(NOBODY, territory + 1)
        if _is_free(context, territory):
            return True
    return False


def _assign(context: Context, seat: int, territory: int) -> None:
    context.state.owner[territory] = seat
    context.state.armies[territory] = 1
    if context.state.supply:
        context.state.supply[seat] -= 1


def claim_next(context: Context, step: ClaimNext) -> None:
    """Ask for the next claim; once all is claimed, placing goes on with the seat whose turn it would be (R14)."""
    state = context.state
    if not _has_free_land(context):
        if isinstance(state.agenda[-1], PlaceNext):
            state.agenda[-1] = PlaceNext(step.turn + state.agenda[-1].turn)
        return
    seat = state.order[step.turn % len(state.order)]
    state.active = seat
    context.push(ClaimNext(step.turn + 1), ClaimAsked(seats=(seat,)))


def claim(context: Context, asked: ClaimAsked, order: Claim) -> None:
    """Claim a free territory. Raises IllegalAction: setup.taken, territory.unknown."""
    if not _is_free(context, context.territory(order.territory)):
        why = why_not_free(context, order.territory)
        context.refuse("setup.taken", territory=context.name(order.territory), why=why)
    _assign(context, order.seat, order.territory)
    context.emit(Claimed(order.seat, order.territory))
    context.pop_decision()


def place_next(context: Context, step: PlaceNext) -> None:
    state = context.state
    if not any(state.supply[: len(state.players)]):
        state.supply = []
        return
    seat = state.order[step.turn % len(state.order)]
    context.push(PlaceNext(step.turn + 1))
    if state.supply[seat]:
        state.supply[seat] -= forfeit(context, seat, state.supply[seat])
    if state.supply[seat]:
        state.active = seat
        armies = min(context.options.placement_go, state.supply[seat])
        context.push(SetupPlaceAsked(seats=(seat,), armies=armies_that_fit(context, seat, armies)))


def neutral_armies_due(context: Context) -> int:
    """Count the armies of the neutral army that go down with the present answer."""
    state = context.state
    if len(state.supply) == len(state.players):
        return 0
    return armies_that_fit(context, state.neutral, min(NEUTRAL_GO, state.supply[state.neutral]))


def setup_place(context: Context, asked: SetupPlaceAsked, order: Place) -> None:
    """Place starting armies. Raises what `check_placements` raises, setup.all_of_them for fewer than asked,
    deploy.no_neutral, setup.neutral."""
    state = context.state
    due = neutral_armies_due(context)
    if order.neutral and not due:
        context.refuse("deploy.no_neutral")
    if due and not order.neutral:
        context.refuse("setup.neutral", armies=due, count=context.rules.count_armies(due))
    at = settle_rest(context, order.at, asked.armies)
    total = check_placements(context, at, order.seat, asked.armies)
    if total != asked.armies:
        context.refuse("setup.all_of_them", armies=asked.armies, count=context.rules.count_armies(asked.armies))
    if due:
        state.supply[state.neutral] -= check_placements(context, order.neutral, state.neutral, due)
    apply_placements(context, (*at, *order.neutral))
    state.supply[order.seat] -= total
    context.emit(Placed(order.seat, at, state.supply[order.seat], order.neutral))
    context.pop_decision()


def claim_offers(context: Context, asked: ClaimAsked, seat: int) -> tuple[Offer, ...]:
    return (Offer("setup.claim", gettext_noop("Claim"), (TerritoryField("territory", tuple(free_land(context))),)),)


def claim_among_friends(context: Context, asked: ClaimAsked, seat: int) -> Claim:
    """Claim the free territory with the most own neighbours; ties go by map order."""
    owner = context.state.owner

    def friends(territory: int) -> int:
        return sum(owner[there] == seat for there in context.neighbours(territory, "border"))

    return Claim(seat, max(free_land(context), key=lambda territory: (friends(territory), -territory)))


def setup_offers(context: Context, asked: SetupPlaceAsked, seat: int) -> tuple[Offer, ...]:
    fields = [allocation_field(context, "at", seat, asked.armies, asked.armies)]
    due = neutral_armies_due(context)
    if due:
        fields.append(allocation_field(context, "neutral", context.state.neutral, due, due))
    return (Offer("deploy.place", gettext_noop("Place"), tuple(fields)),)


def setup_on_weakest(context: Context, asked: SetupPlaceAsked, seat: int) -> Place:
    """Place own armies on the weakest border, the neutral one on the neutral territory with fewest, ties by map
    order."""
    return Place(
        seat, placements_on_weakest(context, seat, asked.armies), _on_fewest(context, neutral_armies_due(context))
    )


def _on_fewest(context: Context, armies: int) -> tuple[tuple[int, int], ...]:
    state = context.state
    return allocate(
        armies,
        context.territories_of(state.neutral),
        context.capacity_left,
        lambda among: min(among, key=lambda territory: (state.armies[territory], territory)),
    )


def about_placing(context: Context, asked: SetupPlaceAsked) -> Facts:
    """Describe a placing: `left` counts all that the seat has still to place, those of this answer among them;
    `neutral` the armies of the neutral army in this answer, where there is one."""
    about = {"armies": asked.armies, "left": context.state.supply[asked.seats[0]]}
    return about | {"neutral": neutral_armies_due(context)} if has_neutral(context) else about


CLAIM = Command(
    "claim",
    Claim,
    lambda reader: Claim(reader.seat, reader.territory()),
    lambda order, writer: f"claim {writer.territory(order.territory)}",
    "claim TERRITORY",
    gettext_noop("take an unclaimed territory"),
)

MECHANIC = Mechanic(
    name="setup",
    steps={
        ChooseFirst: choose_first,
        DistributeTerritories: distribute_territories,
        ClaimNext: claim_next,
        PlaceNext: place_next,
    },
    answers={(ClaimAsked, Claim): claim, (SetupPlaceAsked, Place): setup_place},
    offers={ClaimAsked: claim_offers, SetupPlaceAsked: setup_offers},
    defaults={ClaimAsked: claim_among_friends, SetupPlaceAsked: setup_on_weakest},
    about={SetupPlaceAsked: about_placing},
    events=(Dealt, DealerDrawn, StartRolled, Claimed, Placed),
    refusals={
        "setup.taken": gettext_noop("You cannot claim {territory}: {why}. Choose an unclaimed territory."),
        "setup.all_of_them": gettext_noop("Place exactly {count} now."),
        "setup.neutral": gettext_noop(
            "Also say where the neutral army puts {count}: place 2 Brazil, neutral {armies} Egypt."
        ),
    },
    commands=(CLAIM,),
)
