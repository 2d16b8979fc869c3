"""The chain of an event's seeds: each is the SHA-256 of the next, so that the first, published before anybody enters,
fixes them all."""

from __future__ import annotations

import hashlib
from functools import lru_cache

LENGTH = 65_536


@lru_cache(maxsize=64)  # tens of thousands of hashes, of which a page or a step may ask several times
def reveal(key: bytes, number: int) -> bytes:
    """Return the seed of a round, from the last one of the chain; that of round 0 is the commitment."""
    if not 0 <= number <= LENGTH:
        raise ValueError(f"number: a round from 0 to {LENGTH}")
    for _step in range(LENGTH - number):
        key = hashlib.sha256(key).digest()
    return key
