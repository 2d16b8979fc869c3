"""The folder of an event as it is published: read it, and make or compare its standings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tournaments.documents import digest_of, read_document, to_canonical
from tournaments.events import Event, read_event
from tournaments.reading import get, objects
from tournaments.results import read_results
from tournaments.standings import Played, make_standings, write_csv

LEAGUE = "league"


def read_rounds(folder: Path) -> list[Played]:
    """Read the rounds of an event that are complete, in order. Raises OSError and ValueError."""
    found = []
    for path in (folder / "rounds").iterdir():
        if (path / "results.json").exists():
            asked, told = read_document(path / "input.json"), read_document(path / "results.json")
            players = tuple(get(player, "id", str) for player in objects(asked, "players"))
            found.append(Played(read_results(told), digest_of(told), get(asked, "seed", str), players))
    return sorted(found, key=lambda played: (played.results.round, played.results.group))


def each_standings(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Make all standings of an event anew: the path of each file in the folder, and its bytes. Raises OSError and
    ValueError."""
    event = read_event(read_document(folder / "event.json"))
    names = {entrant.id: entrant.name for entrant in event.entrants.values()}
    rounds = read_rounds(folder)
    if unknown := {played.results.stage for played in rounds} - event.formats.keys():
        raise ValueError(f"stages: the event has no {', '.join(sorted(unknown))}")
    digits = digits_of(event, rounds)
    for until in ends(event, rounds):
        latest = rounds[until].results
        grouped = latest.group if is_league(event, latest.stage) else ""
        told = [
            played
            for played in rounds[: until + 1]
            if played.results.stage == latest.stage and grouped in ("", played.results.group)
        ]
        standings = make_standings(event, told, group=grouped)
        name = f"standings/{latest.round:0{digits}}{'-' * bool(grouped)}{grouped}"
        yield f"{name}.json", to_canonical(standings)
        yield f"{name}.csv", write_csv(standings, names)


def ends(event: Event, rounds: list[Played]) -> Iterator[int]:
    """Yield the numbers of the results after which there are standings: the last of each round, in a league each."""
    for at, played in enumerate(rounds):
        is_last = at + 1 == len(rounds) or rounds[at + 1].results.round != played.results.round
        if is_last or is_league(event, played.results.stage):
            yield at


def is_league(event: Event, stage: str) -> bool:
    return event.formats[stage].get("kind") == LEAGUE


def digits_of(event: Event, rounds: list[Played]) -> int:
    """Return with how many digits the rounds of an event are numbered."""
    if any(form.get("kind") == "ladder" for form in event.formats.values()):
        return 4
    return max(2, len(str(max((played.results.round for played in rounds), default=0))))


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
