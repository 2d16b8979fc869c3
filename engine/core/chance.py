"""Where dice and cards come from: four sources behind one face.

Served games use `KeyedChance`: a keyed hash of the journal so far, so that nobody can foresee a roll without the key
and everybody can recompute it with the key. Simulations use `FastChance`, replay `RecordedChance`, tests
`ScriptedChance`. Only `random.random()` is used of the standard generator: it alone stays the same across versions.
"""

import hashlib
import hmac
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Protocol


class Chance(Protocol):
    """`who` says whose chance it is ("attacker", "defender", "seat 2", a deck's name): scripts are read by it."""

    def roll(self, count: int, sides: int, who: str) -> Sequence[int]:
        """Roll `count` dice, each 1 to `sides`; returns them in the order in which they fell."""

    def pick(self, values: Sequence[int], who: str) -> int:
        """Pick one of `values`, each with the same chance."""


FEW = 3  # dice that are drawn together; for more the table of all throws would grow large


@cache
def _throws(count: int, sides: int) -> list[tuple[int, ...]]:
    """List every way in which so many dice may fall; at most FEW dice."""
    return list(product(range(1, sides + 1), repeat=count))


@cache
def _faces(sides: int) -> frozenset[int]:
    """Return what a die may show."""
    return frozenset(range(1, sides + 1))


class FastChance:
    """Seeded pseudo-random numbers for simulations, one for a throw of few dice; not for served games."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed).random

    def roll(self, count: int, sides: int, who: str) -> Sequence[int]:
        rnd = self._random
        if count > FEW:
            return [int(rnd() * sides) + 1 for _ in range(count)]
        throws = _throws(count, sides)
        return throws[int(rnd() * len(throws))]

    def pick(self, values: Sequence[int], who: str) -> int:
        return values[int(self._random() * len(values))]


class KeyedChance:
    """HMAC-SHA256(key, "dice", head, counter), read as 32-bit words, unbiased by rejection.

    `key` (32 random bytes) is kept outside state and journal; `head` is the hash of the journal so far, so every roll
    hangs on everybody's moves before it.
    """

    def __init__(self, key: bytes, head: bytes) -> None:
        self._words = self._stream(key, head)

    @staticmethod
    def _stream(key: bytes, head: bytes) -> Iterator[int]:
        counter = 0
        while True:
            block = hmac.digest(key, b"dice" + head + counter.to_bytes(8, "big"), hashlib.sha256)
            yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
            counter += 1

    def _below(self, bound: int) -> int:
        limit = 2**32 - 2**32 % bound
        return next(word for word in self._words if word < limit) % bound

    def roll(self, count: int, sides: int, who: str) -> list[int]:
        return [self._below(sides) + 1 for _ in range(count)]

    def pick(self, values: Sequence[int], who: str) -> int:
        return values[self._below(len(values))]


class ChanceMismatch(Exception):
    """A record does not fit the game: too short, too long, or a value that could not have come up."""


class RecordedChance:
    """Gives back what was drawn once. Raises ChanceMismatch where the record does not fit."""

    __slots__ = ("_draws", "_next")

    def __init__(self, draws: Sequence[int] = ()) -> None:
        self.feed(draws)

    def feed(self, draws: Sequence[int]) -> None:
        """Feed the next recorded draws, in place of those fed before."""
        self._draws = draws
        self._next = 0

    def roll(self, count: int, sides: int, who: str) -> Sequence[int]:
        start = self._next
        self._next = end = start + count
        values = self._draws[start:end]
        if len(values) != count or not _faces(sides).issuperset(values):
            raise ChanceMismatch(f"expected {count} dice of {sides} sides, the record has {values}")
        return values

    def pick(self, values: Sequence[int], who: str) -> int:
        if self._next >= len(self._draws) or self._draws[self._next] not in values:
            raise ChanceMismatch(f"the record does not hold one of {list(values)}")
        self._next += 1
        return self._draws[self._next - 1]

    def finish(self) -> None:
        """Check that the whole record was used. Raises ChanceMismatch if not."""
        if self._next != len(self._draws):
            raise ChanceMismatch(f"{len(self._draws) - self._next} recorded values were never drawn")


class ScriptedChance:
    """Dice and cards written down in advance, in one list for each `who`; the rest comes from `other`.

    Without `other` an unscripted roll raises ChanceMismatch, so a case cannot pass by luck.
    """

    def __init__(self, script: Mapping[str, Sequence[int]], other: Chance | None = None) -> None:
        self._script = {who: list(values) for who, values in script.items()}
        self._other = other

    def _take(self, who: str, count: int) -> list[int] | None:
        if who not in self._script:
            return None
        lane = self._script[who]
        if len(lane) < count:
            raise ChanceMismatch(f"{count} wanted for {who}, {len(lane)} left in the script")
        taken, self._script[who] = lane[:count], lane[count:]
        return taken

    def roll(self, count: int, sides: int, who: str) -> Sequence[int]:
        values = self._take(who, count)
        if values is None:
            return self._need(who).roll(count, sides, who)
        if not all(1 <= value <= sides for value in values):
            raise ChanceMismatch(f"a die of {sides} sides cannot show {values}")
        return values

    def pick(self, values: Sequence[int], who: str) -> int:
        taken = self._take(who, 1) if self._script.get(who) else None
        if taken is None:
            return self._need(who).pick(values, who)
        if taken[0] not in values:
            raise ChanceMismatch(f"{taken[0]} cannot be drawn for {who}")
        return taken[0]

    def _need(self, who: str) -> Chance:
        if self._other is None:
            raise ChanceMismatch(f"nothing is scripted for {who}")
        return self._other

    def left(self) -> dict[str, list[int]]:
        """Return what is left of the script, lane by lane; empty once everything was used."""
        return {who: lane for who, lane in self._script.items() if lane}


class NotingChance(RecordedChance):
    """Gives back a record, and notes what each draw was made from: the sides of a die, or the values to choose one of.
    With that the draws can be made again by who knows nothing of the rules."""

    __slots__ = ("asked",)

    def __init__(self, draws: Sequence[int] = ()) -> None:
        super().__init__(draws)
        self.asked: list[int | list[int]] = []

    def roll(self, count: int, sides: int, who: str) -> Sequence[int]:
        self.asked += [sides] * count
        return super().roll(count, sides, who)

    def pick(self, values: Sequence[int], who: str) -> int:
        self.asked.append(list(values))
        return super().pick(values, who)
