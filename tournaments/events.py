"""An event as it is published, read: its entrants, stages, points and tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.documents import Document, Json
from tournaments.reading import get, number, objects
from tournaments.results import Points

TIE_BREAKS = ("wins", "seconds", "opponents", "direct", "land", "lot")


@dataclass(frozen=True)
class Entrant:
    """Who plays in an event. `entered` and `left`: the first round played, and the first not played any more."""

    id: str
    name: str
    entered: int | None
    left: int | None


@dataclass(frozen=True)
class Event:
    """What standings need of an event. `formats`: by the id of a stage, its kind and numbers."""

    slug: str
    formats: Mapping[str, Document]
    points: Points
    tie_breaks: tuple[str, ...]
    entrants: Mapping[str, Entrant]

    def is_first(self, stage: str) -> bool:
        return stage == next(iter(self.formats))


def read_event(given: Document) -> Event:
    """Read the event of a folder. Raises ValueError."""
    points = get(given, "points", dict)
    rows = get(points, "rows", dict)
    tie_breaks = tuple(map(str, get(given, "tie_breaks", list)))
    if set(tie_breaks) - set(TIE_BREAKS) or tie_breaks[-1:] != ("lot",):
        raise ValueError(f"tie_breaks: some of {', '.join(TIE_BREAKS)}, and lot last")
    stages = objects(given, "stages")
    if not stages:
        raise ValueError("stages: at least one")
    return Event(
        slug=get(given, "slug", str),
        formats={get(stage, "id", str): get(stage, "format", dict) for stage in stages},
        points=Points({int(size): read_row(rows, size) for size in rows}, number(points, "bye", 0, 600)),
        tie_breaks=tie_breaks,
        entrants={entrant.id: entrant for entrant in map(read_entrant, objects(given, "entrants"))},
    )


def read_row(rows: Document, size: str) -> tuple[int, ...]:
    row = tuple(units for units in get(rows, size, list) if isinstance(units, int))
    if len(row) != int(size) or list(row) != sorted(row, reverse=True):
        raise ValueError(f"points: {size} numbers for a table of {size}, none above the one before")
    return row


def read_entrant(given: Document) -> Entrant:
    entered, left = (read_round(given.get(name)) for name in ("entered", "left"))
    return Entrant(get(given, "id", str), get(given, "name", str), entered, left)


def read_round(given: Json) -> int | None:
    if given is not None and not isinstance(given, int):
        raise ValueError("entered, left: a round, or null")
    return given
