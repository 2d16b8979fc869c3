"""Who may attack what, and with how many dice. Sources: 1959 (c), (d); Modern "Game Play"."""

from engine.core import dice
from engine.core.context import Context
from engine.core.state import NOBODY
from engine.mechanics.battle.types import AttackAsked, AttackStep


def most_dice(context: Context, role: str, territory: int) -> int:
    """Count the most dice of the attacker from a territory, or of its defender: the armies there, less the one that
    stays behind an attack, up to the rules' limit."""
    return dice.most_dice(context, role, territory, context.state.units(territory) - (role == "attacker"))


def targets(context: Context, src: int, seat: int) -> list[int]:
    """List the territories that `seat` may attack from src as the board stands."""
    owner = context.state.owner
    if context.state.units(src) < 2:
        return []
    others = [dst for dst in context.neighbours(src, "attack") if owner[dst] not in (seat, NOBODY)]
    hooks = context.rules.enter_hooks
    if not hooks:
        return others
    return [dst for dst in others if not any(hook(context, seat, src, dst) for hook in hooks)]


def can_attack(context: Context, seat: int) -> bool:
    return any(owner == seat and targets(context, src, seat) for src, owner in enumerate(context.state.owner))


def attack_step(context: Context, step: AttackStep) -> None:
    seat = context.state.active
    if can_attack(context, seat):
        context.push(AttackAsked(seats=(seat,)))
