"""The folder of an event as it is published: read it, and make or compare its standings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Protocol, TypeVar

from tournaments.documents import Document, read_document, to_canonical
from tournaments.events import Event, read_event
from tournaments.history import Drawn
from tournaments.standings import make_standings, write_csv
from tournaments.teams import TEAMS, make_team_standings

LEAGUE, CSV = "league", ".csv"


class Played(Protocol):
    """A round, or a group of one, of which is known where it stands and whether it is complete."""

    @property
    def number(self) -> int: ...

    @property
    def group(self) -> str: ...

    @property
    def stage(self) -> str: ...

    @property
    def is_complete(self) -> bool: ...


P = TypeVar("P", bound=Played)


def read_rounds(folder: Path) -> list[Drawn]:
    """Read what was drawn in an event, in order of rounds and groups. Raises OSError and ValueError."""
    found = [read_drawn(path) for path in (folder / "rounds").glob("*")]
    return sorted(found, key=lambda drawn: (drawn.number, drawn.group))


def read_drawn(path: Path) -> Drawn:
    """Read the folder of a round, which has results once it is complete. Raises OSError and ValueError."""
    results = path / "results.json"
    told = read_document(results) if results.exists() else None
    return Drawn(read_document(path / "input.json"), read_document(path / "output.json"), told)


def each_standings(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Make all standings of an event anew: the path of each file in the folder, and its bytes. Raises OSError and
    ValueError."""
    event = read_event(read_document(folder / "event.json"))
    rounds = read_rounds(folder)
    if unknown := {drawn.stage for drawn in rounds} - event.formats.keys():
        raise ValueError(f"stages: the event has no {', '.join(sorted(unknown))}")
    yield from write_standings(event, rounds)


def write_standings(event: Event, rounds: Sequence[Drawn]) -> Iterator[tuple[str, bytes]]:
    """Write all standings that there are after these rounds, in order: the path of each file, and its bytes."""
    digits = digits_of(event, rounds)
    for number, group, told in each_table(event, rounds):
        yield from write_tables(event, told, group, f"{number:0{digits}}")


def write_tables(event: Event, told: Sequence[Drawn], group: str, number: str) -> Iterator[tuple[str, bytes]]:
    """Write the standings after these rounds, of which the last has this number: the path of each file, and its
    bytes."""
    names = {entrant.id: entrant.name for entrant in event.entrants.values()}
    for kind, standings in make_tables(event, told, group):
        for path in paths_of_table(number, group, kind):
            is_csv = path.endswith(CSV)
            yield path, write_csv(standings, names) if is_csv else to_canonical(standings)


def paths_of_table(number: str, group: str, kind: str = "") -> tuple[str, str]:
    """Return the paths of standings in the folder."""
    name = "-".join(filter(None, (f"standings/{number}", group, kind)))
    return f"{name}.json", f"{name}{CSV}"


def make_tables(event: Event, told: Sequence[Drawn], group: str) -> Iterator[tuple[str, Document]]:
    """Make the standings after these rounds, and those of teams where there are any."""
    yield "", make_standings(event, told, group=group)
    if has_teams(event):
        yield TEAMS, make_team_standings(event, told, group=group)


def has_teams(event: Event) -> bool:
    return any(each.team for each in event.entrants.values())


def each_table(event: Event, rounds: Sequence[P]) -> Iterator[tuple[int, str, list[P]]]:
    """Yield the number and group of each standings there are, with the rounds that they tell of: after each round, in
    a league after that of each division. What runs, and all that follows it, has none yet."""
    for stage in event.formats:
        groups = sorted({each.group for each in rounds if each.stage == stage}) if is_league(event, stage) else [""]
        for group in groups:
            told: list[P] = []
            own = (each for each in rounds if each.stage == stage and (not group or each.group == group))
            for number, drawn in groupby(own, key=lambda each: each.number):
                told += drawn
                if not all(each.is_complete for each in told):
                    break
                yield number, group, list(told)


def is_league(event: Event, stage: str) -> bool:
    return event.kind_of(stage) == LEAGUE


class Numbered(Protocol):
    """A round, of which the number is known."""

    @property
    def number(self) -> int: ...


def digits_of(event: Event, rounds: Iterable[Numbered]) -> int:
    """Return with how many digits the rounds of an event are numbered."""
    if "ladder" in map(event.kind_of, event.formats):
        return 4
    stated = [int(str(form.get("rounds", 0))) for form in event.formats.values()]
    return max(2, len(str(max([*stated, *(drawn.number for drawn in rounds)]))))


def compare_standings(folder: Path, *, write: bool = False) -> tuple[list[str], list[str]]:
    """Compare the standings of a folder with those made anew; `write` makes those that are missing. Returns the files,
    and those that differ or are missing. Raises OSError and ValueError."""
    files, differences = [], []
    for name, made in each_standings(folder):
        path = folder / name
        files.append(name)
        if write and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made)
        if not path.exists() or path.read_bytes() != made:
            differences.append(name)
    return files, differences
