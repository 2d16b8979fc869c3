"""How many dice a territory throws, and with how many sides: the usual ones as a family's hooks change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.core.context import Context

SIDES = 6
MOST = {"attacker": 3, "defender": 2}  # 1959 (c): under no circumstance more than three; one or two
Row = tuple[int, ...]
USUAL: tuple[Row, Row] = ((SIDES,) * MOST["attacker"], (SIDES,) * MOST["defender"])


def most_dice(context: Context, role: str, territory: int, armies: int) -> int:
    """Count the most dice that so many armies may throw from or for a territory."""
    most = MOST[role]
    if armies < most:
        most = armies
    for hook in context.rules.dice_hooks:
        most = hook(context, role, territory, most)
    return most


def sides(context: Context, role: str, territory: int, count: int) -> Row:
    """List the number of sides of each of `count` dice, in the order in which they are thrown."""
    row = (SIDES,) * count
    for hook in context.rules.sides_hooks:
        row = hook(context, role, territory, row)
    return row


def full_row(context: Context, role: str, territory: int) -> Row:
    """List the dice that a territory throws while it has enough armies; a force of n armies throws the first n."""
    return sides(context, role, territory, max(0, most_dice(context, role, territory, MOST[role])))


def special_rows(context: Context) -> dict[int, tuple[Row, Row]]:
    """Collect the rows of attack and defence of each territory that does not throw the usual dice."""
    rules = context.rules
    if not rules.dice_hooks and not rules.sides_hooks:
        return {}
    rows = {
        at: (full_row(context, "attacker", at), full_row(context, "defender", at))
        for at in range(len(context.state.owner))
    }
    return {at: row for at, row in rows.items() if row != USUAL}
