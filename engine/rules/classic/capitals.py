"""Capitals: each seat chooses one of its territories in secret, all are shown together, then they decide the game.

Sources: 1959 "Capitals" among the variations for experts, where who does not hold their capital at the end of their own
turn is out (`capitals=lose_and_out`; rulings R26, R35); Modern "Capital Risk", where all capitals in one hand win
(`control_all`; R27). Switches: capitals, capitals_needed.
"""

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.facts import Facts
from engine.core.hooks import ViewHooks
from engine.core.language import gettext_noop
from engine.core.notation import Command
from engine.core.offers import Offer, PlacementsField, TerritoryField
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY, GameState
from engine.core.units import multiset_subtract
from engine.mechanics.card_sets import DECK, discard_set
from engine.mechanics.deploy import (
    Forfeited,
    Place,
    Placed,
    Placements,
    apply_placements,
    check_placements,
    settle_rest,
)
from engine.mechanics.occupy import Eliminated
from engine.mechanics.turns import Elimination, TurnHooks, check_victory
from engine.rules.classic.state import ClassicState, state_of

NONE = -1
FURTHER = 5  # 1959 Capitals: armies for the captor beside the one on each territory


class ChooseCapitals(Step, frozen=True, tag="capitals.choose"):
    """Asks every seat at once, when the starting armies are placed."""


class CapitalAsked(Decision, frozen=True, kw_only=True, tag="setup.capital_asked"):
    """Each seat chooses one of its own territories; nobody knows another's choice before all have made theirs."""

    pace = "sealed"
    sealed = True
    step = "set-up"
    ask = gettext_noop("choose a capital")


class TakeOverAsked(Decision, frozen=True, kw_only=True, tag="capitals.take_over_asked"):
    """The captor of the capital of `was` places exactly `armies` on the `lands` that were vacated, out of turn."""

    was: int
    lands: tuple[int, ...]
    armies: int

    pace = "sealed"
    step = "place"
    ask = gettext_noop("place armies on the territories taken over")


class Capital(Action, frozen=True, tag="setup.capital", gc=False):
    territory: int


class CapitalsShown(PublicEvent, frozen=True, tag="capitals.shown"):
    """All have chosen; the territories by seat."""

    capitals: tuple[int, ...]


class CapitalLost(PublicEvent, frozen=True, tag="capitals.lost", gc=False):
    """A turn ended without one's capital, which `by` holds: a seat, the neutral army, or -1 for nobody."""

    seat: int
    capital: int
    by: int


class TakenOver(PublicEvent, frozen=True, tag="capitals.taken_over"):
    """The territories of `was` went to `seat` (as `by` above), one army on each. `armies` of `was` left the board and
    its `cards` went to the discards; their faces are told nowhere but there."""

    seat: int
    was: int
    lands: tuple[int, ...]
    armies: int
    cards: int


class Reinforced(PublicEvent, frozen=True, tag="capitals.reinforced", gc=False):
    """The captor has so many armies more to place on the land taken over."""

    seat: int
    armies: int


class AllHeld(PublicEvent, frozen=True, tag="capitals.all_held"):
    """The capitals that a seat holds, its own among them, which are enough."""

    seat: int
    capitals: tuple[int, ...]


# --- choosing


def choose_capitals(context: Context, step: ChooseCapitals) -> None:
    """Ask all seats for their capitals, but for those that have one in a position that was written down."""
    state = state_of(context)
    if context.options.capitals == "none":
        return
    if not state.capitals:
        state.capitals = (NONE,) * len(state.seats)
    asked = tuple(seat for seat in state.order if state.capitals[seat] == NONE)
    if asked:
        context.push(CapitalAsked(seats=asked))
    else:
        _show(context)


def choose(context: Context, asked: CapitalAsked, order: Capital) -> None:
    """Choose a capital. Raises IllegalAction: territory.unknown, capitals.not_yours."""
    owner = context.state.owner[context.territory(order.territory)]
    context.require(owner == order.seat, "capitals.not_yours", territory=context.name(order.territory))


