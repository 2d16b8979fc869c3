"""How far entrants came in formats in which one is knocked out: single and double."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.documents import Document, lot_of
from tournaments.reading import number
from tournaments.results import Points, Results, Table

FAILURES = {"knockout": 1, "double": 2}
"""After how many failures somebody is out, by kind of format; no other kind knocks anybody out."""

FINAL = "F"


@dataclass
class Course:
    """How far each has come: the last round with a table or bye, one more for who is still in; the place at the last
    table; who is out."""

    reached: dict[str, int] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    out: set[str] = field(default_factory=set)


def follow(form: Document, points: Points, rounds: Sequence[Results], seed: str) -> Course:
    """Follow everybody through the rounds of a stage; empty for formats without knock-outs."""
    course, failures, scores = Course(), Counter[str](), Counter[str]()
    if form.get("kind") not in FAILURES:
        return course
    most, advance = FAILURES[str(form["kind"])], number(form, "advance", 1, 6)
    for results in rounds:
        before = scores.copy()
        for name in results.byes:
            course.reached[name] = results.round
            scores[name] += points.bye
        for table in results.played:
            order = order_of(table, before, seed)
            for name in table.entrants:
                course.reached[name], course.last[name] = results.round, table.place(name)
            if is_final(results):  # played out: one stays
                failures.update(dict.fromkeys(table.entrants - set(order[:1]), most))
            else:
                failures.update(table.entrants - set(order[:advance]))
            for name, units in table.points(points):
                scores[name] += units
        for name, units in results.adjust:
            scores[name] += units
    course.out = {name for name, times in failures.items() if times >= most}
    for name in course.reached.keys() - course.out:
        course.reached[name] += 1
    return course


def is_final(results: Results) -> bool:
    """Check whether a round is the final: one table and no bye, or the last group of a double knock-out."""
    return results.group == FINAL or (not results.group and len(results.tables) == 1 and not results.byes)


def order_of(table: Table, scores: Mapping[str, int], seed: str) -> list[str]:
    """List who may go on from a table, the best first: by place, points before this round, and lot. Whoever left it to
    somebody else, and a bot, does not."""
    whole = [seat.entrant for at, seat in enumerate(table.seats) if table.is_whole(at)]
    return sorted(whole, key=lambda name: (table.place(name), -scores.get(name, 0), lot_of(seed, name)))
