"""How a fight or a path of fights may end, with what each side loses on the average."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple, TypeVar

CountOrPair = TypeVar("CountOrPair", int, tuple[int, int])


class End(NamedTuple):
    """One way in which it ends: `taken` territories captured, and who stands at the front then.

    `attackers` are those that may fight on, or all that moved in where everything was captured;
    `defenders` stand on the territory that was attacked last, 0 where everything was captured.
    """

    taken: int
    attackers: int
    defenders: int
    chance: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """All ends of an attack by `armies` that may fight on `defenders`, territory after territory."""

    armies: int
    defenders: tuple[int, ...]
    ends: tuple[End, ...]

    @property
    def win(self) -> float:
        """The chance to capture everything."""
        return fsum(end.chance for end in self.ends if self.complete(end))

    @property
    def attacker_losses(self) -> float:
        """The attacker's mean losses; armies left behind on captured territories are not lost."""
        return self.armies + 1 - fsum(end.chance * self.survivors(end) for end in self.ends)

    @property
    def defender_losses(self) -> float:
        """The defenders' mean losses on all territories together."""
        ahead = [sum(self.defenders[i + 1 :]) for i in range(len(self.defenders))] + [0]
        left = fsum(end.chance * (end.defenders + ahead[end.taken]) for end in self.ends)
        return sum(self.defenders) - left

    @property
    def taken(self) -> tuple[float, ...]:
        """The chance to capture at least the first territory, the first two, and so on."""
        legs = range(1, len(self.defenders) + 1)
        return tuple(fsum(end.chance for end in self.ends if end.taken >= leg) for leg in legs)

    @property
    def left(self) -> dict[int, float]:
        """The chance of each number of attackers at the front in the end, however it ends."""
        return _tally((end.attackers, end.chance) for end in self.ends)

    @property
    def captured(self) -> dict[int, float]:
        """The chance to capture everything with so many attackers left."""
        return _tally((end.attackers, end.chance) for end in self.ends if self.complete(end))

    @property
    def stopped(self) -> dict[tuple[int, int], float]:
        """The chance to end without capturing everything, by attackers and defenders left at the front."""
        open_ends = (end for end in self.ends if not self.complete(end))
        return _tally(((end.attackers, end.defenders), end.chance) for end in open_ends)

    def complete(self, end: End) -> bool:
        """Return whether everything is captured in this end."""
        return end.taken == len(self.defenders)

    def survivors(self, end: End) -> int:
        """Count the attacker's armies in this end, on the source and on all that was captured."""
        behind = min(end.taken, len(self.defenders) - 1)
        return 1 + behind + end.attackers


def _tally(parts: Iterable[tuple[CountOrPair, float]]) -> dict[CountOrPair, float]:
    """Sum the chances of each key, the largest key first."""
    sums: dict[CountOrPair, float] = {}
    for key, chance in parts:
        sums[key] = sums.get(key, 0.0) + chance
    return dict(sorted(sums.items(), reverse=True))
