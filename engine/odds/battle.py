"""Fights over one territory with their stop conditions, and paths over several."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.odds.dice import CLASSIC, Dice, check
from engine.odds.distribution import Ends, ends_of, sweep, walk
from engine.odds.outcome import End, Outcome
from engine.odds.wins import diagonals


def battle(a: int, d: int, *, stop: int = 0, throws: int = 0, odds: float = 0, dice: Dice = CLASSIC) -> Outcome:
    """List all ends of a fight of a armies that may attack against d defenders, fought until a condition holds.

    `stop`: no throw with so many or fewer left that may fight. `throws`: at most so many (0 = no limit).
    `odds`: throw only while the chance to win to the end is at least so many percent. Raises ValueError for numbers
    that make no fight.
    """
    _check(a, (d,), stop, dice)
    if throws < 0:
        raise ValueError("Throws are counted from 1 up; 0 means no limit.")
    if not 0 <= odds <= 100:
        raise ValueError("The odds to hold are a percentage from 0 to 100.")
    if throws or odds:
        ends = walk(a, d, throws, _halt(a + d, stop, odds, dice), dice)
    else:
        ends = ends_of(sweep([0.0] * a + [1.0], d, stop, dice))
    return _outcome(a, (d,), [(0, ends)])


def _halt(total: int, stop: int, odds: float, dice: Dice) -> Callable[[int, int], bool]:
    """Make the stop condition, a function of attackers and defenders left."""
    if not odds:
        return lambda a, d: a <= stop
    table = diagonals(total, dice)
    return lambda a, d: a <= stop or table[a + d][a] * 100 < odds


def path(a: int, defenders: Sequence[int], *, stop: int = 0, dice: Dice | Sequence[Dice] = CLASSIC) -> Outcome:
    """List all ends of an attack by a armies that may fight and go on from territory to territory.

    After each capture all move in, one of them stays there for good, and the rest attacks the next; no throw with
    `stop` or fewer that may fight. `dice` may differ by territory. Raises ValueError for numbers that make no fight.
    """
    sets = [dice] * len(defenders) if isinstance(dice, Dice) else list(dice)
    if len(sets) != len(defenders):
        raise ValueError("Name the dice once, or once for each territory.")
    for each in sets or [CLASSIC]:
        _check(a, defenders, stop, each)
    start = [0.0] * a + [1.0]
    legs: list[tuple[int, Ends]] = []
    for taken, (d, each) in enumerate(zip(defenders, sets, strict=True)):
        ends = ends_of(sweep(start, d, stop, each))
        if taken + 1 < len(defenders):
            start = [ends.pop((left, 0), 0.0) for left in range(1, len(start))]
        legs.append((taken, ends))
    return _outcome(a, tuple(defenders), legs)


def _check(a: int, defenders: Sequence[int], stop: int, dice: Dice) -> None:
    if a < 1:
        raise ValueError("At least one attacking army must be free to fight.")
    if not defenders or min(defenders) < 1:
        raise ValueError("Each attacked territory has at least one defender.")
    if stop < 0:
        raise ValueError("The armies to stop at are counted from 0 up.")
    check(dice)


def _outcome(a: int, defenders: tuple[int, ...], legs: list[tuple[int, Ends]]) -> Outcome:
    """Put the ends in order: the most territories first, then the most attackers, the fewest defenders."""
    ends = []
    for taken, cells in legs:
        ends += [End(taken + (not d), left, d, chance) for (left, d), chance in cells.items() if chance]
    ends.sort(key=lambda end: (-end.taken, -end.attackers, end.defenders))
    return Outcome(a, defenders, tuple(ends))
