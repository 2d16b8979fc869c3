"""The free move that ends a turn.

Sources: Classic 1959 (g) The Free Move; Modern "Game Play", last paragraph but two; 1959 for experts, "Fortifying your
position". Switch: options.fortify is "adjacent_one" (one neighbour), "connected_one" (over own territories) or
"connected_many" (any number of such moves, one by one or as the counts that they lead to; ruling R25). Units move as a
Force. A limit of armies on a territory holds here too (R24).
"""

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from engine.core.actions import Action, End
from engine.core.agenda import Decision, Step
from engine.core.context import NO_LIMIT, Context
from engine.core.events import PublicEvent
from engine.core.hooks import Hook, HookRecord
from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command, Formatter, TokenReader
from engine.core.offers import CountsField, ForceField, Offer, TerritoryField
from engine.core.registry import ruleset
from engine.core.ruleset import Mechanic
from engine.core.units import ALL, Force, multiset_subtract
from engine.core.view import PlayerView
from engine.mechanics.occupy import (
    fill_force,
    read_amount_ahead,
    read_companions,
    read_force,
    read_joined_force,
    read_pieces,
    warn_exposed_source,
    write_force,
    write_joined_force,
)
from engine.mechanics.turns import check_victory


class FortifyStep(Step, frozen=True, tag="fortify.step"):
    """Asks the active seat for its free move, if one is possible."""

    step = "fortify"


class FortifyAsked(Decision, frozen=True, kw_only=True, tag="fortify.move_asked"):
    """The seat may make its free move or decline it."""

    step = "fortify"
    ask = gettext_noop("make a free move or end the turn")


class Fortify(Action, frozen=True, tag="fortify.move", gc=False):
    """`force.armies` may be units.ALL."""

    src: int
    dst: int
    force: Force


class Redistribute(Action, frozen=True, tag="fortify.redistribute"):
    """The armies that are to stand on each of the territories named; those not named keep theirs."""

    at: tuple[tuple[int, int], ...]


class Fortified(PublicEvent, frozen=True, tag="fortify.moved"):
    seat: int
    src: int
    dst: int
    force: Force


class Redistributed(PublicEvent, frozen=True, tag="fortify.redistributed"):
    """`at` has each territory that changed, with its armies before and after."""

    seat: int
    at: tuple[tuple[int, int, int], ...]


def destinations(context: Context, src: int, seat: int) -> list[int]:
    """List the own territories that the free move may reach from src, and that have room."""
    reached = _list_reached(context, src, seat)
    return reached if context.army_limit() is None else [dst for dst in reached if context.capacity_left(dst)]


class FortifyHooks(HookRecord, frozen=True):
    """may_bring: a refusal's code if companions may not end a free move on a territory, else None."""

    may_bring: Hook[[Context, int], str | None] = ()


def _list_reached(context: Context, src: int, seat: int) -> list[int]:
    """List the own territories that a free move from src may reach; companions go alone where no unit may leave."""
    if context.movable(src) > 0:
        return _list_linked(context, src, seat)
    if not context.rules.companions or not context.companions_at(src):  # most have none, and every view asks
        return []
    return [dst for dst in _list_linked(context, src, seat) if not _find_bar(context, dst)]


def _find_bar(context: Context, dst: int) -> str:
    """Return the code of the refusal if companions may not end a free move on a territory; empty if they may."""
    return next(filter(None, (hook(context, dst) for hook in context.hooks[FortifyHooks].may_bring)), "")


def _list_linked(context: Context, src: int, seat: int) -> list[int]:
    """List the own territories that links of the free move lead to."""
    owner = context.state.owner
    if context.options.fortify == "adjacent_one":
        return [dst for dst in context.neighbours(src, "fortify") if owner[dst] == seat]
    return sorted(context.reachable(src, "fortify", lambda territory: owner[territory] == seat) - {src})


def fortify_step(context: Context, step: FortifyStep) -> None:
    seat = context.state.active
    if _has_move(context, seat):
        context.push(FortifyAsked(seats=(seat,)))


def _has_move(context: Context, seat: int) -> bool:
    if context.army_limit() is None and not context.rules.companions:  # then the neighbours tell it
        places = (src for src in context.each_place(seat) if context.movable(src) > 0)
        return any(seat in map(context.state.owner.__getitem__, context.neighbours(src, "fortify")) for src in places)
    reached = _list_reached if context.army_limit() is None else destinations
    return any(reached(context, src, seat) for src in context.each_place(seat))


