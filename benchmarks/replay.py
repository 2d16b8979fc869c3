"""Replay the journals of a file several times: what `benchmarks.instructions` counts, here or with an older engine.

Run by its path with PYTHONPATH set to the checkout that is measured, so it uses only names that every version has.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from engine import journal, view_for

VIEWS = 8
"""Points of each game at which every seat's view is made, with its offers."""


def replay(header: journal.Header, entries: list[journal.LogEntry]) -> None:
    """Take all actions of a game again, and look at the board from every seat on the way."""
    journal.fold(header, entries)
    for point in range(1, VIEWS + 1):
        state = journal.fold(header, entries[: len(entries) * point // (VIEWS + 1)])
        for seat in range(len(header.seats)):
            view_for(state, seat)


def main(path: str, rounds: int) -> None:
    raw: list[Any] = msgspec.json.decode(Path(path).read_bytes())
    games = msgspec.convert(raw, type=list[tuple[journal.Header, list[journal.LogEntry]]])
    for _ in range(rounds):
        for header, entries in games:
            replay(header, entries)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
