"""What a reader is given of a game and of its twin with other secrets, compared to the byte."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

import time_machine

from benchmarks.secrets.moments import play_on, position
from benchmarks.secrets.readers import Reader
from benchmarks.secrets.tables import NOW, Table, Tables, taken_back
from benchmarks.secrets.twins import deal_site_anew

WATCHED = 4
"""Of so many games one is looked at by a spectator too."""


@dataclass
class Outcome:
    """What came of comparing: how many answers of the site, how many stored things had been dealt anew, what
    differed."""

    answers: int = 0
    changes: int = 0
    differences: list[str] = field(default_factory=list)

    def __add__(self, other: Outcome) -> Outcome:
        found = [*self.differences, *other.differences]
        return Outcome(self.answers + other.answers, self.changes + other.changes, found)


def compare_game(number: int, tables: Tables) -> Outcome:
    """Play game `number` to a random point, and compare what one of its seats and somebody without one learn."""
    random = Random(f"secrets {number}")
    table = tables.of(number)
    while True:
        state = position(number, table, random)
        with taken_back(), time_machine.travel(NOW, tick=False):
            session = table.lay(state) if state else None
            if session is None or not play_on(session, random):
                continue
            session.save()
            seat = random.randrange(table.seats)
            return compare(table, seat, number) + (Outcome() if number % WATCHED else compare(table, None, number))


def compare(table: Table, viewer: int | None, number: int) -> Outcome:
    """Look at a stored game before and after all that a viewer cannot know is dealt anew."""
    from games.play.journal_reader import state_at

    game, random = table.game, Random(f"{number} for {viewer}")
    with taken_back():
        reader = Reader(table, viewer, random)
        reader.choose(state_at(game, game.seq))
        with same_process():
            before = reader.learn()
        changes = deal_site_anew(table, viewer, [game.seq, *reader.older], random)
        with same_process():
            after = reader.learn()
    who = "a spectator" if viewer is None else f"seat {viewer}"
    differ = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    quoted = [
        f"game {number}, {who}, {name}:\n{show_clash(before.get(name, b''), after.get(name, b''))}" for name in differ
    ]
    return Outcome(len(before), changes, quoted)


def show_clash(one: bytes, other: bytes) -> str:
    """Show two texts round the first place where they differ."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return "\n".join(repr(text[max(0, at - 120) : at + 120]) for text in (one, other))


@contextmanager
def same_process() -> Iterator[None]:
    """Stop the clock, and draw the same random tokens each time: what a process makes up as it goes."""
    drawn = Random("tokens")
    tokens = SimpleNamespace(token_hex=lambda size=16: drawn.randbytes(size).hex(), choice=drawn.choice)
    tokens.randbelow = drawn.randrange
    with time_machine.travel(NOW, tick=False), patch.multiple(secrets, **vars(tokens)):
        yield