def why_no_move(context: Context, seat: int) -> str:
    """Say that a seat has no free move as its land lies; empty if it has one."""
    return "" if _has_move(context, seat) else gettext("you have no free move to make")


def all_destinations(context: Context, seat: int) -> dict[int, tuple[int, ...]]:
    """Map each own territory from which the free move may go to where it may go, with room there."""
    if context.options.fortify == "adjacent_one":
        found = {src: tuple(destinations(context, src, seat)) for src in context.territories_of(seat)}
        return {src: there for src, there in found.items() if there}
    unlimited, groups = context.army_limit() is None, connected_groups(context, seat)
    return {
        src: there
        for src, group in sorted((src, group) for group in groups for src in group)
        if (context.movable(src) > 0 or (context.rules.companions and context.companions_at(src)))
        and (there := tuple(dst for dst in _of_group(context, src, group) if unlimited or context.capacity_left(dst)))
    }


def _of_group(context: Context, src: int, group: Sequence[int]) -> list[int]:
    """List the other territories of a connected group that the free move may reach from src."""
    others = [dst for dst in group if dst != src]
    return others if context.movable(src) > 0 else [dst for dst in others if not _find_bar(context, dst)]


def fortify(context: Context, asked: FortifyAsked, order: Fortify) -> None:
    """Move at least 1 unit, or companions, and leave at least 1 unit behind. Where many moves are allowed the question
    stays open.

    Raises IllegalAction: territory.unknown, fortify.not_yours, fortify.leave_one, fortify.no_route, fortify.no_room,
    force.not_there, force.no_piece, and what the family refuses.
    """
    src, dst = order.src, order.dst
    for territory in (context.territory(src), context.territory(dst)):
        _own(context, order.seat, territory)
    force = _force(context, order)
    context.check_force(src, force)
    context.require(
        dst in _list_linked(context, src, order.seat), "fortify.no_route", src=context.name(src), dst=context.name(dst)
    )
    room = context.capacity_left(dst)
    units = context.rules.units_in(force)
    context.require(units <= room, "fortify.no_room", territory=context.name(dst), room=room)
    barred = context.rules.companions_in(force) and _find_bar(context, dst)
    if barred:
        context.refuse(barred, territory=context.name(dst))

    context.move(src, dst, force)
    context.emit(Fortified(order.seat, src, dst, force))
    if context.options.fortify != "connected_many":
        context.pop_decision()
    check_victory(context)


def _own(context: Context, seat: int, territory: int) -> None:
    context.require(context.state.owner[territory] == seat, "fortify.not_yours", territory=context.name(territory))


def _force(context: Context, order: Fortify) -> Force:
    """Resolve what moves, `all` as a number. Raises fortify.leave_one, force.no_piece."""
    src, most = order.src, context.movable(order.src)
    force, along = order.force, context.rules.companions_in(order.force)
    if force.armies == ALL:
        count = min(most, max(1, context.capacity_left(order.dst)))
        named = multiset_subtract(force.pieces, along)
        units = fill_force(context, src, named, count, every=True)
        force = Force(units.armies, (*units.pieces, *along))
    count, least = context.rules.units_in(force), 0 if along else 1
    context.require(least <= count <= most, "fortify.leave_one", most=max(0, most), territory=context.name(src))
    return force


def redistribute(context: Context, asked: FortifyAsked, order: Redistribute) -> None:
    """Rearrange armies inside each group of linked own territories; then the step is over (R25).

    Raises IllegalAction: fortify.one_move, territory.unknown, fortify.not_yours, fortify.twice, fortify.keep_one,
    fortify.too_many, fortify.nothing, fortify.sum.
    """
    context.require(context.options.fortify == "connected_many", "fortify.one_move")
    for territory, armies in order.at:
        _own(context, order.seat, context.territory(territory))
        _check_count(context, territory, armies)
    final = dict(order.at)
    context.require(len(final) == len(order.at), "fortify.twice")
    before = context.state.armies
    context.require(bool(final), "fortify.nothing")
    changed = tuple((there, before[there], armies) for there, armies in order.at if armies != before[there])
    for group in connected_groups(context, order.seat):
        _check_sum(context, [territory for territory in group if territory in final], final)

    for territory, armies in order.at:
        before[territory] = armies
    context.emit(Redistributed(order.seat, changed))
    context.pop_decision()
    check_victory(context)


