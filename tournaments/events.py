"""An event as it is published, read: its entrants, stages, points and tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.documents import Document, Json
from tournaments.inputs import MOST_WORK, read_sizes
from tournaments.reading import get, number, objects
from tournaments.results import Points
from tournaments.sizes import TableSizes

TIE_BREAKS = ("wins", "seconds", "opponents", "direct", "land", "lot")


LAST = 10**6
"""The rank of who was not seeded."""


@dataclass(frozen=True)
class Entrant:
    """Who plays in an event. `rank`: seeding. `entered` and `left`: the first round played, and the first not played
    any more. `sits_out`: rounds that this entrant chose not to play."""

    id: str
    name: str
    rank: int
    team: str
    entered: int | None
    left: int | None
    sits_out: frozenset[int]

    def has_left(self, number: int) -> bool:
        """Check whether a round of this number is no longer played."""
        return self.left is not None and self.left <= number

    def plays(self, number: int) -> bool:
        """Check whether this entrant is to be paired in a round of this number."""
        is_in = self.entered is not None and self.entered <= number
        return is_in and not self.has_left(number) and number not in self.sits_out


@dataclass(frozen=True)
class Event:
    """An event, as its rounds and standings need it. `formats`: by the id of a stage, its kind and numbers. `work`:
    changes that a pairing tries. `apart`: pairs, and from which round they are kept apart."""

    slug: str
    formats: Mapping[str, Document]
    sizes: TableSizes
    points: Points
    tie_breaks: tuple[str, ...]
    work: int
    apart: tuple[tuple[str, str, int], ...]
    entrants: Mapping[str, Entrant]

    def is_first(self, stage: str) -> bool:
        return stage == next(iter(self.formats))

    def kind_of(self, stage: str) -> str:
        """Return the kind of a stage's format."""
        return str(self.formats[stage].get("kind"))

    def bye_in(self, stage: str) -> int:
        """Return what a bye pays: in a ladder nothing, for there it is but a day of waiting."""
        return self.points.bye if self.kind_of(stage) != "ladder" else 0


def read_event(given: Document) -> Event:
    """Read the event of a folder. Raises ValueError."""
    tie_breaks = tuple(map(str, get(given, "tie_breaks", list)))
    if set(tie_breaks) - set(TIE_BREAKS) or tie_breaks[-1:] != ("lot",):
        raise ValueError(f"tie_breaks: some of {', '.join(TIE_BREAKS)}, and lot last")
    stages = objects(given, "stages")
    if not stages:
        raise ValueError("stages: at least one")
    entrants = {entrant.id: entrant for entrant in map(read_entrant, objects(given, "entrants"))}
    return Event(
        slug=get(given, "slug", str),
        formats={get(stage, "id", str): get(stage, "format", dict) for stage in stages},
        sizes=read_sizes(get(given, "tables", dict)),
        points=read_points(get(given, "points", dict)),
        tie_breaks=tie_breaks,
        work=number(given, "work", 0, MOST_WORK),
        apart=tuple(read_apart(each) for each in get(given, "apart", list)),
        entrants=entrants,
    )


def read_points(given: Document) -> Points:
    """Read what places and byes pay. Raises ValueError."""
    rows = get(given, "rows", dict)
    return Points({int(size): read_row(rows, size) for size in rows}, number(given, "bye", 0, 600))


def read_row(rows: Document, size: str) -> tuple[int, ...]:
    row = tuple(units for units in get(rows, size, list) if isinstance(units, int))
    if len(row) != int(size) or list(row) != sorted(row, reverse=True):
        raise ValueError(f"points: {size} numbers for a table of {size}, none above the one before")
    return row


def read_apart(given: Json) -> tuple[str, str, int]:
    if not isinstance(given, list) or len(given) != 3 or not isinstance(given[2], int):
        raise ValueError("apart: two ids and the round from which they are kept apart")
    return str(given[0]), str(given[1]), given[2]


def read_entrant(given: Document) -> Entrant:
    entered, left = (read_round(given.get(name)) for name in ("entered", "left"))
    sits_out = get(given, "sits_out", list) if "sits_out" in given else []
    return Entrant(
        id=get(given, "id", str),
        name=get(given, "name", str),
        rank=number(given, "seed_rank", 0, LAST) if given.get("seed_rank") is not None else LAST,
        team=get(given, "team", str) if "team" in given else "",
        entered=entered,
        left=left,
        sits_out=frozenset(each for each in sits_out if isinstance(each, int)),
    )


def read_round(given: Json) -> int | None:
    if given is not None and not isinstance(given, int):
        raise ValueError("entered, left: a round, or null")
    return given
