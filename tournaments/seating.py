"""Who sits where at one table: nobody gets a seat more often than another seat at tables of that size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations


def free_seats(taken: Sequence[int], size: int) -> int:
    """Return as a mask of bits the seats that a player may get at a table of this size: those they have had least.

    >>> bin(free_seats([1, 0, 1, 0], 4)), bin(free_seats([], 3))
    ('0b1010', '0b111')
    """
    times = [*taken, *[0] * size][:size]
    return sum(1 << seat for seat, had in enumerate(times) if had == min(times))


@cache
def count_unseated(masks: tuple[int, ...]) -> int:
    """Count the players at a table who cannot get a seat they may have, if as many as possible do. Masks are sorted,
    so that tables alike are counted once."""
    filled = {0}
    for mask in masks:
        filled |= {seats | (1 << seat) for seats in filled for seat in range(len(masks)) if mask & ~seats & (1 << seat)}
    return len(masks) - max(seats.bit_count() for seats in filled)


def seat_players(masks: Sequence[int], drifts: Sequence[int]) -> list[int]:
    """Return for each seat of a table which of its players gets it: as few as can be in a seat that they may not have,
    then those early who sat late before. `drifts` sum up how late each has sat, in units of `drift_of`.

    >>> seat_players([0b111, 0b001, 0b111], [0, 0, 40])
    [1, 2, 0]
    """
    size = len(masks)

    def cost(order: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        wrong = sum(not masks[player] >> seat & 1 for seat, player in enumerate(order))
        late = sum((drifts[player] + drift_of(seat, size)) ** 2 for seat, player in enumerate(order))
        return wrong, late, order

    return list(min(map(cost, permutations(range(size))))[2])


def drift_of(seat: int, size: int) -> int:
    """Return how late a seat is at a table: 0 in the middle, below for the first, above for the last.

    >>> [drift_of(seat, 4) for seat in range(4)]
    [-45, -15, 15, 45]
    """
    return (2 * seat + 1) * 60 // size - 60