def all_chosen(context: Context, asked: CapitalAsked, answers: list[Capital]) -> None:
    chosen = [*state_of(context).capitals]
    for answer in answers:
        chosen[answer.seat] = answer.territory
    state_of(context).capitals = tuple(chosen)
    _show(context)


def _show(context: Context) -> None:
    state = state_of(context)
    if context.options.capitals == "control_all":
        lay_aside(state)
    context.emit(CapitalsShown(state.capitals))


def lay_aside(state: ClassicState) -> None:
    """Remove the cards of the capitals from the deck: they lie before their players and never come into the game
    (R27)."""
    taken = set(state.capitals)
    layers = (multiset_subtract(layer, [*taken.intersection(layer)]) for layer in state.decks[DECK])
    state.decks[DECK] = tuple(layer for layer in layers if layer)


def cards_aside(state: GameState) -> tuple[int, ...]:
    """List the cards of capitals that lie open before their players, where the rules have them so."""
    aside = state.capitals if isinstance(state, ClassicState) and state.options.capitals == "control_all" else ()
    return tuple(card for card in aside if card != NONE)


def armies_taken_over(event: TakenOver) -> int:
    """Return by how many armies the board grows: one stands on each territory in the place of those that left."""
    return (len(event.lands) if event.seat != NOBODY else 0) - event.armies


def capital_offers(context: Context, asked: CapitalAsked, seat: int) -> tuple[Offer, ...]:
    return (
        Offer(
            "setup.capital", gettext_noop("Choose"), (TerritoryField("territory", tuple(context.territories_of(seat))),)
        ),
    )


def safest(context: Context, asked: CapitalAsked, seat: int) -> Capital:
    """Choose the territory with the fewest enemy neighbours; ties go by map order."""
    borders = context.borders
    return Capital(
        seat,
        min(context.territories_of(seat), key=lambda territory: (len(borders.enemies(territory, seat)), territory)),
    )


# --- losing it and going out


def check_capital(context: Context) -> TakeOverAsked | None:
    """Eliminate the active seat at turn end, after card and free move, if its capital is lost (R26)."""
    state = state_of(context)
    if not state.capitals or context.options.capitals != "lose_and_out":
        return None
    seat = state.active
    capital = state.capitals[seat]
    if capital == NONE or state.owner[capital] == seat or state.players[seat].out:
        return None
    return _lose_capital(context, seat, capital)


def _lose_capital(context: Context, seat: int, capital: int) -> TakeOverAsked | None:
    """Eliminate a seat without its capital; its land goes to whoever holds that, who then places five armies more."""
    state = context.state
    captor = state.owner[capital]
    by = captor if captor < state.neutral else NOBODY
    context.emit(CapitalLost(seat, capital, captor))
    lands = tuple(context.territories_of(seat))
    removed = sum(state.armies[land] for land in lands)
    for land in lands:
        state.owner[land], state.armies[land] = captor, int(captor != NOBODY)
    hand = context.player(seat).hand
    context.change_player(seat, hand=(), out=True)
    discard_set(context, hand)
    context.emit(Eliminated(seat, by, 0, "capital"))
    context.emit(TakenOver(captor, seat, lands, removed, len(hand)))
    if check_victory(context, Elimination(seat, by)) or by == NOBODY:
        return None
    return _further_armies(context, by, seat, lands)


def _further_armies(context: Context, captor: int, was: int, lands: tuple[int, ...]) -> TakeOverAsked | None:
    """Give the captor the further armies for these lands; what finds no room there is lost."""
    armies = min(FURTHER, sum(map(context.capacity_left, lands)))
    if armies < FURTHER:
        context.emit(Forfeited(captor, FURTHER - armies))
    context.state.pool = armies
    context.emit(Reinforced(captor, armies))
    return TakeOverAsked(seats=(captor,), was=was, lands=lands, armies=armies) if armies else None


