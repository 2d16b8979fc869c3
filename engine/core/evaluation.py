"""Threats to territories and the weakest border: one reckoning for rules, bots and suggestions.

The neutral army never attacks, so it counts neither as border nor as armies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from engine.core.state import NOBODY
from engine.core.units import Piece


@dataclass(frozen=True, slots=True)
class Borders:
    """Who stands beside whom, of a state or as a seat sees it. `units` counts armies and pieces that fight,
    `neutral` is the owner that stands for a neutral army; places `outside` all continents are no territories to
    reinforce."""

    owner: Sequence[int]
    units: Sequence[int]
    neighbours: Sequence[Sequence[int]]
    neutral: int
    outside: Collection[int] = ()

    def enemies(self, territory: int, seat: int) -> list[int]:
        """List the neighbours from which another seat may attack."""
        harmless = (seat, NOBODY, self.neutral)
        return [there for there in self.neighbours[territory] if self.owner[there] not in harmless]

    def threat(self, territory: int, seat: int) -> int:
        """Sum up the enemy armies next door."""
        return sum(self.units[there] for there in self.enemies(territory, seat))

    def exposure(self, territory: int, seat: int) -> int:
        """Subtract one's own armies from the enemy's next door: the higher, the weaker."""
        return self.threat(territory, seat) - self.units[territory]

    def ranked(self, seat: int, among: Iterable[int] | None = None) -> list[int]:
        """Sort own territories, or some of them, by exposure: borders before the others, ties by map order."""
        territories = self._list_held(seat) if among is None else among

        def rank(territory: int) -> tuple[bool, int, int]:
            enemies = self.enemies(territory, seat)
            exposure = sum(self.units[there] for there in enemies) - self.units[territory]
            return not enemies, -exposure, territory

        return sorted(territories, key=rank)

    def weakest(self, seat: int, among: Iterable[int] | None = None) -> int:
        """Pick the border with the largest exposure; of territories without a border the one with most exposure.

        Raises IndexError where there is no territory to pick.
        """
        return self.ranked(seat, among)[0]

    def _list_held(self, seat: int) -> list[int]:
        held = [territory for territory, owner in enumerate(self.owner) if owner == seat]
        return [territory for territory in held if territory not in self.outside] if self.outside else held


def with_pieces(armies: Sequence[int], pieces: Sequence[Piece], no_units: Collection[str] = ()) -> Sequence[int]:
    """Count the units on each territory: its armies, and pieces that fight."""
    if not pieces:
        return armies
    standing = list(armies)
    for piece in pieces:
        if piece.at >= 0 and piece.kind not in no_units:
            standing[piece.at] += 1
    return standing
