"""Putting new armies on one's own territories, in any split; all of them before the next attack.

Sources: Classic 1959 (b) and (i); Modern "Placing Armies". Where a family limits the armies on a territory (1959 for
experts, "Armies per territory"; ruling R24), what finds no room on any territory is lost.
"""

from collections.abc import Callable, Sequence
from typing import NoReturn

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext, gettext_noop
from engine.core.mapgraph import mapgraph
from engine.core.notation import Command, Formatter, TokenReader
from engine.core.offers import Offer, PlacementsField
from engine.core.registry import ruleset
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY
from engine.core.units import ALL, sum_counts
from engine.core.view import PlayerView
from engine.mechanics.turns import check_victory


class PlaceStep(Step, frozen=True, tag="deploy.step"):
    """Asks the active seat to place what is in its pool; nothing if the pool is empty."""

    step = "place"


class PlaceAsked(Decision, frozen=True, kw_only=True, tag="deploy.place_asked"):
    """The seat must put down every army in the pool, at once or bit by bit."""

    step = "place"
    ask = gettext_noop("place armies")


Placements = tuple[tuple[int, int], ...]


class Place(Action, frozen=True, omit_defaults=True, tag="deploy.place", gc=False):
    """`at` holds (territory, armies) pairs, each territory once, armies at least 1; the last may be units.ALL, for all
    that the others leave. `neutral` holds the same of the neutral army, where it is placed with one's own."""

    at: Placements
    neutral: Placements = ()


class Placed(PublicEvent, frozen=True, omit_defaults=True, tag="deploy.placed"):
    """`left` is what the seat has still to place."""

    seat: int
    at: Placements
    left: int
    neutral: Placements = ()


class Forfeited(PublicEvent, frozen=True, tag="deploy.forfeited", gc=False):
    """`armies` found no room: on any territory of the seat, or, for pictured land, on `at` (else -1)."""

    seat: int
    armies: int
    at: int = -1


def place_step(context: Context, step: PlaceStep) -> None:
    state = context.state
    if state.pool:
        state.pool -= forfeit(context, state.active, state.pool)
    if state.pool:
        context.push(PlaceAsked(seats=(state.active,)))


def forfeit(context: Context, seat: int, armies: int) -> int:
    """Count the new armies of a seat that are lost: all of them if no territory of it has room, or if it has none, as
    in hand-written positions."""
    has_room = (
        seat in context.state.owner
        if context.army_limit() is None
        else any(map(context.capacity_left, context.territories_of(seat)))
    )
    if has_room:
        return 0
    context.emit(Forfeited(seat, armies))
    return armies


def settle_rest(context: Context, at: Placements, armies: int) -> Placements:
    """Put the number that it comes to in the place of ALL: what others leave of so many armies, as far as there is
    room. Nothing is left for a territory that would get none."""
    if not at or at[-1][1] != ALL or not 0 <= at[-1][0] < len(context.state.owner):
        return at
    *named, (last, _) = at
    rest = min(armies - sum_counts(named), context.capacity_left(last))
    return (*named, (last, rest)) if rest > 0 else tuple(named)


def check_placements(context: Context, at: Placements, owner: int, most: int) -> int:
    """Check placements on territories of `owner`, a seat or the neutral army, and return their sum, 1 to `most`.

    Raises IllegalAction: territory.unknown, deploy.not_yours, deploy.not_neutral, deploy.left_out, deploy.nothing,
    deploy.no_room, deploy.too_many, deploy.twice.
    """
    total = 0
    owners, left_out = context.state.owner, context.left_out()
    for territory, armies in at:
        if owners[context.territory(territory)] != owner:
            _refuse_land(context, territory, owner)
        if territory in left_out:
            context.refuse("deploy.left_out", territory=context.name(territory))
        if armies < 1:
            context.refuse("deploy.nothing")
        total += armies
    if not at:
        context.refuse("deploy.nothing")
    if len(at) > 1 and len({territory for territory, _ in at}) != len(at):
        context.refuse("deploy.twice")
    if total > most:
        context.refuse("deploy.too_many", most=most, armies=context.rules.count_armies(most))
    _check_room(context, at)
    return total


def _refuse_land(context: Context, territory: int, owner: int) -> NoReturn:
    if owner == context.state.neutral:
        context.refuse("deploy.not_neutral", territory=context.name(territory))
    context.refuse("deploy.not_yours", territory=context.name(territory))


