"""Win chances of fights to the end, from tables that grow as they are asked."""

from __future__ import annotations

from functools import cache, lru_cache
from math import fsum
from threading import Lock

from engine.odds import dice as dice_module
from engine.odds.dice import CLASSIC, Dice, full_throw_chances, outcome_chances
from engine.odds.distribution import blend, sweep

Diagonals = list[list[float]]  # diagonals[a + d][a] is the win chance of a against d

MOST_TABLED = 128  # armies of both sides up to which a question fills the table; beyond, one answer is cheaper
ROUNDING_BITS = 5  # binary digits that are kept where large armies are rounded
MOST_CACHED = 400  # armies of both sides up to which a filled table is kept: 2.5 MB

_growing = Lock()


def win(a: int, d: int, *, dice: Dice = CLASSIC) -> float:
    """Return the chance that a armies that may fight beat d defenders when they never stop.

    Under a microsecond once asked before (up to MOST_TABLED armies in all: once a larger one was asked). Against nobody
    any army wins; without armies nobody does. Raises ValueError for negative armies.
    """
    if a < 0 or d < 0:
        raise ValueError("Armies are counted from 0 up.")
    total = a + d
    table = _table(dice)
    if total < len(table):
        chance = table[total][a]
    elif total > MOST_TABLED:
        chance = _remembered(a, d, dice)
    else:
        chance = diagonals(total, dice)[total][a]
    return chance if chance < 1.0 else 1.0  # sums of rounded numbers may come out a hair above


def win_chance_at_least(a: int, d: int, percent: int, *, dice: Dice = CLASSIC) -> bool:
    """Return whether a armies that may fight beat d defenders with a chance of at least `percent` per cent.

    A fight to the end asks this after each throw. More armies never make it worse, so for large numbers rounded ones on
    both sides, which come again and again and are cached, mostly answer it.
    """
    total = a + d
    if total > MOST_TABLED:
        step = 1 << total.bit_length() - ROUNDING_BITS
        fewer, more = a // step * step, -(-a // step) * step
        if win(fewer, -(-d // step) * step, dice=dice) * 100 >= percent:
            return True
        if win(more, d // step * step, dice=dice) * 100 < percent:
            return False
    return win(a, d, dice=dice) * 100 >= percent


def win_uncached(a: int, d: int, *, dice: Dice = CLASSIC) -> float:
    """Compute the same chance with no cache, the counting of the dice included.

    Benchmarks time this: it first clears all tables of this process.
    """
    clear_cache()
    return _win(a, d, dice)


def _win(a: int, d: int, dice: Dice) -> float:
    if not a or not d:
        return float(a > 0)
    return fsum(row[0] for row in sweep([0.0] * a + [1.0], d, 0, dice))


@lru_cache(maxsize=65536)
def _remembered(a: int, d: int, dice: Dice) -> float:
    return _win(a, d, dice)


@cache
def _table(dice: Dice) -> Diagonals:
    """Return the cached table of these dice, at first with the empty board alone."""
    return [[0.0]]


def diagonals(total: int, dice: Dice) -> Diagonals:
    """Return the table up to `total` armies of both sides together; beyond MOST_CACHED it is not cached."""
    with _growing:
        table = _table(dice)
        if total > MOST_CACHED:
            table = list(table)
        for armies in range(len(table), total + 1):
            table.append(_diagonal(table, armies, dice))
        return table


def _diagonal(table: Diagonals, total: int, dice: Dice) -> list[float]:
    """Compute all win chances where both sides together have `total` armies, from the smaller totals."""
    row = [0.0] * total + [1.0]
    few = len(dice.attack)
    many = total - len(dice.defend)
    if many >= few:
        thrown = full_throw_chances(dice)
        lost = len(thrown) - 1
        row[few : many + 1] = blend(table[total - lost][few - lost : many + 1], thrown[::-1])
    chances = outcome_chances(dice)
    for a in (*range(1, min(few, total)), *range(max(few, many + 1), total)):
        results = chances[min(a, few)][min(total - a, len(dice.defend))]
        row[a] = sum(p * table[total - lost - killed][a - lost] for lost, killed, p in results)
    return row


def clear_cache() -> None:
    """Clear every table, so that the next question is answered from a cold start."""
    with _growing:
        _table.cache_clear()
        _remembered.cache_clear()
        dice_module.clear_cache()
