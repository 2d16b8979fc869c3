"""What follows when a turn is missed: how many are too many, and what is tried then. Read from plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date

from games.clocks.absence import STOPPED
from games.clocks.values import ClockError, ClockRules, read_list, read_number, read_record, read_rules

SUBSTITUTE, CARETAKER, PAUSE, END = "substitute", "caretaker", "pause", "end"
BOT = "bot:"
"""Begins the name of a bot among what is tried."""

STAND_IN, STOPS, IGNORED = "stand_in", "stops", "ignored"
VACATIONS = (STAND_IN, STOPS, IGNORED)
"""What a vacation of a player does in a game: somebody stands in, the clock stops, or nothing."""


@dataclass(frozen=True, slots=True)
class LateRules:
    """When a seat falls free, and what is done then.

    `row`: turns missed in a row. `total` turns late or missed among the last `of`. `first`: turns missed in the set-up
    or round 1 by somebody who never answered anything. `then`: what is tried, in this order: "substitute", "caretaker",
    "bot:" with the name of a bot, "pause" or "end".
    """

    row: int = 2
    total: int = 4
    of: int = 20
    first: int = 1
    then: tuple[str, ...] = (SUBSTITUTE, CARETAKER)


@dataclass(frozen=True, slots=True)
class StopRules:
    """The days of one player's vacations that stop the clock: at most `most`, counted from the date `since` on."""

    most: int = STOPPED
    since: date = date.min


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """All that a game says of time: its clock, what follows lateness, what a vacation does, and for how long where it
    stops the clock."""

    rules: ClockRules
    late: LateRules
    vacation: str
    stops: StopRules = StopRules()


OF_GAMES = ("late", "vacation", "stops")
SETTINGS = frozenset(field.name for field in fields(ClockRules)) | {*OF_GAMES}
"""The names of all that a game says of time."""


def read_settings(data: Mapping[str, object]) -> ClockSettings:
    """Read all that a game says of time, from `Game.clock`. Raises ClockError."""
    vacation = data.get("vacation", STAND_IN)
    if vacation not in VACATIONS:
        raise ClockError("vacation")
    rules = read_rules({key: value for key, value in data.items() if key not in OF_GAMES})
    return ClockSettings(rules, read_late(data.get("late") or {}), vacation, read_stops(data.get("stops") or {}))


def read_stops(data: object) -> StopRules:
    """Read how long vacations stop the clock, as `{"most": 3, "since": "2026-11-23"}`. Raises ClockError."""
    given = read_record("stops", data, ("most", "since"))
    try:
        since = date.fromisoformat(str(given["since"])) if "since" in given else date.min
    except ValueError as exc:
        raise ClockError("stops") from exc
    return StopRules(read_number("stops", given.get("most", STOPPED), 0, STOPPED), since)


def read_late(data: object) -> LateRules:
    """Read what follows lateness, as `{"row": 2, "total": 4, "of": 20, "first": 1, "then": ["caretaker"]}`. Raises
    ClockError."""
    given = read_record("late", data, ("row", "total", "of", "first", "then"))
    usual = LateRules()
    of = read_number("late.of", given.get("of", usual.of), 1, 100)
    then = tuple(map(str, read_list("late.then", given.get("then", usual.then))))
    if not then or len(set(then)) < len(then) or not all(map(is_remedy, then)):
        raise ClockError("late.then")
    return LateRules(
        row=read_number("late.row", given.get("row", usual.row), 1, 20),
        total=read_number("late.total", given.get("total", min(usual.total, of)), 1, of),
        of=of,
        first=read_number("late.first", given.get("first", usual.first), 1, 2),
        then=then,
    )


def is_remedy(word: object) -> bool:
    """Check whether a word says what is tried when a seat falls free; which bots there are is asked elsewhere."""
    is_bot = isinstance(word, str) and word.startswith(BOT) and len(word) > len(BOT)
    return is_bot or word in (SUBSTITUTE, CARETAKER, PAUSE, END)
