"""What a format of an event says: who is paired next, who goes on, and its rules in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tournaments.documents import Document, Json
from tournaments.events import Entrant, Event
from tournaments.history import Drawn
from tournaments.sizes import TableSizes
from tournaments.standings import rank_entrants


def gettext_noop(text: str) -> str:
    """Mark a constant for the catalogue and return it unchanged: whatever shows it translates it."""
    return text


@dataclass(frozen=True)
class Today:
    """What a ladder knows of the day on which it pairs, counted from 1: who has a free place, their ratings, who met of
    late."""

    day: int
    free: Collection[str]
    ratings: Mapping[str, int]
    met: Collection[tuple[str, str]]


@dataclass(frozen=True)
class Stage:
    """A stage of an event, as far as it has come.

    `field`: who entered it, the best first; in the first stage of an event more may follow. `rounds`: what was drawn
    in it, in order. `today`: in a ladder, the day on which it is to pair.
    """

    event: Event
    id: str
    field: tuple[str, ...]
    rounds: tuple[Drawn, ...] = ()
    today: Today | None = None

    @property
    def form(self) -> Document:
        """Kind and numbers of its format."""
        return self.event.formats[self.id]

    @property
    def sizes(self) -> TableSizes:
        return self.event.sizes

    @cached_property
    def complete(self) -> list[Drawn]:
        return [drawn for drawn in self.rounds if drawn.is_complete]

    @property
    def is_complete(self) -> bool:
        """Whether everything that was drawn is complete."""
        return len(self.complete) == len(self.rounds)

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers of its rounds, of which each may have several groups."""
        return sorted({drawn.number for drawn in self.rounds})

    def entrants(self) -> Iterable[Entrant]:
        """Yield who has entered the stage, the best first."""
        return (self.event.entrants[name] for name in self.field)

    def find_staying(self, number: int) -> list[str]:
        """List who has entered and not left before a round of this number, the best first."""
        return [each.id for each in self.entrants() if not each.has_left(number)]

    def find_playing(self, number: int) -> list[str]:
        """List who is to be paired in a round of this number, the best first."""
        return [each.id for each in self.entrants() if each.plays(number)]


@dataclass(frozen=True)
class Group:
    """Whom to pair next, apart from others, and how. `more`: what the input has beside. `scores` and `apart`: in place
    of the points of the stage, and beside the pairs of the event."""

    mode: str
    players: tuple[str, ...]
    name: str = ""
    more: Mapping[str, Json] = field(default_factory=dict)
    scores: Mapping[str, int] | None = None
    apart: Collection[tuple[str, str]] = ()
    as_before: Drawn | None = None
    """A draw whose players are told as they were told then."""


def rank_stage(stage: Stage) -> list[str]:
    """List who stands in a stage after what is complete, the best first; those who have left are left out."""
    if not stage.complete:
        return list(stage.field)
    return [row.entrant for row in rank_entrants(stage.event, stage.complete) if row.status != "left"]


@dataclass(frozen=True)
class Format:
    """One way to run a stage.

    `kind`: its name in files. `title`, `rules`: what people read; `rules` may name numbers of the format. `least`:
    the numbers that a stage has, each with its least and most. `pair`: whom to pair in the round of this number;
    nothing while the stage waits or once it is over. `rank`: who stands in it, the best first. `needs`: raises
    ValueError if its numbers do not go together with the sizes of tables. `goes_on`: whether it will pair another time,
    though nobody can be paired now.
    """

    kind: str
    title: str
    rules: str
    numbers: Mapping[str, tuple[int, int]]
    pair: Callable[[Stage, int], list[Group]]
    rank: Callable[[Stage], list[str]] = rank_stage
    needs: Callable[[Document, TableSizes], None] = lambda form, sizes: None
    goes_on: Callable[[Stage], bool] = lambda stage: False

    def is_over(self, stage: Stage, number: int) -> bool:
        """Check whether all is played: nothing runs, and no round of this number will be paired."""
        return stage.is_complete and not self.pair(stage, number) and not self.goes_on(stage)
