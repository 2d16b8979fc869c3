"""The panel beside the board: what is asked, of whom, until when, and the form that answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

import engine
from common.times import format_datetime, relative_time
from games.boards.overlays import Marks
from games.decisions.kit.context import Choices, PageContext
from games.families.parts import parts_of
from games.wording.seats import Person


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

    `action` is the answer the page has built so far as tagged JSON, which the order line shows (None: nothing yet, or a
    form that changes without a new page); `marks` goes to the board;
    `data` is what the one kind of decision needs (see the template's first lines). `ways` completes the order line.
    `fight` is the source and target of the attack that the panel is about, for the calculator of odds.
    """

    template: str
    heading: str
    data: object = None
    marks: Marks = field(default_factory=Marks)
    steps: tuple[Step, ...] = ()
    action: engine.Facts | None = None
    ways: tuple[tuple[str, str], ...] = ()
    answers: bool = True
    fight: tuple[int, int] | None = None


@dataclass(frozen=True)
class Aside:
    """A small form below that of a panel, for something else that may be done first: the action `act`, hidden fields
    that are `sent` with it, and a list to choose from, if it has `options`, with the `name` and the label of its
    input."""

    act: str
    title: str
    says: str
    button: str
    sent: tuple[tuple[str, str], ...] = ()
    name: str = ""
    label: str = ""
    options: tuple[tuple[str, str], ...] = ()


def steps_of(context: PageContext) -> tuple[Step, ...]:
    """Show where in the turn the game is, by the rail of its family; empty outside of it."""
    turn = parts_of(context.view.rules).turn
    now, steps = turn.step_now(context.view), turn.rail(context.view)
    order = [key for key, _ in steps]
    if now not in order:
        return ()
    return tuple(
        Step(str(label), "now" if key == now else "done" if order.index(key) < order.index(now) else "")
        for key, label in steps
    )


def until_of(context: PageContext) -> Until | None:
    """Say when the clock of the open decision ends, in the reader's zone; None without a deadline."""
    page_data = context.page_data
    if page_data.deadline is None:
        return None
    return Until(
        format_datetime(page_data.deadline, page_data.now, page_data.zone),
        relative_time(page_data.deadline, page_data.now),
        page_data.deadline.isoformat(),
    )


def who_has_answered(context: PageContext) -> tuple[tuple[Person, bool], ...]:
    """List the people who are asked the same in secret, in the order of play, and whether they have answered."""
    asked = context.view.asked
    assert asked is not None
    return tuple(
        (context.person(seat), seat not in asked.seats)
        for seat in context.view.order
        if seat in {*asked.seats, *asked.answered}
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
        target=chosen,
        selectable={chosen: ""},
        links=links,
        notes=dict.fromkeys(spots, notes[0]),
        deciding=not suggested,
    )
    action = {"type": f"setup.{verb}", "seat": context.me, "territory": chosen}
    ways = tuple((f"{verb} {context.name(spot)}", notes[1]) for spot in spots[:4])
    heading = asks[0] if suggested else asks[1] % {"land": name}
    return Panel(verb, heading, data, marks, (), action, ways)


def advice(context: PageContext, action: engine.Facts | None) -> tuple[str, ...]:
    """List what a friend would say of an order of the viewer; nothing while nothing is chosen. It refuses no order."""
    return _list_warnings(context, action, engine.warnings_for)


def hazards(context: PageContext, action: engine.Facts) -> tuple[str, ...]:
    """List what an order of the viewer costs for certain, however many armies it is about."""
    return _list_warnings(context, action, engine.hazards_for)


Warn = Callable[[engine.PlayerView, engine.Action], tuple[str, ...]]


def _list_warnings(context: PageContext, action: engine.Facts | None, warn: Warn) -> tuple[str, ...]:
    if action is None:
        return ()
    try:
        return warn(context.view, engine.action_from_json(action))
    except engine.OrderError:
        return ()


def at_the_end(context: PageContext) -> tuple[str, ...]:
    """List the same for ending the step that is open."""
    return advice(context, {"type": "turn.end", "seat": context.me}) if context.may("turn.end") else ()


# ---- armies counted out over territories

Counts = dict[int, int]
"""Armies by territory."""


@dataclass(frozen=True)
class AllocationRow:
    """A territory where armies may be put: the name of its input, how many are chosen for it, what is next door, and
    the addresses of one more, one less, and, as `all` with the word for it, of all that can be put there or taken."""

    territory: int
    input: str
    name: str
    armies: int
    chosen: int
    beside: str
    more: str
    less: str
    all: str
    all_word: str
    threat: int
    colour: str


