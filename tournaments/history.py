"""What came before a round: what each has played in the whole event, and what was drawn and played in each round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tournaments.documents import Document, Json, digest_of
from tournaments.events import Event
from tournaments.reading import get, number, objects
from tournaments.results import Results, read_results
from tournaments.seating import drift_of


@dataclass(frozen=True)
class Drawn:
    """A round, or a group of one, by its files: the input and output of its draw, and once it is complete what was
    `told` as its results. What a file lacks raises ValueError where it is asked for."""

    given: Document
    output: Document
    told: Document | None = None

    @property
    def is_complete(self) -> bool:
        return self.told is not None

    @cached_property
    def results(self) -> Results:
        """The results of a round that is complete."""
        assert self.told is not None
        return read_results(self.told)

    @cached_property
    def digest(self) -> str:
        """The digest of the results of a round that is complete."""
        assert self.told is not None
        return digest_of(self.told)

    @cached_property
    def number(self) -> int:
        return number(self.given, "round", 1, 10**4)

    @property
    def stage(self) -> str:
        return get(self.given, "stage", str)

    @property
    def group(self) -> str:
        return get(self.given, "group", str)

    @property
    def seed(self) -> str:
        return get(self.given, "seed", str)

    @cached_property
    def players(self) -> tuple[str, ...]:
        return tuple(get(player, "id", str) for player in objects(self.given, "players"))

    @cached_property
    def tables(self) -> tuple[tuple[str, ...], ...]:
        """The players of each table as they were drawn, in order of seats."""
        tables = get(self.output, "tables", list)
        return tuple(tuple(map(str, table)) for table in tables if isinstance(table, list))

    @cached_property
    def byes(self) -> tuple[str, ...]:
        return tuple(map(str, get(self.output, "byes", list)))

    def seated(self) -> Iterator[tuple[str, ...]]:
        """Yield who sat at each table that counts; until a round is complete, as it was drawn."""
        if self.is_complete:
            yield from (tuple(seat.entrant for seat in table.seats) for table in self.results.played)
        else:
            yield from self.tables


@dataclass
class Past:
    """What an entrant has had in an event: byes, tables of a size that is not preferred, how late the seats were
    (`drift_of`, summed up), how often others were met, and each seat by size of table. Void tables are left out."""

    byes: int = 0
    off: int = 0
    drift: int = 0
    met: Counter[str] = field(default_factory=Counter)
    seats: dict[int, list[int]] = field(default_factory=dict)

    def add_table(self, entrant: str, table: Sequence[str], seat: int, preferred: int) -> None:
        """Note that an entrant sat in a seat of a table."""
        size = len(table)
        self.off += size != preferred
        self.drift += drift_of(seat, size)
        self.met.update(other for other in table if other != entrant)
        self.seats.setdefault(size, [0] * size)[seat] += 1


def count_points(event: Event, rounds: Iterable[Drawn]) -> Counter[str]:
    """Sum up what complete rounds brought to each entrant, in units: tables, byes, and what organizers added."""
    found = Counter[str]()
    for results in (drawn.results for drawn in rounds):
        for name in results.byes:
            found[name] += event.bye_in(results.stage)
        for name, units in results.adjust:
            found[name] += units
        for table in results.played:
            for name, units in table.points(event.points):
                found[name] += units
    return found


def tell_past(rounds: Iterable[Drawn], preferred: int) -> dict[str, Past]:
    """Tell what each entrant has had in these rounds."""
    found: dict[str, Past] = defaultdict(Past)
    for drawn in rounds:
        for name in drawn.results.byes if drawn.is_complete else drawn.byes:
            found[name].byes += 1
        for table in drawn.seated():
            for seat, name in enumerate(table):
                found[name].add_table(name, table, seat, preferred)
    return found


def show_past(past: Past, present: frozenset[str]) -> dict[str, Json]:
    """Write what an entrant has had as an input tells it; `met` names those alone who are present."""
    return {
        "byes": past.byes,
        "off": past.off,
        "drift": past.drift,
        "met": {name: times for name, times in past.met.items() if name in present},
        "seats": {str(size): [*had] for size, had in past.seats.items()},
    }
