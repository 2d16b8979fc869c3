"""How many tables a round has, how large each is, and who gets a bye."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class TableSizes(NamedTuple):
    """The sizes of tables that an event wants, and allows."""

    preferred: int
    least: int
    most: int


def share_out(players: int, sizes: TableSizes) -> tuple[list[int], int]:
    """Return the sizes of a round's tables, the larger first, and the number of byes.

    The fewest byes for which sizes differ by at most one and lie within the bounds; then the sizes nearest to the
    preferred; then the larger number of tables. Two or more, but fewer than the least, sit at one table.

    >>> share_out(10, TableSizes(4, 3, 5)), share_out(5, TableSizes(4, 3, 4)), share_out(2, TableSizes(4, 3, 5))
    (([4, 3, 3], 0), ([4], 1), ([2], 0))
    """
    if players < sizes.least:
        return ([players], 0) if players >= 2 else ([], players)
    byes = next(byes for byes in range(players) if any(splits(players - byes, sizes)))
    return min(splits(players - byes, sizes), key=lambda each: (badness(each, sizes), -len(each))), byes


def splits(players: int, sizes: TableSizes) -> Iterator[list[int]]:
    """Yield the ways to seat so many players at tables within the bounds that differ by at most one."""
    for tables in range(1, players // sizes.least + 1):
        size, larger = divmod(players, tables)
        if size + bool(larger) <= sizes.most:
            yield [size + 1] * larger + [size] * (tables - larger)


def badness(split: list[int], sizes: TableSizes) -> int:
    return sum(abs(size - sizes.preferred) for size in split)
