"""A table of records by name, to which each module adds its own when it is imported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar


class Named(Protocol):
    """What a registry keeps: anything with a name that is its own."""

    @property
    def name(self) -> str: ...


Record = TypeVar("Record", bound=Named)


class Registry(Generic[Record]):
    """Records of one kind by their names, in the order in which they were added."""

    def __init__(self) -> None:
        self._records: dict[str, Record] = {}

    def add(self, record: Record) -> Record:
        """Register a record. Raises ValueError for a name that has one already."""
        if record.name in self._records:
            raise ValueError(f"There are two records with the name {record.name}: {record!r}.")
        self._records[record.name] = record
        return record

    def move(self, name: str, before: str) -> None:
        """Move a record before another. Raises KeyError for unknown names."""
        moved, following = self[name], self[before]
        records = [record for record in self._records.values() if record is not moved]
        records.insert(records.index(following), moved)
        self._records = {record.name: record for record in records}

    def __getitem__(self, name: str) -> Record:
        """Return the record of a name. Raises KeyError for an unknown one."""
        return self._records[name]

    def get(self, name: str) -> Record | None:
        """Return the record of a name; None for an unknown one."""
        return self._records.get(name)

    def __contains__(self, name: object) -> bool:
        return name in self._records

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records.values())
