"""Handing out the board: dealt by cards, or claimed in turn; then the rest of the starting armies, go by go.

Sources: Classic 1959 "The Set Up" (cards are dealt from the dealer's left, one army on each territory); Modern "Game
Setup" (the high roller claims first, then one territory a go; reinforcing goes on in the same order); the games for
two of all books (three piles, of which the third belongs to a neutral army; a go of two armies and a neutral one).
Rulings R1, R3, R14, R15, R31, R34. Switches: territory_setup, starting_armies, placement_go, first_player; with
setup_orders=planned the turns of it are played from plans (`engine.mechanics.setup_plan`).
"""

from typing import Any

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.notation import Verb
from engine.core.offers import Offer, TerritoryField
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.core.table import Table
from engine.mechanics.deploy import Place, Placed, check_places, fill, fitting, forfeit, on_weakest, places, put

NEUTRAL_GO = 1  # armies of the neutral army in each go, R34


class ChooseFirst(Step, frozen=True, tag="setup.first"):
    """By `options.first_player`: the highest die, or the seat left of a dealer drawn by lot."""


class HandOut(Step, frozen=True, tag="setup.hand_out"):
    """By `options.territory_setup`: deal, or ask for claims."""


class AskPlans(Step, frozen=True, tag="setup.plans"):
    """Where the set-up is planned: asks every seat for its plan before the first turn of it."""


class ClaimNext(Step, frozen=True, tag="setup.claim_next"):
    """`turn` counts goes from the first player."""

    turn: int


class PlaceNext(Step, frozen=True, tag="setup.place_next"):
    turn: int


class ClaimAsked(Decision, frozen=True, kw_only=True, tag="setup.claim_asked"):
    """The seat must take one territory that nobody has claimed."""

    step = "set-up"
    ask = gettext_noop("claim a territory")


class SetupPlaceAsked(Decision, frozen=True, kw_only=True, tag="setup.place_asked"):
    """The seat must place exactly `armies` of its starting armies on its own territories, and with them what is due
    to the neutral army (see `neutral_due`)."""

    armies: int

    step = "set-up"
    ask = gettext_noop("place starting armies")


class Claim(Action, frozen=True, tag="setup.claim", gc=False):
    territory: int


class Dealt(PublicEvent, frozen=True, tag="setup.dealt"):
    """`owners` has the seat of each territory; one past the last seat is the neutral army."""

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


def choose_first(table: Table, step: ChooseFirst) -> None:
    by_dealer = table.options.first_player == "left_of_dealer"
    first = _left_of_dealer(table) if by_dealer else _high_roll(table)
    count = len(table.state.players)
    table.state.order = tuple((first + i) % count for i in range(count))
    table.state.active = first


def _left_of_dealer(table: Table) -> int:
    count = len(table.state.players)
    dealer = table.choose(range(count), "dealer")
    table.emit(DealerDrawn(dealer, (dealer + 1) % count))
    return (dealer + 1) % count


def _high_roll(table: Table) -> int:
    """R31: those who tie for the highest die roll again until one is left."""
    seats = list(range(len(table.state.players)))
    throws = []
    while len(seats) > 1:
        throw = tuple((seat, table.roll(1, 6, f"seat {seat}")[0]) for seat in seats)
        throws.append(throw)
        best = max(die for _, die in throw)
        seats = [seat for seat, die in throw if die == best]
    table.emit(StartRolled(tuple(throws), seats[0]))
    return seats[0]


