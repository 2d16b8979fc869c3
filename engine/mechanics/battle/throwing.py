"""One side's dice: how they are thrown, and thrown again where they show a one.

Battles use it, and whatever else a family settles by dice on both sides.
"""

from collections.abc import Callable, Sequence

from engine.core.context import Context
from engine.core.dice import SIDES, Row
from engine.mechanics.battle.hooks import BattleHooks


def throw_dice(context: Context, seat: int, role: str, row: Row, again: Callable[[], bool]) -> list[int]:
    """Roll dice of so many sides each for a seat; returns them in the order of the row.

    Dice that show 1 are thrown again, all together, as long as there are some and `again` holds. The family's hooks
    see the dice before it is asked, so that what they hand out has its say in the same roll.
    """
    dice = list(_fall(context, row, role))
    hooks = context.hooks[BattleHooks].on_thrown
    while True:
        hooks = tuple(hook for hook in hooks if not hook(context, seat, tuple(dice)))
        ones = [place for place, die in enumerate(dice) if die == 1]
        if not ones or not again():
            return dice
        for place, die in zip(ones, _fall(context, tuple(row[place] for place in ones), role), strict=True):
            dice[place] = die


def _fall(context: Context, row: Row, role: str) -> Sequence[int]:
    """Roll each die once, all at once where a family has no other dice."""
    if not context.dice_hooks.dice_sides:
        return context.roll(len(row), SIDES, role)
    return [context.roll(1, sides, role)[0] for sides in row]
