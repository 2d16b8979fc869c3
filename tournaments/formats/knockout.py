"""Knock-out, single and double: who is not among the best of a table is out, at once or the second time."""

from __future__ import annotations

from tournaments.courses import FINAL, MOST_ADVANCE, Course, follow, is_final
from tournaments.documents import Document
from tournaments.formats.base import Format, Group, Stage, gettext_noop
from tournaments.reading import number as read_number
from tournaments.sizes import TableSizes


def begin(stage: Stage, number: int) -> tuple[Course, list[str]]:
    """Return how far everybody has come, and who is to be paired; nobody if the stage waits or its final was played."""
    course = follow(stage.event, stage.complete)
    kind = stage.event.kind_of(stage.id)
    if not stage.is_complete or any(is_final(kind, drawn) for drawn in stage.complete):
        return course, []
    known = {*stage.field, *course.reached}  # whoever took over a seat stays
    going = [each for each in stage.event.entrants.values() if each.id in known - course.out]
    return course, [each.id for each in going if not each.has_left(number)]


def pair(stage: Stage, number: int) -> list[Group]:
    """Draw all who are still in anew, one of each pot at each table."""
    _course, going = begin(stage, number)
    return [Group("pots", tuple(going))] if len(going) > 1 else []


def pair_brackets(stage: Stage, number: int) -> list[Group]:
    """Draw those who never failed and those who failed once apart; the last ones play the final together."""
    course, going = begin(stage, number)
    if len(going) < 2:
        return []
    if not stage.rounds:
        return [Group("pots", tuple(going))]
    if len(going) <= stage.sizes.most:
        return [Group("pots", tuple(going), FINAL)]
    advance = read_number(stage.form, "advance", 1, MOST_ADVANCE)
    brackets = [(name, tuple(each for each in going if course.failures[each] == times)) for times, name in BRACKETS]
    return [Group("pots", members, name) for name, members in brackets if len(members) > advance]


BRACKETS = ((0, "A"), (1, "B"))
"""How often the members of a bracket have failed."""


def check_advance(form: Document, sizes: TableSizes) -> None:
    if read_number(form, "advance", 1, MOST_ADVANCE) >= sizes.least:
        raise ValueError(f"advance: less than the {sizes.least} players of the smallest table")


def check_brackets(form: Document, sizes: TableSizes) -> None:
    """Check that two brackets that both wait find room at one table. Raises ValueError."""
    check_advance(form, sizes)
    if 2 * read_number(form, "advance", 1, MOST_ADVANCE) > sizes.most:
        raise ValueError(f"advance: at most half of the {sizes.most} players of the largest table")


KNOCKOUT = Format(
    kind="knockout",
    title=gettext_noop("Knock-out"),
    rules=gettext_noop("The best %(advance)d of each table go on, and the last table is the final."),
    numbers={"advance": (1, MOST_ADVANCE)},
    pair=pair,
    needs=check_advance,
)

DOUBLE = Format(
    kind="double",
    title=gettext_noop("Double knock-out"),
    rules=gettext_noop("Finish outside the best %(advance)d of a table twice, and you are out."),
    numbers={"advance": (1, MOST_ADVANCE)},
    pair=pair_brackets,
    needs=check_brackets,
)