def hand_out(table: Table, step: HandOut) -> None:
    """Begins with the board as it stands, which is empty but in positions that were written down."""
    state = table.state
    claimed = sum(owner != NOBODY for owner in state.owner)
    if table.options.starting_armies:
        each = table.options.starting_armies[str(len(state.players))]
        state.supply = [each - _standing(table, side) for side in range(len(state.players) + has_neutral(table))]
        go = table.options.placement_go + NEUTRAL_GO * has_neutral(table)
        table.push(PlaceNext((sum(state.armies) - claimed) // go))
    if table.options.territory_setup == "claim":
        table.push(ClaimNext(claimed))
    else:
        _deal(table)
    if table.options.setup_orders == "planned":
        table.push(AskPlans())


def has_neutral(table: Table) -> bool:
    """Return whether a neutral army gets a share of the board: the third pile."""
    return bool(table.options.territory_setup == "deal_three_piles")


def _standing(table: Table, side: int) -> int:
    return sum(table.state.armies[territory] for territory in table.held(side))


def _deal(table: Table) -> None:
    """Deal all territory cards, one at a time, from the first seat on, and put one army on each territory.

    Three piles are dealt likewise, the third one to the neutral army: nobody knows what lies in a pile, so to let the
    players choose one would cost days by mail and decide nothing (R34).
    """
    state = table.state
    pile = [territory for territory, owner in enumerate(state.owner) if owner == NOBODY]
    sides = (*state.order, state.neutral) if has_neutral(table) else state.order
    turn = 0
    while pile:
        side = sides[turn % len(sides)]
        card = table.choose(pile, "deal") if len(pile) > 1 else pile[0]
        pile.remove(card)
        _settle(table, side, card)
        turn += 1
    table.emit(Dealt(state.order[0], tuple(state.owner)))


def _settle(table: Table, seat: int, territory: int) -> None:
    table.state.owner[territory] = seat
    table.state.armies[territory] = 1
    if table.state.supply:
        table.state.supply[seat] -= 1


def claim_next(table: Table, step: ClaimNext) -> None:
    """Ask for the next claim; once all is claimed, placing goes on with the seat whose turn it would be (R14)."""
    state = table.state
    if NOBODY not in state.owner:
        if isinstance(state.agenda[-1], PlaceNext):
            state.agenda[-1] = PlaceNext(step.turn + state.agenda[-1].turn)
        return
    seat = state.order[step.turn % len(state.order)]
    state.active = seat
    table.push(ClaimNext(step.turn + 1), ClaimAsked(seats=(seat,)))


def claim(table: Table, asked: ClaimAsked, order: Claim) -> None:
    """Claim a free territory. Raises IllegalAction: setup.taken, territory.unknown."""
    owner = table.state.owner[table.territory(order.territory)]
    table.require(owner == NOBODY, "setup.taken", territory=table.name(order.territory))
    _settle(table, order.seat, order.territory)
    table.emit(Claimed(order.seat, order.territory))
    table.done()


def place_next(table: Table, step: PlaceNext) -> None:
    state = table.state
    if not any(state.supply[: len(state.players)]):
        state.supply = []
        return
    seat = state.order[step.turn % len(state.order)]
    table.push(PlaceNext(step.turn + 1))
    if state.supply[seat]:
        state.supply[seat] -= forfeit(table, seat, state.supply[seat])
    if state.supply[seat]:
        state.active = seat
        armies = min(table.options.placement_go, state.supply[seat])
        table.push(SetupPlaceAsked(seats=(seat,), armies=fitting(table, seat, armies)))


def neutral_due(table: Table) -> int:
    """Count the armies of the neutral army that go down with the present answer."""
    state = table.state
    if len(state.supply) == len(state.players):
        return 0
    return fitting(table, state.neutral, min(NEUTRAL_GO, state.supply[state.neutral]))


def setup_place(table: Table, asked: SetupPlaceAsked, order: Place) -> None:
    """Place starting armies. Raises what `check_places` raises, setup.all_of_them for fewer than asked,
    deploy.no_neutral, setup.neutral."""
    state = table.state
    due = neutral_due(table)
    table.require(bool(due) or not order.neutral, "deploy.no_neutral")
    table.require(bool(order.neutral) or not due, "setup.neutral", armies=due)
    total = check_places(table, order.at, order.seat, asked.armies)
    table.require(total == asked.armies, "setup.all_of_them", armies=asked.armies)
    if due:
        state.supply[state.neutral] -= check_places(table, order.neutral, state.neutral, due)
    put(table, order.at)
    put(table, order.neutral)
    state.supply[order.seat] -= total
    table.emit(Placed(order.seat, order.at, state.supply[order.seat], order.neutral))
    table.done()


def claim_offers(table: Table, asked: ClaimAsked, seat: int) -> tuple[Offer, ...]:
    free = tuple(territory for territory, owner in enumerate(table.state.owner) if owner == NOBODY)
    return (Offer("setup.claim", gettext_noop("Claim"), (TerritoryField("territory", free),)),)


def claim_among_friends(table: Table, asked: ClaimAsked, seat: int) -> Claim:
    """Claim the free territory with the most own neighbours; ties go by map order."""
    owner = table.state.owner
    free = [territory for territory, held_by in enumerate(owner) if held_by == NOBODY]

    def friends(territory: int) -> int:
        return sum(owner[there] == seat for there in table.links(territory, "border"))

    return Claim(seat, max(free, key=lambda territory: (friends(territory), -territory)))


def setup_offers(table: Table, asked: SetupPlaceAsked, seat: int) -> tuple[Offer, ...]:
    fields = [places(table, "at", seat, asked.armies, asked.armies)]
    due = neutral_due(table)
    if due:
        fields.append(places(table, "neutral", table.state.neutral, due, due))
    return (Offer("deploy.place", gettext_noop("Place"), tuple(fields)),)


def setup_on_weakest(table: Table, asked: SetupPlaceAsked, seat: int) -> Place:
    """Own armies on the weakest border, the neutral one on the neutral territory with fewest, ties by map order."""
    return Place(seat, on_weakest(table, seat, asked.armies), _on_fewest(table, neutral_due(table)))


def _on_fewest(table: Table, armies: int) -> tuple[tuple[int, int], ...]:
    state = table.state
    return fill(
        armies,
        table.held(state.neutral),
        table.room,
        lambda among: min(among, key=lambda territory: (state.armies[territory], territory)),
    )


def about_placing(table: Table, asked: SetupPlaceAsked) -> dict[str, Any]:
    """`left` counts all that the seat has still to place, those of this answer among them; `neutral` the armies of the
    neutral army in this answer, where there is one."""
    about = {"armies": asked.armies, "left": table.state.supply[asked.seats[0]]}
    return about | {"neutral": neutral_due(table)} if has_neutral(table) else about


CLAIM = Verb(
    "claim",
    Claim,
    lambda reader: Claim(reader.seat, reader.territory()),
    lambda order, writer: f"claim {writer.territory(order.territory)}",
    "claim TERRITORY",
    gettext_noop("take an unclaimed territory"),
)

MECHANIC = Mechanic(
    name="setup",
    steps={ChooseFirst: choose_first, HandOut: hand_out, ClaimNext: claim_next, PlaceNext: place_next},
    answers={(ClaimAsked, Claim): claim, (SetupPlaceAsked, Place): setup_place},
    offers={ClaimAsked: claim_offers, SetupPlaceAsked: setup_offers},
    defaults={ClaimAsked: claim_among_friends, SetupPlaceAsked: setup_on_weakest},
    about={SetupPlaceAsked: about_placing},
    events=(Dealt, DealerDrawn, StartRolled, Claimed, Placed),
    refusals={
        "setup.taken": gettext_noop("{territory} is already taken: choose an unclaimed territory."),
        "setup.all_of_them": gettext_noop("Place all {armies} armies now."),
        "setup.neutral": gettext_noop(
            "Also say where {armies} neutral army goes: place 2 Brazil, neutral {armies} Egypt."
        ),
    },
    verbs=(CLAIM,),
)
