"""Rounds for tests: people who are paired round after round, and events of one file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tournaments.documents import Document, digest_of, write_document
from tournaments.events import read_event
from tournaments.folders import compare_standings, digits_of
from tournaments.formats.base import Today
from tournaments.history import Drawn
from tournaments.inputs import INPUT
from tournaments.pairing import pair_round
from tournaments.results import ROWS
from tournaments.rounds import is_over, make_inputs, next_number
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
        tables: Any = output["tables"]
        for table in tables:
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
        "tables": fixture.get("tables", FOURS),
        "work": 1,
        "apart": [],
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
    tables: Any = [[seat["entrant"] for seat in table["seats"]] for table in told["tables"]]
    write_document(path / "output.json", {"input": digest_of(given), "tables": tables, "byes": told["byes"]})
    results = {"stage": stage, "round": number, "group": group, "byes": told["byes"], "adjust": told["adjust"]}
    write_document(path / "results.json", {**results, "tables": told["tables"]})


# ---- whole events by lot


def announce(count: int, *stages: dict[str, Any], sizes: dict[str, int] = FOURS, **told: Any) -> dict[str, Any]:
    """An event of so many entrants with these formats, one after another; its seeds follow from its size."""
    person = {"kind": "person", "team": "", "entered": 1, "left": None, "reserve": False}
    people = [
        {"id": f"e{at:03}", "name": f"E {at}", "seed_rank": at, "sits_out": [], **person} for at in range(1, count + 1)
    ]
    return {
        "schema": "fieldpost-event/1",
        "slug": "event",
        "title": "Event",
        "rules": "modern",
        "stages": [{"id": f"s{at}", "format": form} for at, form in enumerate(stages, 1)],
        "tables": sizes,
        "points": {"rows": {str(size): list(row) for size, row in ROWS.items()}, "bye": 300},
        "tie_breaks": ["wins", "seconds", "opponents", "direct", "land", "lot"],
        "commitment": seed_of(0),
        "leaver_share": 0,
        "work": 2_000,
        "apart": [],
        "entrants": people,
    } | told


CHAIN = [hashlib.sha256(b"a chain of seeds").digest()]
for _ in range(400):
    CHAIN.append(hashlib.sha256(CHAIN[-1]).digest())
CHAIN.reverse()


def seed_of(number: int) -> str:
    """The seed of a round; that of round 0 is the commitment."""
    return CHAIN[number].hex()


def play_event(
    event: dict[str, Any],
    lots: Random,
    before: Callable[[dict[str, Any], int], None] = lambda event, number: None,
    *,
    plain: bool = False,
) -> Iterator[list[Drawn]]:
    """Play an event to its end with places by lot; yields the groups of each round. `before` may change the event
    before a round is drawn; unless it is `plain` places are shared, tables adjudicated and seats left to bots."""
    rounds: list[Drawn] = []
    for day in range(1, 400):
        number = next_number(rounds)
        before(event, number)
        free = {each["id"] for each in event["entrants"] if lots.random() < 0.7}
        today = Today(day, sorted(free), {name: lots.randrange(1000, 2000) for name in sorted(free)}, ())
        read = read_event(event)
        inputs = make_inputs(read, rounds, seed_of(number), today)
        if not inputs and is_over(read, rounds, today):
            return
        if not inputs:
            continue
        groups = [Drawn(given, output := pair_round(given), by_lot(given, output, lots, plain)) for given in inputs]
        rounds += groups
        yield groups


def by_lot(given: Document, output: Any, lots: Random, plain: bool) -> dict[str, Any]:
    """Results of a round, with places by lot."""
    names = {name: given[name] for name in ("event", "stage", "round", "group")}
    tables = [
        table_by_lot(table, f"g{given['round']}-{at}", lots, plain) for at, table in enumerate(output["tables"], 1)
    ]
    return {"schema": "fieldpost-results/1", **names, "byes": output["byes"], "adjust": [], "tables": tables}


def table_by_lot(table: list[str], game: str, lots: Random, plain: bool) -> dict[str, Any]:
    order = lots.sample(range(len(table)), len(table))
    places = [[seat] for seat in order]
    if not plain and lots.random() < 0.1:
        places = [sorted(order[:2]), *([seat] for seat in order[2:])]
    seats = [{"entrant": name, "credits": [[name, 60]]} for name in table]
    if not plain and lots.random() < 0.05:
        seats[order[-1]] |= {"credits": [], "finished_by": "bot:recruit"}
    if not plain and lots.random() < 0.2:
        land = {str(seat): [3 + seat, 40 - at, 60] for at, seat in enumerate(order)}
        return {"game": game, "state": "adjudicated", "places": places, "land": land, "seats": seats}
    return {"game": game, "state": "won", "places": places, "land": {}, "seats": seats}


def publish(folder: Path, event: dict[str, Any], rounds: list[Drawn]) -> Path:
    """Write the files of an event, and its standings."""
    write_document(folder / "event.json", event)
    digits = digits_of(read_event(event), rounds)
    for drawn in rounds:
        path = folder / "rounds" / f"{drawn.number:0{digits}}{'-' * bool(drawn.group)}{drawn.group}"
        for name, document in (("input", drawn.given), ("output", drawn.output), ("results", drawn.told)):
            assert document is not None
            write_document(path / f"{name}.json", document)
    compare_standings(folder, write=True)
    return folder
