"""Draws of whole numbers from a seed, the same on every machine: splitmix64."""

from __future__ import annotations

import hashlib

MASK = (1 << 64) - 1


class Draws:
    """A row of draws. The seed is any text."""

    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 to `bound` - 1."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
        return (state ^ (state >> 31)) * bound >> 64

    def shuffle(self, values: list[int]) -> None:
        """Bring a list into an order by lot."""
        for last in range(len(values) - 1, 0, -1):
            other = self.below(last + 1)
            values[last], values[other] = values[other], values[last]
