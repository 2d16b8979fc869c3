"""Records that stand in a registry for the length of a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from common.registry import Named, Registry

Record = TypeVar("Record", bound=Named)


@contextmanager
def registered(registry: Registry[Record], record: Record) -> Iterator[Record]:
    """Register a record as an app above the games would, and take it out again."""
    registry.add(record)
    try:
        yield record
    finally:
        del registry._records[record.name]
