"""Asking for plans: what may be planned, and what of a plan is refused."""

from collections.abc import Sequence

from engine.core.context import Context
from engine.core.errors import clipped
from engine.core.facts import Facts
from engine.core.hooks import Hook, HookRecord
from engine.core.language import gettext_noop
from engine.core.offers import Offer, PlacementsField, RankingField
from engine.core.state import NOBODY
from engine.core.units import sum_counts
from engine.mechanics.deploy import Placements
from engine.mechanics.setup import AskPlans, free_land, has_neutral, why_not_free
from engine.mechanics.setup_plan.types import ANY, NEXT_TO_MINE, Plan, PlanAsked, Wish


class PlanHooks(HookRecord, frozen=True):
    """may_plan: whether a territory is offered for one of the parts of a set-up plan; plans pass over others."""

    may_plan: Hook[[Context, str, int], bool] = ()


def ask_plans(context: Context, step: AskPlans) -> None:
    """Ask every seat for a plan, unless nothing is left to claim or to place."""
    state = context.state
    if free_land(context) or any(state.supply[: len(state.players)]):
        context.push(PlanAsked(seats=state.order))


def check_plan(context: Context, asked: PlanAsked, order: Plan) -> None:
    """Check a plan without playing it.

    Raises IllegalAction: territory.unknown, setup.taken, setup.plan_twice, setup.plan_dealt, deploy.nothing,
    deploy.not_yours, setup.plan_too_many, setup.plan_part, and for the neutral army deploy.no_neutral,
    deploy.not_neutral, setup.plan_neutral.
    """
    _check_wishes(context, order.claim)
    _check_counts(context, order)
    _check_neutral(context, order.neutral)
    _check_pieces(context, order)


def _check_pieces(context: Context, order: Plan) -> None:
    for part, territory in order.pieces:
        context.require(part in context.rules.plan_parts, "setup.plan_part", part=clipped(part))
        owner = context.state.owner[context.territory(territory)]
        context.require(owner in (order.seat, NOBODY), "deploy.not_yours", territory=context.name(territory))
        _check_open(context, territory)
    context.require(len(set(order.pieces)) == len(order.pieces), "setup.plan_twice")


def _check_wishes(context: Context, wishes: Sequence[Wish]) -> None:
    context.require(not wishes or bool(free_land(context)), "setup.plan_dealt")
    members = {part.id: part.members for part in context.graph.continents} | {NEXT_TO_MINE: (), ANY: ()}
    for wish in wishes:
        if isinstance(wish, int):
            _check_open(context, context.territory(wish))
        else:
            context.require(wish in members, "territory.unknown")
            _check_part(context, members[wish])
    context.require(len(set(wishes)) == len(wishes), "setup.plan_twice")


def _check_open(context: Context, territory: int) -> None:
    """Refuse what no seat can ever claim; what another has already is passed over when the plan is played."""
    if context.state.owner[territory] == NOBODY and (why := why_not_free(context, territory)):
        context.refuse("setup.taken", territory=context.name(territory), why=why)


def _check_part(context: Context, members: Sequence[int]) -> None:
    """Refuse a continent without any land that can be claimed, in words about its first territory."""
    if members and all(context.state.owner[at] == NOBODY and why_not_free(context, at) for at in members):
        _check_open(context, members[0])


def _check_counts(context: Context, order: Plan) -> None:
    state = context.state
    most = state.supply[order.seat] if state.supply else 0
    for territory, armies in order.place:
        owner = state.owner[context.territory(territory)]
        context.require(owner in (order.seat, NOBODY), "deploy.not_yours", territory=context.name(territory))
        _check_open(context, territory)
        context.require(armies > 0, "deploy.nothing")
        room = most + state.armies[territory]
        if armies > room:
            count = context.rules.count_armies(armies)
            context.refuse("setup.plan_too_many", armies=armies, most=room, count=count)
    lands = [territory for territory, _ in order.place]
    context.require(len(set(lands)) == len(lands), "setup.plan_twice")


def _check_neutral(context: Context, at: Placements) -> None:
    state = context.state
    context.require(has_neutral(context) or not at, "deploy.no_neutral")
    for territory, armies in at:
        owner = state.owner[context.territory(territory)]
        context.require(owner == state.neutral, "deploy.not_neutral", territory=context.name(territory))
        context.require(armies > 0, "deploy.nothing")
    if at:
        most = state.supply[state.neutral]
        count = context.rules.count_armies(most)
        context.require(sum_counts(at) <= most, "setup.plan_neutral", most=most, count=count)


def plan_offers(context: Context, asked: PlanAsked, seat: int) -> tuple[Offer, ...]:
    state = context.state
    fields: list[RankingField | PlacementsField] = []
    free = free_land(context)
    if free:
        continents = (part.id for part in context.graph.continents if not set(free).isdisjoint(part.members))
        fields.append(RankingField("claim", (*free, *continents, NEXT_TO_MINE, ANY)))
    if state.supply:
        lands = tuple(sorted((*free, *context.territories_of(seat))))
        fields.append(PlacementsField("place", lands, 0, state.supply[seat]))
    if has_neutral(context):
        lands = tuple(context.territories_of(state.neutral))
        fields.append(PlacementsField("neutral", lands, 0, state.supply[state.neutral]))
    if context.rules.plan_parts:
        lands = tuple(sorted((*free, *context.territories_of(seat))))
        named = ((part, land) for part in context.rules.plan_parts for land in lands)
        hooks = context.hooks[PlanHooks].may_plan
        pairs = tuple(pair for pair in named if all(hook(context, *pair) for hook in hooks))
        fields.append(RankingField("pieces", pairs))
    return (Offer("setup.plan", gettext_noop("Plan"), tuple(fields)),)


def about_plans(context: Context, asked: PlanAsked) -> Facts:
    """Describe what a plan is for: `free` counts the territories to be claimed, `supply` the armies of each seat that
    are not on the board yet, those of its claims among them, `go` how many are placed at a time; `neutral` those of
    the neutral army, if there is one."""
    state = context.state
    seats = len(state.players)
    about = {
        "free": len(free_land(context)),
        "supply": tuple(state.supply[:seats]) or (0,) * seats,
        "go": context.options.placement_go,
    }
    return about | {"neutral": state.supply[state.neutral]} if has_neutral(context) else about
