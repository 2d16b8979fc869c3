"""Making sure that a test had something to look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def some(things: Iterable[T]) -> list[T]:
    """All of them, of which there must be one at least: what a loop over nothing asserts has never been asked."""
    found = list(things)
    assert found, "there was nothing to look at"
    return found