def take_over(context: Context, asked: TakeOverAsked, order: Place) -> None:
    """Place the further armies. Raises what `check_placements` raises, deploy.no_neutral, capitals.not_taken,
    capitals.all_of_them."""
    context.require(not order.neutral, "deploy.no_neutral")
    at = settle_rest(context, order.at, asked.armies)
    total = check_placements(context, at, order.seat, asked.armies)
    for territory, _ in at:
        context.require(territory in asked.lands, "capitals.not_taken", territory=context.name(territory))
    context.require(total == asked.armies, "capitals.all_of_them", armies=asked.armies)
    apply_placements(context, at)
    context.state.pool = 0
    context.emit(Placed(order.seat, at, 0))
    context.pop_decision()
    check_victory(context)


def take_over_offers(context: Context, asked: TakeOverAsked, seat: int) -> tuple[Offer, ...]:
    rooms = {land: room for land in asked.lands if (room := context.capacity_left(land))}
    narrow = {str(land): (0, room) for land, room in rooms.items() if room < asked.armies}
    field = PlacementsField("at", tuple(rooms), asked.armies, asked.armies, table=narrow)
    return (Offer("deploy.place", gettext_noop("Place"), (field,)),)


def spread(context: Context, asked: TakeOverAsked, seat: int) -> Place:
    """Place armies one by one in map order, over and over (R35)."""
    return Place(seat, one_by_one(asked.armies, {land: context.capacity_left(land) for land in asked.lands}))


def one_by_one(armies: int, rooms: dict[int, int]) -> Placements:
    """Spread armies on lands in order, one on each, again and again while there is room."""
    heaps = dict.fromkeys(rooms, 0)
    while armies and any(heaps[land] < room for land, room in rooms.items()):
        for land in rooms:
            if armies and heaps[land] < rooms[land]:
                heaps[land] += 1
                armies -= 1
    return tuple((land, count) for land, count in heaps.items() if count)


# --- what all may see


def see(context: Context, viewer: int | None) -> Facts:
    """Show `capitals` by seat, once all have chosen; before that each seat sees its own alone."""
    state = state_of(context)
    asked = state.agenda[-1] if state.agenda else None
    if not isinstance(asked, CapitalAsked):
        return {"capitals": state.capitals} if state.capitals else {}
    own = {answer["seat"]: answer["territory"] for answer in asked.given if answer["seat"] == viewer}
    return {"capitals": tuple(own.get(seat, NONE) for seat in range(len(state.seats)))} if own else {}


CAPITAL = Command(
    "capital",
    Capital,
    lambda reader: Capital(reader.seat, reader.territory()),
    lambda order, writer: f"capital {writer.territory(order.territory)}",
    "capital TERRITORY",
    gettext_noop("choose your capital"),
)


MECHANIC = Mechanic(
    name="capitals",
    hooks=(TurnHooks(before_turn_end=(check_capital,)), ViewHooks(family_view=(see,))),
    steps={ChooseCapitals: choose_capitals},
    answers={(CapitalAsked, Capital): choose, (TakeOverAsked, Place): take_over},
    resolves={CapitalAsked: all_chosen},
    offers={CapitalAsked: capital_offers, TakeOverAsked: take_over_offers},
    defaults={CapitalAsked: safest, TakeOverAsked: spread},
    about={TakeOverAsked: lambda context, asked: {"was": asked.was, "lands": asked.lands, "armies": asked.armies}},
    events=(CapitalsShown, CapitalLost, TakenOver, Reinforced, AllHeld),
    refusals={
        "capitals.not_yours": gettext_noop(
            "{territory} is not yours: choose one of your own territories as your capital."
        ),
        "capitals.not_taken": gettext_noop(
            "You did not take over {territory}: place these armies on the territories you took over."
        ),
        "capitals.all_of_them": gettext_noop("Place all {armies} armies."),
    },
    commands=(CAPITAL,),
)
