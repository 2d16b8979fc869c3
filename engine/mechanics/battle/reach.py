"""Who may attack what, and with how many dice. Sources: 1959 (c), (d); Modern "Game Play"."""

from engine.core import dice
from engine.core.state import NOBODY
from engine.core.table import Table
from engine.mechanics.battle.types import AttackAsked, AttackStep


def most_dice(table: Table, role: str, territory: int) -> int:
    """Count the most dice of the attacker from a territory, or of its defender: the armies there, less the one that
    stays behind an attack, up to the rules' limit."""
    return dice.most_dice(table, role, territory, table.state.units(territory) - (role == "attacker"))


def targets(table: Table, src: int, seat: int) -> list[int]:
    """Territories that `seat` may attack from src as the board stands."""
    owner = table.state.owner
    if table.state.units(src) < 2:
        return []
    others = [dst for dst in table.links(src, "attack") if owner[dst] not in (seat, NOBODY)]
    hooks = table.rules.enter_hooks
    if not hooks:
        return others
    return [dst for dst in others if not any(hook(table, seat, src, dst) for hook in hooks)]


def can_attack(table: Table, seat: int) -> bool:
    return any(owner == seat and targets(table, src, seat) for src, owner in enumerate(table.state.owner))


def attack_step(table: Table, step: AttackStep) -> None:
    seat = table.state.active
    if can_attack(table, seat):
        table.push(AttackAsked(seats=(seat,)))