def _check_count(context: Context, territory: int, armies: int) -> None:
    name = context.name(territory)
    context.require(armies >= 1, "fortify.keep_one", territory=name)
    most = context.army_limit()
    if most is not None and armies > max(most, context.state.armies[territory]):
        context.refuse("fortify.too_many", territory=name, most=most)


def _check_sum(context: Context, named: list[int], final: dict[int, int]) -> None:
    standing = sum(context.state.armies[territory] for territory in named)
    wanted = sum(final[territory] for territory in named)
    names = " and ".join(context.name(territory) for territory in named)
    context.require(wanted == standing, "fortify.sum", territories=names, standing=standing, wanted=wanted)


def connected_groups(context: Context, seat: int) -> list[list[int]]:
    """List the connected groups of a seat's territories."""
    owner = context.state.owner
    left = context.territories_of(seat)
    found = []
    while left:
        group = context.reachable(left[0], "fortify", lambda territory: owner[territory] == seat)
        found.append(sorted(group))
        left = [territory for territory in left if territory not in group]
    return found


def skip_fortify(context: Context, asked: FortifyAsked, order: End) -> None:
    context.pop_decision()


def fortify_offers(context: Context, asked: FortifyAsked, seat: int) -> tuple[Offer, ...]:
    reach = all_destinations(context, seat)
    end = Offer("turn.end", gettext_noop("End your turn"))
    if not reach:
        return (end,)
    fields = (
        TerritoryField("src", tuple(reach)),
        TerritoryField("dst", by="src", table={str(src): there for src, there in reach.items()}),
        _force_field(context, reach),
    )
    moves = [Offer("fortify.move", gettext_noop("Move"), fields)]
    if context.options.fortify == "connected_many":
        moves.append(
            Offer("fortify.redistribute", gettext_noop("Redistribute"), (_redistribution_field(context, seat),))
        )
    return (*moves, end)


def _force_field(context: Context, reach: dict[int, tuple[int, ...]]) -> ForceField:
    """Make the field of what may leave a territory; with an army cap it depends on the room at the other end too."""
    if context.army_limit() is None:
        rows = {
            str(src): (min(1, most), most, *context.own_pieces(src))
            for src, most in ((src, context.movable(src)) for src in reach)
        }
        beside, along = _armies_beside_pieces(context, rows), _companions_along(context, reach)
        by = "src dst" if along else ""  # as typed
        return ForceField("force", by="src", table=rows, armies=beside, along_by=by, along=along)
    pairs = {
        f"{src} {dst}": (1, min(context.movable(src), context.capacity_left(dst)), *context.own_pieces(src))
        for src, there in reach.items()
        for dst in there
    }
    return ForceField("force", by="src dst", table=pairs, armies=_armies_beside_pieces(context, pairs))  # as typed


def _armies_beside_pieces(context: Context, rows: Mapping[str, tuple[object, ...]]) -> dict[str, int]:
    """Count the armies on each source from which pieces may go too."""
    return {key: context.state.armies[int(key.split()[0])] for key, (_, _, *pieces) in rows.items() if pieces}


def _companions_along(context: Context, reach: dict[int, tuple[int, ...]]) -> dict[str, tuple[str, ...]]:
    """List who may go along on each way of a free move, source and target; nothing where nobody may."""
    if not context.rules.companions:
        return {}
    return {
        f"{src} {dst}": companions
        for src, there in reach.items()
        if (companions := context.companions_at(src))
        for dst in there
        if not _find_bar(context, dst)
    }


def _redistribution_field(context: Context, seat: int) -> CountsField:
    """Make the field of armies per territory for the groups in which something can be moved."""
    armies = context.state.armies
    most = context.army_limit() or NO_LIMIT
    joined = [
        group for group in connected_groups(context, seat) if sum(armies[there] for there in group) > len(group) > 1
    ]
    rows = {str(group[0]): (sum(armies[there] for there in group), *group) for group in joined}
    return CountsField("at", tuple(sorted(there for group in joined for there in group)), 1, most, table=rows)


