"""Points as people type and read them: halves are the least part, 60 units are a point."""

from __future__ import annotations

import re

from tournaments.results import WHOLE

HALF = WHOLE // 2
NUMBER = re.compile(r"(\d{1,3})?(½|[.,][05])?")


def read_points(text: str) -> list[int]:
    """Read points as units: whole and half ones, apart by spaces or slashes. Raises ValueError with the word that is
    none.

    >>> read_points("10 6½ 3 1.5")
    [600, 390, 180, 90]
    """
    return [read_one(word) for word in re.split(r"[\s/;]+", text.strip()) if word]


def read_one(word: str) -> int:
    found = NUMBER.fullmatch(word)
    if found is None or not word:
        raise ValueError(word)
    whole, half = found.groups()
    return WHOLE * int(whole or 0) + (HALF if half and half not in (".0", ",0") else 0)


def show_points(units: int) -> str:
    """Write units as points, with a half or two decimals where they are not whole.

    >>> show_points(390), show_points(30), show_points(-60), show_points(20)
    ('6½', '½', '−1', '0.33')
    """
    sign, units = "−" if units < 0 else "", abs(units)
    whole, rest = divmod(units, WHOLE)
    if rest not in (0, HALF):
        return f"{sign}{units / WHOLE:.2f}"
    return f"{sign}{whole if whole or not rest else ''}{'½' if rest else ''}"


def show_row(units: list[int]) -> str:
    """Write what each place earns."""
    return " ".join(map(show_points, units))
