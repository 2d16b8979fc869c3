"""What a reader is given of a game and of its twin with other secrets, compared to the byte."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

import time_machine

from benchmarks.secrets.moments import play_on, position
from benchmarks.secrets.organizers import Organizer
from benchmarks.secrets.readers import Learnt, Reader
from benchmarks.secrets.tables import NOW, Table, Tables, same_process, taken_back
from benchmarks.secrets.twins import deal_site_anew, keep_moments
from benchmarks.secrets.wishes import prepare, wish_otherwise

if TYPE_CHECKING:
    from games.models import Game

WATCHED = 5
"""Of so many games one is looked at by a spectator too."""
FALLEN = "out"
"""The mail to somebody who is eliminated."""


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
    """Play game `number` to its moment, and compare what one of its seats, whoever was just eliminated, an organizer
    and somebody without a seat learn."""
    from games.models import Entry
    from games.services.notifications import notify_session

    random = Random(f"secrets {number}")
    table = tables.of(number)
    while True:
        state = position(number, table, random)
        with taken_back(), time_machine.travel(NOW, tick=False):
            if state is None:
                continue
            session = table.lay(state)
            if not play_on(session, number, random):
                continue
            session.save()
            notify_session(session, source=Entry.Source.WEB, seat=None)
            return compare_for_all(table, [random.randrange(table.seats), *fallen(table.game)], number)


def compare_for_all(table: Table, seats: list[int | None], number: int) -> Outcome:
    """Compare what some seats learn, and in some games a spectator. An organizer looks on with the last of them, who
    knows the least."""
    viewers = [*dict.fromkeys(seats), *([None] if number % WATCHED == 0 else [])]
    return sum((compare(table, viewer, number, viewer == viewers[-1]) for viewer in viewers), Outcome())


def fallen(game: Game) -> list[int | None]:
    """List the seats that a mail tells of their elimination."""
    from games.models import OutboxMail

    return list(OutboxMail.objects.filter(game=game, template=FALLEN).values_list("seat", flat=True))


def compare(table: Table, viewer: int | None, number: int, is_organized: bool) -> Outcome:
    """Look at a stored game before and after all that a viewer cannot know is dealt anew, where `is_organized` with the
    eyes of an organizer too, who knows no more than a spectator."""
    from games.play.journal_reader import state_at

    game, random = table.game, Random(f"{number} for {viewer}")
    wishing = Random(f"wishes {number} for {viewer}")
    with taken_back():
        prepare(table, viewer, wishing)
        reader = Reader(table, viewer, random)
        looking: list[Reader | Organizer] = [reader, *([Organizer(table, random)] if is_organized else [])]
        reader.choose(state_at(game, game.seq))
        moments = list(game.entries.exclude(kind="note").order_by("seq").values_list("seq", flat=True))
        keep_moments(game, moments)
        before = learn(looking)
        changes = deal_site_anew(table, viewer, moments, random) + wish_otherwise(table, viewer, wishing)
        after = learn(looking)
    who = "a spectator" if viewer is None else f"seat {viewer}"
    differ = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    quoted = [
        f"game {number}, {who}, {name}:\n{show_clash(before.get(name, b''), after.get(name, b''))}" for name in differ
    ]
    return Outcome(len(before), changes, quoted)


def learn(looking: list[Reader | Organizer]) -> Learnt:
    """Collect what the site gives to some who look at it at one moment."""
    with same_process("reading"):
        return {name: given for each in looking for name, given in each.learn().items()}


def show_clash(one: bytes, other: bytes) -> str:
    """Show two texts round the first place where they differ."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return "\n".join(repr(text[max(0, at - 120) : at + 120]) for text in (one, other))
