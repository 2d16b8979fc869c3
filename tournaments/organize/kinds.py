"""The kinds of events that an organizer chooses from: each makes the formats of its stages from a few numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.registry import Registry
from tournaments.documents import Document

Numbers = Mapping[str, int]


@dataclass(frozen=True)
class Kind:
    """A kind of event. `numbers`: what it asks for, each with what is usual. `stages`: its formats, one after another,
    from these numbers."""

    name: str
    title: str | Promise
    about: str | Promise
    size: str | Promise  # for how many it is
    numbers: Numbers
    stages: Callable[[Numbers], list[Document]]
    with_teams: bool = False


KINDS: Registry[Kind] = Registry()


def knockout(numbers: Numbers) -> list[Document]:
    return [{"kind": "knockout", "advance": numbers["advance"]}]


def one_of(kind: str) -> Callable[[Numbers], list[Document]]:
    """Make the stages of an event with one stage, whose format has the numbers of the kind."""
    return lambda numbers: [{"kind": kind, **numbers}]


def pods(numbers: Numbers) -> list[Document]:
    return [{"kind": "pods", "games": numbers["games"], "cut": numbers["cut"]}, *knockout(numbers)]


KINDS.add(
    Kind(
        "swiss",
        _("Swiss"),
        _("Everybody plays every round, against players of about the same score."),
        _("12 to 300, rounds as you like"),
        {"rounds": 7},
        one_of("swiss"),
    )
)
KINDS.add(
    Kind(
        "knockout",
        _("Knock-out"),
        _("The first of each table go on until one table is left."),
        _("8 to 256, 3 to 5 rounds"),
        {"advance": 2},
        knockout,
    )
)
KINDS.add(
    Kind(
        "double",
        _("Double knock-out"),
        _("Lose once and you play on in a second bracket; lose twice and you are out."),
        _("8 to 128, 4 to 8 rounds"),
        {"advance": 2},
        one_of("double"),
    )
)
KINDS.add(
    Kind(
        "league",
        _("League"),
        _("Divisions play all through; the first go up, the last go down."),
        _("7 or 13 a division"),
        {"division": 7, "at_once": 2},
        one_of("league"),
    )
)
KINDS.add(
    Kind(
        "pods",
        _("Pods and cut"),
        _("Games in fixed pods, then the best play a knock-out."),
        _("16 to 128"),
        {"games": 3, "cut": 16, "advance": 2},
        pods,
    )
)
KINDS.add(
    Kind(
        "ladder",
        _("Ladder"),
        _("Tables form every day among players of like strength."),
        _("from 6"),
        {"rounds": 90},
        one_of("ladder"),
    )
)
KINDS.add(
    Kind(
        "hill",
        _("King of the hill"),
        _("The winner stays, challengers queue."),
        _("from 5"),
        {"rounds": 10},
        one_of("hill"),
    )
)
KINDS.add(
    Kind(
        "series",
        _("Series"),
        _("One table, several games, seats rotate."),
        _("3 to 6 players"),
        {"games": 4},
        one_of("series"),
    )
)
KINDS.add(
    Kind(
        "team",
        _("Teams"),
        _("Team mates never share a table; their points add up."),
        _("4 to 40 teams"),
        {"rounds": 7},
        one_of("swiss"),
        with_teams=True,
    )
)


def kind_of(stages: list[Document], with_teams: bool) -> Kind:
    """Return the kind of an event with these formats; the first of all for formats that no kind makes."""
    first = str(stages[0]["kind"]) if stages else ""
    name = "team" if with_teams and first == "swiss" else first
    return KINDS.get(name) or next(iter(KINDS))


def numbers_of(stages: list[Document]) -> dict[str, int]:
    """Return the numbers of all stages of an event together."""
    return {name: value for form in stages for name, value in form.items() if isinstance(value, int)}
