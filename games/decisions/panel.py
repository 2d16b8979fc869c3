"""The panel beside the board: what is asked, of whom, until when, and the form that answers it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from games.boards.marks import Marks
from games.decisions.context import PageContext
from games.families.parts import parts_of
from games.wording.times import format_datetime, relative_time


@dataclass(frozen=True)
class Step:
    """One step of a turn: "done", "now" or "" for those to come."""

    label: str
    state: str


@dataclass(frozen=True)
class Until:
    """The end of the clock: "Tuesday, 20:00", "in 2 days", and the moment for machines."""

    at: str
    within: str
    iso: str


@dataclass(frozen=True)
class Panel:
    """What the template `decisions/<template>.html` shows.

    `action` is the answer the page has built so far as tagged JSON (None: nothing yet); `marks` goes to the board;
    `data` is what the one kind of decision needs (see the template's first lines). `ways` completes the order line.
    """

    template: str
    heading: str
    data: Any = None
    marks: Marks = field(default_factory=Marks)
    steps: tuple[Step, ...] = ()
    until: Until | None = None
    action: dict[str, Any] | None = None
    ways: tuple[tuple[str, str], ...] = ()
    answers: bool = True


def steps_of(context: PageContext) -> tuple[Step, ...]:
    """Show where in the turn the game is, by the rail of its family; empty outside of it."""
    parts = parts_of(context.view.rules)
    now, steps = parts.step_now(context.view), parts.rail(context.view)
    order = [key for key, _ in steps]
    if now not in order:
        return ()
    return tuple(
        Step(str(label), "now" if key == now else "done" if order.index(key) < order.index(now) else "")
        for key, label in steps
    )


def until_of(context: PageContext) -> Until | None:
    """When the clock of the open decision ends, in the reader's zone."""
    facts = context.facts
    if facts.deadline is None:
        return None
    return Until(
        format_datetime(facts.deadline, facts.now, facts.zone),
        relative_time(facts.deadline, facts.now),
        facts.deadline.isoformat(),
    )


def choice_marks(context: PageContext, spots: Collection[int], chosen: int, note: str, *, deciding: bool) -> Marks:
    """The map where one territory is to be chosen: each of `spots` is a link and says `note`."""
    links = {spot: context.link(dst=spot) for spot in spots}
    return Marks(aim=chosen, lit={chosen: ""}, links=links, notes=dict.fromkeys(spots, note), deciding=deciding)
