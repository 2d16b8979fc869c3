"""One fight followed throw by throw: from chances of armies at its start to the chances of all its ends.

Away from the borders both sides throw all their dice, so every throw takes the same number of armies off
the board: all chances move from one diagonal (attackers + defenders = total) to one lower diagonal, and a
whole diagonal is blended at once. Cells where a side has fewer armies than dice are few and go one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log

from engine.odds.dice import Dice, full_throw_chances, outcome_chances

Ends = dict[tuple[int, int], float]  # {(attackers, defenders): chance}
Grid = list[list[float]]  # grid[attackers][defenders]

NEGLIGIBLE = 1e-22  # a chance cut off at a diagonal's end; all that is cut stays far below 1e-12
SMALLEST = -600.0  # the logarithm of the smallest chance a jump over many throws may pass through


def sweep(start: Sequence[float], defenders: int, stop: int, dice: Dice) -> Grid:
    """Compute the chances of all ends of a fight against `defenders`, fought until it is won, lost or stopped.

    start[a] is the chance that a armies may fight at the beginning; the attacker stops as soon as `stop` or fewer are
    left. A captured territory is an end with 0 defenders. All other cells of the grid are 0, or missing from the end of
    a row.
    """
    floor = max(len(dice.attack), stop + 1)
    full = len(dice.defend)
    few = defenders < full
    grid = [[0.0] * (defenders + 1 if few or a < floor else full) for a in range(len(start))]
    for a in range(len(start) if few else min(floor, len(start))):
        grid[a][defenders] = start[a]
    if not few:
        for first in range(len(start) - 1, max(len(start) - len(full_throw_chances(dice)), floor - 1), -1):
            if not any(start[: first + 1]):
                break
            _inside(grid, start, first, defenders, floor, dice)
    _borders(grid, stop, dice)
    return grid


def ends_of(grid: Grid) -> Ends:
    """Collect the ends of a swept grid that have a chance."""
    return {(a, d): chance for a, row in enumerate(grid) for d, chance in enumerate(row) if chance}


def blend(values: Sequence[float], by: Sequence[float]) -> list[float]:
    """Sum by[k] * values[i + k] over k, for each i that has all of them; `by` has 2 to 4 numbers."""
    if len(by) == 2:
        p, q = by
        return [p * x + q * y for x, y in zip(values, values[1:], strict=False)]
    if len(by) == 3:
        p, q, r = by
        return [p * x + q * y + r * z for x, y, z in zip(values, values[1:], values[2:], strict=False)]
    p, q, r, s = by
    shifted = zip(values, values[1:], values[2:], values[3:], strict=False)
    return [p * w + q * x + r * y + s * z for w, x, y, z in shifted]


def _inside(grid: Grid, start: Sequence[float], first: int, defenders: int, floor: int, dice: Dice) -> None:
    """Follow the diagonals from `first` attackers down; what leaves the inside goes to `grid`.

    Inside are the cells where all dice are thrown: at least `floor` attackers, as many defenders as dice.
    With two armies off the board a throw every other diagonal is met, so the caller asks for both firsts.
    """
    thrown = full_throw_chances(dice)
    lost = len(thrown) - 1
    full = len(dice.defend)
    pad = [0.0] * lost
    sure = min(first - floor, defenders - full) // lost
    line = [start[first]] if any(start[:first]) else _jump(start[first], sure, thrown)
    low = first - len(line) + 1
    for total in range(low + defenders - lost, floor + full - lost - 1, -lost):
        if line:
            line = blend(pad + line + pad, thrown)
            low -= lost
        a = total - defenders
        if a >= floor and start[a]:
            low = _enter(line, low, start[a], a)
        low = _leave(grid, line, low, total, floor, full)


def _jump(chance: float, sure: int, thrown: Sequence[float]) -> list[float]:
    """Compute the diagonal after as many as possible of the `sure` throws that cannot leave the inside, at once.

    With two armies lost a throw these are the coefficients of (p + q x + r x^2)^throws. Each half comes from its own
    end, where every term of the recurrence is positive and nothing cancels.
    """
    if len(thrown) != 3:
        return [chance]
    p, q, r = thrown
    throws = min(sure, int(SMALLEST / log(min(p, r))))
    few_lost = _coefficients(p, q, r, throws)
    many_lost = _coefficients(r, q, p, throws)
    return [chance * c for c in (*many_lost, *few_lost[-2::-1])]


def _coefficients(p: float, q: float, r: float, throws: int) -> list[float]:
    """Expand (p + q x + r x^2)^throws and return the coefficients of x^0 to x^throws."""
    found = [p**throws]
    before, last = 0.0, found[0]
    for i in range(1, throws + 1):
        before, last = last, ((throws - i + 1) * q * last + (2 * throws - i + 2) * r * before) / (i * p)
        found.append(last)
    return found


def _enter(line: list[float], low: int, chance: float, a: int) -> int:
    """Add the chance to start with a armies at the diagonal's lower end; return that end."""
    if not line:
        line.append(chance)
        return a
    line[:0] = [0.0] * (low - a)
    line[0] += chance
    return a


def _leave(grid: Grid, line: list[float], low: int, total: int, floor: int, full: int) -> int:
    """Move the ends of the diagonal that lie outside to `grid`; return where the rest begins."""
    while line and (low < floor or line[0] < NEGLIGIBLE):
        chance = line.pop(0)
        if low < floor:
            grid[low][total - low] += chance
        low += 1
    left = total - low - len(line) + 1  # defenders at the line's upper end
    while line and (left < full or line[-1] < NEGLIGIBLE):
        chance = line.pop()
        if left < full:
            grid[total - left][left] += chance
        left += 1
    return low


def _borders(grid: Grid, stop: int, dice: Dice) -> None:
    """Fight on in the cells where a side has fewer armies than dice, until only ends are left."""
    table = outcome_chances(dice)
    full = len(dice.defend)
    for a in range(len(grid) - 1, stop, -1):
        row = grid[a]
        column = table[min(a, len(dice.attack))]
        for d in range(len(row) - 1, 0, -1):
            if chance := row[d]:
                row[d] = 0.0
                for lost, killed, p in column[d if d < full else full]:
                    grid[a - lost][d - killed] += chance * p


def walk(a: int, d: int, throws: int, halts: Callable[[int, int], bool], dice: Dice) -> Ends:
    """Compute the chances of all ends after at most `throws` throws (0 = no limit), or as soon as `halts(a, d)`.

    Slower than `sweep`, for conditions that do not follow from the attacker's armies alone.
    """
    table = outcome_chances(dice)
    most_a, most_d = len(dice.attack), len(dice.defend)
    live: Ends = {(a, d): 1.0}
    ends: Ends = {}
    thrown = 0
    while live and not (throws and thrown == throws):
        later: Ends = {}
        for (x, y), chance in live.items():
            if not x or not y or halts(x, y):
                _add(ends, (x, y), chance)
                continue
            for lost, killed, p in table[min(x, most_a)][min(y, most_d)]:
                _add(later, (x - lost, y - killed), chance * p)
        live = later
        thrown += 1
    for cell, chance in live.items():
        _add(ends, cell, chance)
    return ends


def _add(cells: Ends, cell: tuple[int, int], chance: float) -> None:
    cells[cell] = cells.get(cell, 0.0) + chance