def _check_room(context: Context, at: Placements) -> None:
    limit = context.army_limit()
    if limit is None:
        return
    for territory, armies in at:
        room = context.capacity_left(territory)
        if armies > room:
            context.refuse("deploy.no_room", territory=context.name(territory), room=room, limit=limit)


def apply_placements(context: Context, at: Placements) -> None:
    standing = context.state.armies
    for territory, armies in at:
        standing[territory] += armies


def place(context: Context, asked: PlaceAsked, order: Place) -> None:
    """Place reinforcements. Raises what `check_placements` raises, `most` being what is left in the pool, and
    deploy.no_neutral."""
    state = context.state
    if order.neutral:
        context.refuse("deploy.no_neutral")
    at = settle_rest(context, order.at, state.pool)
    total = check_placements(context, at, order.seat, state.pool)
    apply_placements(context, at)
    state.pool -= total
    context.emit(Placed(order.seat, at, state.pool))
    if state.pool:
        state.pool -= forfeit(context, order.seat, state.pool)
    if not state.pool:
        context.pop_decision()
    check_victory(context)


def place_offers(context: Context, asked: PlaceAsked, seat: int) -> tuple[Offer, ...]:
    return (
        Offer("deploy.place", gettext_noop("Place"), (allocation_field(context, "at", seat, 1, context.state.pool),)),
    )


def armies_that_fit(context: Context, owner: int, armies: int) -> int:
    """Count how many of so many armies find room on the territories of `owner`."""
    return (
        armies
        if context.army_limit() is None
        else min(armies, sum(map(context.capacity_left, context.territories_of(owner))))
    )


def allocation_field(context: Context, name: str, owner: int, least: int, most: int) -> PlacementsField:
    """Make a field of placements on territories of `owner`, as far as there is room."""
    held = context.territories_of(owner)
    if context.army_limit() is None:
        return PlacementsField(name, tuple(held), least, most)
    rooms = {territory: room for territory in held if (room := context.capacity_left(territory))}
    most = armies_that_fit(context, owner, most)
    narrow = {str(territory): (0, room) for territory, room in rooms.items() if room < most}
    return PlacementsField(name, tuple(rooms), min(least, most), most, table=narrow)


def place_all_on_weakest(context: Context, asked: PlaceAsked, seat: int) -> Place:
    return Place(seat, placements_on_weakest(context, seat, context.state.pool))


def placements_on_weakest(context: Context, seat: int, armies: int) -> Placements:
    """Place all armies on the weakest border; what finds no room there goes to the next weakest, and so on."""
    borders = context.borders
    return allocate(
        armies, context.territories_of(seat), context.capacity_left, lambda among: borders.weakest(seat, among)
    )


def allocate(
    armies: int, spots: Sequence[int], room: Callable[[int], int], pick: Callable[[list[int]], int]
) -> Placements:
    """Allocate armies spot after spot in the order in which `pick` takes them, as many on each as there is room."""
    left = [spot for spot in spots if room(spot)]
    at = []
    while armies > 0 and left:
        spot = pick(left)
        at.append((spot, min(armies, room(spot))))
        armies -= at[-1][1]
        left.remove(spot)
    return tuple(at)


def read_place(reader: TokenReader) -> Place:
    """Read `3 Brazil, 1 Peru` or `2 Brazil, rest Peru`, with `neutral 1 Egypt` or `neutral Egypt` behind it where a
    neutral army is placed too; or `on the weakest border` for all that is left to place."""
    if reader.take("on", "the", "weakest", "border"):
        return Place(reader.seat, _placements_on_weakest_in_view(reader))
    at: list[tuple[int, int]] = []
    neutral: list[tuple[int, int]] = []
    into = at
    while reader.more():
        if reader.take("neutral"):
            into = neutral
        single = into is neutral and not reader.peek().isdigit()
        armies = 1 if single else _read_count(reader, into)
        if not single:
            reader.no_number("place 3 TERRITORY, 1 TERRITORY")
        reader.pass_over("on")
        into.append((reader.territory(), armies))
        reader.pass_over("and")
    return Place(reader.seat, _clamp_to_capacity(reader, at), tuple(neutral))