@dataclass(frozen=True)
class AllocationField:
    """What is to be put down in one answer, and where it may go: a field of placements of an offer.

    `name` is the field, and the word of the address under which a choice of it stands; `prefix` begins the names of
    its inputs.
    """

    field: engine.PlacementsField
    prefix: str = "n-"

    @property
    def name(self) -> str:
        return self.field.name

    @property
    def most(self) -> int:
        return self.field.most

    @property
    def places(self) -> tuple[int, ...]:
        return self.field.values

    def clamp(self, wished: Mapping[int, int]) -> Counts:
        """Clamp wished counts to the limits of the field and of each territory."""
        found: Counts = {}
        for territory, count in wished.items():
            left = self.most - sum(found.values())
            if territory in self.places and left > 0:
                found[territory] = min(count, left, self.field.most_at(territory))
        return found

    def fill(self, ranked: Sequence[int]) -> Counts:
        """Put all armies on the first territory, what finds no room there on the next, and so on."""
        return self.clamp(dict.fromkeys(ranked, self.most))


@dataclass(frozen=True)
class Allocation:
    """A pool as a page lays it out. `suggested` if nothing was chosen and the page proposes a place."""

    pool: int
    left: int
    chosen: tuple[AllocationRow, ...]
    spots: tuple[AllocationRow, ...]
    whole: bool
    suggested: bool = False

    @property
    def counts(self) -> list[list[int]]:
        """As the engine takes it."""
        return sorted([spot.territory, spot.chosen] for spot in self.chosen)

    @property
    def summary(self) -> str:
        """The placements in words: "2 in Brazil, 1 in Peru"."""
        text = _("%(count)s in %(land)s")
        return ", ".join(text % {"count": spot.chosen, "land": spot.name} for spot in self.chosen)

    @property
    def ready(self) -> bool:
        return bool(self.chosen) and (not self.whole or not self.left)


Beside = Callable[[int], tuple[str, int]]
"""What is next to a territory in words, and how much of it threatens the place."""


def allocation_of(
    context: PageContext,
    pool: AllocationField,
    ranked: Sequence[int],
    chosen: Counts,
    link: Callable[[Counts], str],
    beside: Beside,
    suggested: bool = False,
) -> Allocation:
    """Lay out a pool spot by spot, the chosen ones first and the others as ranked. `link` gives the address of a
    choice."""
    ways = _Ways(pool, chosen, link, suggested)
    spots = [_row(context, territory, ways, beside) for territory in ranked]
    spots.sort(key=lambda spot: -spot.chosen)
    return Allocation(
        pool.most,
        ways.left,
        tuple(spot for spot in spots if spot.chosen),
        tuple(spot for spot in spots if not spot.chosen),
        pool.field.least == pool.most,
        suggested,
    )


def _row(context: PageContext, territory: int, ways: _Ways, beside: Beside) -> AllocationRow:
    said, threat = beside(territory)
    return AllocationRow(
        territory,
        ways.pool.prefix + context.code(territory),
        context.name(territory),
        context.view.units(territory),
        ways.chosen.get(territory, 0),
        said,
        ways.more(territory),
        ways.less(territory),
        ways.every(territory),
        _("all %(count)s") % {"count": ways.left},
        threat,
        context.colour_at(territory),
    )


@dataclass(frozen=True)
class _Ways:
    """Where the buttons of a spot lead."""

    pool: AllocationField
    chosen: Counts
    link: Callable[[Counts], str]
    suggested: bool

    @property
    def left(self) -> int:
        return self.pool.most - sum(self.chosen.values())

    def more(self, territory: int) -> str:
        """Build the URL of one army more; where all of a whole answer is laid out, it comes from elsewhere."""
        here = self.chosen.get(territory, 0)
        if here >= self.pool.field.most_at(territory):
            return ""
        if self.suggested:
            return self.link(self.pool.fill([territory, *self.pool.places]))
        if self.left:
            return self.link({**self.chosen, territory: here + 1})
        return self.link(self._shift(territory)) if self.pool.field.least == self.pool.most else ""

    def _shift(self, territory: int) -> Counts:
        """Move one army here out of a single allocation, or lay several out anew."""
        others = {place: count for place, count in self.chosen.items() if place != territory}
        if len(self.chosen) == 1 and others:
            source, count = next(iter(others.items()))
            return {source: count - 1, territory: 1} if count > 1 else {territory: 1}
        return self.pool.fill([territory, *others])

    def less(self, territory: int) -> str:
        here = self.chosen.get(territory, 0)
        if not here or (self.suggested and self.pool.most == 1):
            return ""
        return self.link({**self.chosen, territory: here - 1})

    def every(self, territory: int) -> str:
        """Build the URL of all that is left, as far as there is room; empty where that is one army."""
        here = self.chosen.get(territory, 0)
        wish = min(here + self.left, self.pool.field.most_at(territory))
        return self.link({**self.chosen, territory: wish}) if wish - here > 1 else ""


def action_of(context: PageContext, tag: str, allocations: Mapping[str, Allocation]) -> engine.Facts | None:
    """Build the answer that allocations make, by the names of their fields; None while one of them is empty."""
    if not all(allocation.chosen for allocation in allocations.values()):
        return None
    return {"type": tag, "seat": context.me, **{name: allocation.counts for name, allocation in allocations.items()}}
