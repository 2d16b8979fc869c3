"""The panel beside the board: what is asked, of whom, until when, and the form that answers it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import engine
from common.times import format_datetime, relative_time
from games.boards.marks import Marks
from games.decisions.context import Choices, PageContext
from games.families.parts import parts_of


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
    `fight` is the source and target of the attack that the panel is about, for the calculator of odds.
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
    fight: tuple[int, int] | None = None


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


@dataclass(frozen=True)
class TerritoryChoice:
    """Data of panels that ask for one territory: the one that the reader chose, or else, `suggested`, that the page
    proposes; all that may be chosen, by continent; `rule` is a sentence on what comes of it."""

    chosen: str
    code: str
    suggested: bool
    choices: Choices
    count: int
    rule: str = ""


def territory_panel(
    context: PageContext,
    verb: str,
    spots: Sequence[int],
    proposed: int,
    *,
    asks: tuple[str, str],
    notes: tuple[str, str],
    rule: str = "",
) -> Panel:
    """Ask for one of `spots`, each a link on the map; `proposed` stands in while none is chosen.

    `verb` is that of the order, the template and the action `setup.<verb>`; `asks` are the headings without and with a
    choice, `notes` what the map and the order line say of each spot.
    """
    suggested = context.selection.dst not in spots
    chosen = proposed if suggested or context.selection.dst is None else context.selection.dst
    name = context.name(chosen)
    data = TerritoryChoice(name, context.code(chosen), suggested, context.by_continent(spots), len(spots), rule)
    links = {spot: context.link(dst=spot) for spot in spots}
    marks = Marks(
        aim=chosen, lit={chosen: ""}, links=links, notes=dict.fromkeys(spots, notes[0]), deciding=not suggested
    )
    action = {"type": f"setup.{verb}", "seat": context.me, "territory": chosen}
    ways = tuple((f"{verb} {context.name(spot)}", notes[1]) for spot in spots[:4])
    heading = asks[0] if suggested else asks[1] % {"land": name}
    return Panel(verb, heading, data, marks, (), until_of(context), action, ways)


def advice(context: PageContext, action: dict[str, Any] | None) -> tuple[str, ...]:
    """List what a friend would say of an order of the viewer; nothing while nothing is chosen. It refuses no order."""
    if action is None:
        return ()
    try:
        return engine.advise(context.view, engine.action_from_json(action))
    except engine.OrderError:
        return ()


def at_the_end(context: PageContext) -> tuple[str, ...]:
    """List the same for ending the step that is open."""
    return advice(context, {"type": "turn.end", "seat": context.me}) if context.may("turn.end") else ()