def _read_count(reader: TokenReader, before: Sequence[tuple[int, int]]) -> int:
    """Read a number of armies, or `all` or `rest` for what is left. Raises UnreadableOrder for any behind it."""
    if before and before[-1][1] == ALL:
        raise reader.fail(gettext("Nothing is left to place behind the rest: name it last."), wrong=reader.typed())
    return ALL if reader.take("all") or reader.take("rest") else reader.armies(others=("all", "rest"))


def _clamp_to_capacity(reader: TokenReader, at: list[tuple[int, int]]) -> Placements:
    """Cut an order that names all new armies to those that find room, if it leaves no room anywhere (R24)."""
    view, offer = reader.view, reader.view.offer("deploy.place")
    limit = view.options.get("army_cap")
    if limit is None or offer is None or not view.pool or sum_counts(at) != view.pool:
        return tuple(at)
    fitting = tuple((spot, min(armies, limit - view.armies[spot])) for spot, armies in at)
    fills = sum_counts(fitting) == offer.field("at", PlacementsField).most and min(armies for _, armies in fitting) > 0
    return fitting if fills else tuple(at)


def _placements_on_weakest_in_view(reader: TokenReader) -> Placements:
    """Choose what `placements_on_weakest` would, reckoned from what the seat sees."""
    view, seat = reader.view, reader.seat
    own = [territory for territory, owner in enumerate(view.owner) if owner == seat]
    offer = view.offer("deploy.place")

    if not own:  # a standing order may be written down before the first claim; given now it is refused
        return ()
    if offer is None:
        return ((view.borders.weakest(seat), view.pool),)
    field = offer.field("at", PlacementsField)
    return allocate(field.most, field.values, field.most_at, lambda among: view.borders.weakest(seat, among))


def warn_before_place(view: PlayerView, order: Place) -> str:
    """Warn before armies go where they meet nobody, not even a neutral army that they could attack."""
    names, owner, ours = mapgraph(view.map).names, view.owner, (order.seat, NOBODY)
    inland = [names[here] for here, _ in order.at if all(owner[there] in ours for there in view.links[here])]
    if not inland or view.step != ruleset(view.rules).step_word("place"):
        return ""
    return gettext("No enemy is next to {territories}.").format(territories=gettext(" and ").join(inland))


def write_place(order: Place, writer: Formatter) -> str:
    own, neutral = (
        ", ".join(f"{_write_count(armies, len(at))} {writer.territory(territory)}" for territory, armies in at)
        for at in (order.at, order.neutral)
    )
    return f"place {own}, neutral {neutral}" if neutral else f"place {own}"


def _write_count(armies: int, spots: int) -> str:
    return str(armies) if armies != ALL else "rest" if spots > 1 else "all"


PLACE = Command(
    "place",
    Place,
    read_place,
    write_place,
    "place 3 TERRITORY, 1 TERRITORY",
    gettext_noop(
        "place new armies; `place all TERRITORY` places all you have, `place 2 TERRITORY, rest TERRITORY` all that are "
        "left; in the set-up of a game for two end with one neutral army: `neutral 1 TERRITORY`"
    ),
)

MECHANIC = Mechanic(
    name="deploy",
    steps={PlaceStep: place_step},
    answers={(PlaceAsked, Place): place},
    offers={PlaceAsked: place_offers},
    defaults={PlaceAsked: place_all_on_weakest},
    about={PlaceAsked: lambda context, asked: {"armies": context.state.pool}},
    advice={Place: warn_before_place},
    events=(Placed, Forfeited),
    refusals={
        "deploy.not_yours": gettext_noop("{territory} is not yours: choose territories of your own."),
        "deploy.left_out": gettext_noop("You cannot place armies in {territory}: choose other territories of yours."),
        "deploy.nothing": gettext_noop("Place at least one on each territory you name."),
        "deploy.twice": gettext_noop("Name each territory once."),
        "deploy.too_many": gettext_noop("You have {armies} to place: place no more than that."),
        "deploy.no_room": gettext_noop("{territory} can hold at most {limit} armies: there is room for {room} more."),
        "deploy.not_neutral": gettext_noop("{territory} is not neutral: choose territories of the neutral army."),
        "deploy.no_neutral": gettext_noop("The neutral army gets nothing now: place only your own."),
    },
    commands=(PLACE,),
)