def warn_before_fortify(view: PlayerView, order: Fortify) -> str:
    return warn_exposed_source(view, order.seat, order.src, order.force)


def read_move(reader: TokenReader) -> Fortify:
    """Read `Brazil Peru 4`, or `4 from Brazil to Peru`."""
    ahead = read_amount_ahead(reader)
    src, dst = reader.way()
    reader.pass_over("and", "with")
    force = _read_along(reader, src, ahead) if ahead else _read_force(reader, src)
    reader.no_number("fortify FROM WHERE 4")
    return Fortify(reader.seat, src, dst, force)


def _read_force(reader: TokenReader, src: int) -> Force:
    return read_joined_force(reader, src) if ruleset(reader.view.rules).companions else read_force(reader)


def _read_along(reader: TokenReader, src: int, armies: int) -> Force:
    """Read the pieces that go along with a number of armies from `src`, if any do."""
    along = read_companions(reader)
    if along is None:
        along = read_pieces(reader)
    return Force(armies, reader.view.companions_at(src) if along is UNSET else along)


def write_move(order: Fortify, writer: Formatter) -> str:
    way = f"{writer.territory(order.src)} {writer.territory(order.dst)}"
    if writer.rules.companions:
        return f"fortify {way} {write_joined_force(order.force, writer)}"
    pieces = "with " if order.force.pieces else ""
    return f"fortify {way} {pieces}{write_force(order.force, writer)}"


FORTIFY = Command(
    "fortify",
    Fortify,
    read_move,
    write_move,
    "fortify FROM WHERE 4",
    gettext_noop("the free move that ends your turn"),
    goes_on=lambda view: bool(view.options.get("fortify") == "connected_many"),
    also=("move",),
)


def read_counts(reader: TokenReader) -> Redistribute:
    at = []
    while reader.more():
        territory = reader.territory()
        at.append((territory, reader.armies()))
        reader.no_number("redistribute TERRITORY 1, TERRITORY 3")
    return Redistribute(reader.seat, tuple(at))


def write_counts(order: Redistribute, writer: Formatter) -> str:
    return "redistribute " + ", ".join(f"{writer.territory(territory)} {armies}" for territory, armies in order.at)


REDISTRIBUTE = Command(
    "redistribute",
    Redistribute,
    read_counts,
    write_counts,
    "redistribute TERRITORY 1, TERRITORY 3",
    gettext_noop("free redistribution: how many armies each territory holds afterwards"),
)

MECHANIC = Mechanic(
    name="fortify",
    steps={FortifyStep: fortify_step},
    answers={
        (FortifyAsked, Fortify): fortify,
        (FortifyAsked, Redistribute): redistribute,
        (FortifyAsked, End): skip_fortify,
    },
    offers={FortifyAsked: fortify_offers},
    defaults={FortifyAsked: lambda context, asked, seat: End(seat)},
    missing={Fortify: why_no_move},
    advice={Fortify: warn_before_fortify},
    events=(Fortified, Redistributed),
    refusals={
        "fortify.not_yours": gettext_noop(
            "{territory} is not yours: the free move goes between two of your own territories."
        ),
        "fortify.leave_one": gettext_noop("You cannot leave {territory} empty: you can move at most {most}."),
        "fortify.no_route": gettext_noop("The free move cannot go from {src} to {dst}."),
        "fortify.no_room": gettext_noop("{territory} has room for only {room} more."),
        "fortify.one_move": gettext_noop(
            "In this game the free move goes from one territory to one other: fortify FROM WHERE 4."
        ),
        "fortify.twice": gettext_noop("Name each territory once."),
        "fortify.nothing": gettext_noop(
            "Name the territories that change, each with the number of armies it holds afterwards."
        ),
        "fortify.keep_one": gettext_noop("{territory} cannot be left empty: at least one must stay."),
        "fortify.too_many": gettext_noop("{territory} can hold at most {most} armies."),
        "fortify.sum": gettext_noop(
            "{territories} hold {standing} armies together, but your numbers add up to {wanted}. Armies only move "
            "between your own connected territories, so the sum must stay the same."
        ),
    },
    commands=(FORTIFY, REDISTRIBUTE),
)
