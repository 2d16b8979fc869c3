"""How far entrants came in formats in which one is knocked out: single and double."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.documents import lot_of
from tournaments.events import Event
from tournaments.history import Drawn, count_points
from tournaments.reading import number
from tournaments.results import Table

FAILURES = {"knockout": 1, "double": 2}
"""After how many failures somebody is out, by kind of format; no other kind knocks anybody out."""

FINAL = "F"
MOST_ADVANCE = 5


@dataclass
class Course:
    """How far each has come: the last round with a table or bye, one more for those still in, neither out nor gone; the
    place at the last table; how often each has failed; who is out."""

    reached: dict[str, int] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    failures: Counter[str] = field(default_factory=Counter)
    out: set[str] = field(default_factory=set)


def follow(event: Event, rounds: Sequence[Drawn]) -> Course:
    """Follow everybody through the complete rounds of a stage; empty for formats without knock-outs."""
    course, kind = Course(), event.kind_of(rounds[0].stage) if rounds else ""
    if kind not in FAILURES:
        return course
    most, advance = FAILURES[kind], number(event.formats[rounds[0].stage], "advance", 1, MOST_ADVANCE)
    for at, drawn in enumerate(rounds):
        results, before = (
            drawn.results,
            count_points(event, (each for each in rounds[:at] if each.number < drawn.number)),
        )
        course.reached.update(dict.fromkeys(results.byes, results.round))
        stay, failures = (1, most) if is_final(kind, drawn) else (advance, 1)  # a final is played out
        for table in results.played:
            order = order_of(table, before, drawn.seed)
            for name in table.entrants:
                course.reached[name], course.last[name] = results.round, table.place(name)
            course.failures.update(dict.fromkeys(table.entrants - set(order[:stay]), failures))
    course.out = {name for name, times in course.failures.items() if times >= most}
    following = rounds[-1].results.round + 1
    for name in course.reached.keys() - course.out:
        course.reached[name] += not event.entrants[name].has_left(following)
    return course


def is_final(kind: str, drawn: Drawn) -> bool:
    """Check whether a round of a knock-out is the final: one table and no bye, in a double one the group of that
    name."""
    return drawn.group == FINAL if kind == "double" else len(drawn.tables) == 1 and not drawn.byes


def order_of(table: Table, scores: Mapping[str, int], seed: str) -> list[str]:
    """List who may go on from a table, the best first: by place, points before this round, and lot. Whoever left it to
    somebody else, and a bot, does not."""
    whole = [seat.entrant for at, seat in enumerate(table.seats) if table.is_whole(at)]
    return sorted(whole, key=lambda name: (table.place(name), -scores.get(name, 0), lot_of(seed, name)))
