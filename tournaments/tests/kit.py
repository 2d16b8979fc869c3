"""Rounds for tests: people who are paired round after round, and events of one file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tournaments.documents import digest_of, write_document
from tournaments.inputs import INPUT
from tournaments.pairing import pair_round
from tournaments.results import ROWS
from tournaments.seating import drift_of

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.json"))
FOURS = {"preferred": 4, "least": 3, "most": 5}


def player(name: str, **told: Any) -> dict[str, Any]:
    """A player of an input who has played nothing yet, but for what is told."""
    told = {"rank": 1, "score": 0, "byes": 0, "off": 0, "drift": 0, "team": "", "met": {}, "seats": {}} | told
    return {"id": name, **told}


def asking(players: list[dict[str, Any]], mode: str = "near", number: int = 1, **told: Any) -> dict[str, Any]:
    """The input of a round."""
    seed = hashlib.sha256(f"round {number}".encode()).hexdigest()
    names = {"schema": INPUT, "event": "e", "stage": "s1", "round": number, "group": "", "mode": mode, "seed": seed}
    return {**names, "tables": FOURS, "work": 20_000, "apart": [], "players": players} | told


def entrants(count: int) -> list[dict[str, Any]]:
    return [player(f"e{number:03}", rank=number) for number in range(1, count + 1)]


def play_rounds(players: list[dict[str, Any]], rounds: int, **told: Any) -> Iterator[tuple[dict[str, Any], Any]]:
    """Pair round after round, with places by lot between; yields each input with its output."""
    by_id, lots = {each["id"]: each for each in players}, Random(len(players))
    for number in range(1, rounds + 1):
        given = json.loads(json.dumps(asking(players, number=number, **told)))
        output = pair_round(given)
        yield given, output
        assert isinstance(output["byes"], list) and isinstance(output["tables"], list)
        for name in output["byes"]:
            by_id[name]["byes"] += 1
            by_id[name]["score"] += 300
        for table in output["tables"]:
            book([by_id[name] for name in table], lots)


def book(table: list[dict[str, Any]], lots: Random) -> None:
    """Note that these have met in this order of seats, and let a lot decide who won."""
    size = len(table)
    for each, units in zip(lots.sample(table, size), ROWS[size], strict=True):
        each["score"] += units
    for seat, each in enumerate(table):
        each["seats"].setdefault(str(size), [0] * size)[seat] += 1
        each["off"] += size != FOURS["preferred"]
        each["drift"] += drift_of(seat, size)
        for other in table:
            if other is not each:
                each["met"][other["id"]] = each["met"].get(other["id"], 0) + 1


def unpack(fixture: dict[str, Any], folder: Path) -> Path:
    """Lay an event of one file into a folder as it is published, but that its inputs hold what standings need alone."""
    event = {
        "slug": fixture["name"],
        "stages": [{"id": "s1", "format": fixture["format"]}],
        "points": {"rows": {str(size): list(row) for size, row in ROWS.items()}, "bye": 300},
        "tie_breaks": fixture["tie_breaks"],
        "entrants": fixture["entrants"],
    }
    write_document(folder / "event.json", event)
    for number, told in enumerate(fixture["rounds"], 1):
        write_round(folder, number, told)
    return folder


def write_round(folder: Path, number: int, told: dict[str, Any], group: str = "", stage: str = "s1") -> None:
    """Write the files of a round, or of a group of it."""
    names = [seat.get("instead_of", seat["entrant"]) for table in told["tables"] for seat in table["seats"]]
    players: list[Any] = [{"id": name} for name in sorted([*names, *told["byes"]])]
    given = {"stage": stage, "round": number, "group": group, "seed": told["seed"], "players": players}
    path = folder / "rounds" / f"{number:02}{'-' * bool(group)}{group}"
    write_document(path / "input.json", given)
    write_document(path / "output.json", {"input": digest_of(given)})
    results = {"stage": stage, "round": number, "group": group, "byes": told["byes"], "adjust": told["adjust"]}
    write_document(path / "results.json", {**results, "tables": told["tables"]})
