"""Who may attack what, and with how many dice. Sources: 1959 (c), (d); Modern "Game Play"."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET

from engine.core import dice
from engine.core.context import Context
from engine.core.state import NOBODY
from engine.core.units import multiset_common
from engine.mechanics.battle.leading import leading_of
from engine.mechanics.battle.types import Attack, AttackAsked, AttackStep
from engine.mechanics.reaction import InvasionHooks, why_barred


def most_dice(context: Context, role: str, order: dice.Order) -> int:
    """Count the most dice of the attacker or of the defender in a fight: the units there, less those that stay
    behind an attack, up to the rules' limit."""
    if role == "attacker":
        return most_attack_dice(context, order.src)
    return min(dice.MOST[role], context.state.units(order.dst))


def most_attack_dice(context: Context, src: int) -> int:
    """Count the most dice of an attack from a territory."""
    return min(dice.MOST["attacker"], context.movable(src))


def leaders_of(context: Context, order: Attack) -> tuple[str, ...]:
    """List the pieces that lead an attack as the board stands: those that its order names, as far as they are still
    there, or all that may lead."""
    hooks = context.dice_hooks
    if not hooks.may_lead:
        return ()
    able, named = dice.may_lead(hooks, context, order), leading_of(context.rules).named_in(order)
    return able if named is UNSET else multiset_common(named, able)


def targets(context: Context, src: int, seat: int, zones: Sequence[str] = ()) -> list[int]:
    """List the territories that `seat` may attack from src as the board stands; those of some zones where they are
    named."""
    return next((there for _, there in reach(context, seat, (src,), zones)), [])


def reach(
    context: Context, seat: int, sources: Iterable[int], zones: Sequence[str] = ()
) -> Iterator[tuple[int, list[int]]]:
    """Go through those `sources` from which `seat` may attack as the board stands, each with its targets."""
    owner, may_enter = context.state.owner, context.hooks[InvasionHooks].may_enter
    barred = (seat, seat if context.rules.attack.enters_empty else NOBODY)
    for src in sources:
        if context.movable(src) < 1:
            continue
        others = [dst for dst in context.neighbours(src, "attack") if owner[dst] not in barred]
        if zones:
            others = [dst for dst in others if context.graph.zone(dst) in zones]
        if may_enter:
            others = [dst for dst in others if not why_barred(context, seat, src, dst)]
        if others:
            yield src, others


def can_attack(context: Context, seat: int, zones: Sequence[str] = ()) -> bool:
    return any(reach(context, seat, context.each_place(seat), zones))


def attack_step(context: Context, step: AttackStep) -> None:
    seat = context.state.active
    if can_attack(context, seat, step.zones):
        context.push(AttackAsked(seats=(seat,), zones=step.zones or UNSET))
