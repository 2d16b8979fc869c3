"""The line of an event's rounds: those that are over, the one that is played, and those to come as far as is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.documents import Document
from tournaments.pages.words import format_title, round_of_knockout, round_title
from tournaments.reading import number
from tournaments.sizes import TableSizes, share_out

MOST_SEGMENTS = 12
NAMED = 4
"""A line of so many rounds has room for their names."""

KNOCKOUT, DOUBLE = "knockout", "double"
LINELESS = ("league", "ladder")


@dataclass(frozen=True)
class Segment:
    """A round in the line: `css` is done for one that is over, `is_current` marks the one that is played."""

    title: str
    text: str = ""
    css: str = ""
    is_current: bool = False
    url: str = ""


@dataclass(frozen=True)
class RoundFacts:
    """A round as the line needs it, all its groups together: how many tables it has, how many are done, its byes."""

    number: int
    stage: int
    tables: int
    done: int
    byes: int
    is_over: bool
    url: str


def count_knockout(players: int, sizes: TableSizes, advance: int) -> int:
    """Count the rounds that a knock-out of so many players will have if nobody leaves.

    >>> count_knockout(16, TableSizes(4, 3, 5), 2), count_knockout(2, TableSizes(4, 3, 5), 2)
    (3, 1)
    """
    rounds = 0
    while players > 1 and rounds < MOST_SEGMENTS:
        tables, byes = share_out(players, sizes)
        rounds += 1
        if len(tables) == 1 and not byes:
            break
        players = len(tables) * advance + byes
    return rounds


def draw_line(
    forms: Sequence[Document], sizes: TableSizes, rounds: Sequence[RoundFacts], players: int
) -> list[Segment]:
    """Make the line of an event; empty where its rounds are days or divisions, or far too many."""
    if any(form["kind"] in LINELESS for form in forms):
        return []
    found: list[Segment] = []
    for at, form in enumerate(forms):
        own = [each for each in rounds if each.stage == at]
        enter = players if not at else int(str(forms[at - 1].get("cut", players)))
        found += draw_stage(form, sizes, own, enter, after=len(found), alone=len(forms) == 1)
    return found if len(found) <= MOST_SEGMENTS else []


def draw_stage(
    form: Document, sizes: TableSizes, rounds: Sequence[RoundFacts], players: int, *, after: int, alone: bool
) -> list[Segment]:
    kind = str(form["kind"])
    if not rounds and not alone and after:
        return [Segment(format_title(form))]
    total = count_stage(form, sizes, rounds, players)
    named = kind == KNOCKOUT and alone and total <= NAMED
    titles = [
        round_of_knockout(at, total) if named else short_title(after + at, rounds, at) for at in range(1, total + 1)
    ]
    if kind in (KNOCKOUT, DOUBLE) and total > len(rounds) and not named:
        titles[-1] = _("Final")
    return [*map(show_segment, rounds, titles), *map(Segment, titles[len(rounds) :])]


def short_title(number: int, rounds: Sequence[RoundFacts], at: int) -> str:
    is_current = at <= len(rounds) and not rounds[at - 1].is_over
    return round_title(number) if is_current else str(number)


def show_segment(drawn: RoundFacts, title: str) -> Segment:
    if drawn.is_over:
        text = _("%(done)s of %(tables)s") % {"done": drawn.done, "tables": drawn.tables}
        return Segment(title, text, "done", url=drawn.url)
    text = ngettext("%(done)s of %(tables)s table done", "%(done)s of %(tables)s tables done", drawn.tables)
    return Segment(title, text % {"done": drawn.done, "tables": drawn.tables}, is_current=True, url=drawn.url)


def count_stage(form: Document, sizes: TableSizes, rounds: Sequence[RoundFacts], players: int) -> int:
    """Count the rounds of a stage, as far as they are known."""
    if form["kind"] in (KNOCKOUT, DOUBLE):
        advance = number(form, "advance", 1, 5)
        if not rounds:
            return count_knockout(players, sizes, advance) if form["kind"] == KNOCKOUT else 1
        last = rounds[-1]
        if last.tables == 1 and not last.byes:
            return len(rounds)
        if form["kind"] == DOUBLE:
            return len(rounds) + 1
        return len(rounds) + count_knockout(last.tables * advance + last.byes, sizes, advance)
    stated = form.get("rounds", form.get("games", 0))
    return max(len(rounds), int(str(stated)))


def sum_tables(rounds: Iterable[RoundFacts]) -> tuple[int, int]:
    """Return how many tables of these rounds are done, and how many there are."""
    found = list(rounds)
    return sum(each.done for each in found), sum(each.tables for each in found)
