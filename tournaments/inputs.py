"""The input of a pairing, read and checked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.documents import Document, Json
from tournaments.reading import get, number, objects
from tournaments.sizes import TableSizes

INPUT = "fieldpost-pairing-input/1"
MODES = ("near", "pots", "rotate", "design")
SEED = re.compile(r"[0-9a-f]{64}")
LARGEST_TABLE = 7
MOST_PLAYERS, MOST_WORK = 2000, 5_000_000


@dataclass(frozen=True, slots=True)
class Player:
    """Who is to be paired.

    `rank`: seeding, or the place in the stage before. `score`: 60ths of a point, in ladders the rating. `byes`, `off`:
    how often this player had none to play and sat at a table that is not of the preferred size. `drift`: how late the
    seats were, summed up. `met`: how often others were met. `seats`: by size of table, how often each seat was had.
    """

    id: str
    rank: int
    score: int
    byes: int
    off: int
    drift: int
    team: str
    met: dict[str, int]
    seats: dict[int, list[int]]


@dataclass(frozen=True, slots=True)
class Round:
    """A round to be paired. `work`: changes that are tried. `apart`: pairs that are kept apart. `first`, `turn`: in
    mode `rotate`, the tables of the first game and how far its seats are turned."""

    mode: str
    seed: str
    sizes: TableSizes
    work: int
    apart: frozenset[tuple[str, str]]
    players: tuple[Player, ...]
    first: tuple[tuple[str, ...], ...] = ()
    turn: int = 0


def read_round(given: Document) -> Round:
    """Read the input of a round. Raises ValueError."""
    if given.get("schema") != INPUT:
        raise ValueError(f"schema: this reads {INPUT}, not {given.get('schema')!r}")
    mode = given.get("mode")
    if mode not in MODES:
        raise ValueError(f"mode: one of {', '.join(MODES)}, not {mode!r}")
    seed = get(given, "seed", str)
    if not SEED.fullmatch(seed):
        raise ValueError("seed: 64 hex digits")
    players = tuple(map(read_player, objects(given, "players")))
    known = {player.id for player in players}
    if not 1 <= len(players) == len(known) <= MOST_PLAYERS:
        raise ValueError(f"players: 1 to {MOST_PLAYERS}, each once")
    return Round(
        mode=str(mode),
        seed=seed,
        sizes=read_sizes(get(given, "tables", dict)),
        work=number(given, "work", 0, MOST_WORK),
        apart=frozenset(read_pair(each, known) for each in get(given, "apart", list)),
        players=tuple(sorted(players, key=lambda player: player.id)),
        first=read_tables(get(given, "first", list), known) if mode == "rotate" else (),
        turn=number(given, "turn", 0, 1000) if mode == "rotate" else 0,
    )


def read_sizes(given: Document) -> TableSizes:
    sizes = TableSizes(*(number(given, name, 2, LARGEST_TABLE) for name in TableSizes._fields))
    if not sizes.least <= sizes.preferred <= sizes.most:
        raise ValueError("tables: least, preferred and most rise in this order")
    return sizes


def read_player(given: Document) -> Player:
    numbers = {name: number(given, name, low, 10**9) for name, low in NUMBERS}
    met, seats = get(given, "met", dict), get(given, "seats", dict)
    return Player(
        id=get(given, "id", str),
        team=get(given, "team", str),
        met={other: number(met, other, 0, 10**6) for other in met},
        seats={int(size): read_seats(size, had) for size, had in seats.items() if size.isdecimal()},
        **numbers,
    )


NUMBERS = (("rank", 0), ("score", -(10**9)), ("byes", 0), ("off", 0), ("drift", -(10**9)))
"""Numbers of a player, each with its least."""


def read_seats(size: str, had: Json) -> list[int]:
    if not isinstance(had, list) or not all(isinstance(times, int) and times >= 0 for times in had):
        raise ValueError(f"seats: how often each seat was had at tables of {size}")
    return [times for times in had if isinstance(times, int)]


def read_pair(given: Json, known: set[str]) -> tuple[str, str]:
    if not isinstance(given, list) or len(given) != 2 or not all(name in known for name in given):
        raise ValueError("apart: pairs of players who are present")
    a, b = sorted(map(str, given))
    return a, b


def read_tables(given: list[Json], known: set[str]) -> tuple[tuple[str, ...], ...]:
    tables = tuple(tuple(map(str, table)) for table in given if isinstance(table, list))
    seated = [name for table in tables for name in table]
    if len(set(seated)) != len(seated) or not known.issuperset(seated):
        raise ValueError("first: tables at which nobody sits twice, and nobody but the players")
    return tables
