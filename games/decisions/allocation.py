"""Armies counted out over territories: what is chosen so far, and the addresses of one more or less of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import engine
from games.decisions.context import PageContext

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

    def held(self, wished: Mapping[int, int]) -> Counts:
        """A wish held to what is possible."""
        found: Counts = {}
        for territory, count in wished.items():
            left = self.most - sum(found.values())
            if territory in self.places and left > 0:
                found[territory] = min(count, left, self.field.most_at(territory))
        return found

    def spread(self, ranked: Sequence[int]) -> Counts:
        """All of it on the first territory, what finds no room there on the next, and so on."""
        return self.held(dict.fromkeys(ranked, self.most))


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
        """ "2 in Brazil, 1 in Peru"."""
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
        context.view.armies[territory],
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
        """One more; where all of a whole answer is laid out, it comes from elsewhere."""
        here = self.chosen.get(territory, 0)
        if here >= self.pool.field.most_at(territory):
            return ""
        if self.suggested:
            return self.link(self.pool.spread([territory, *self.pool.places]))
        if self.left:
            return self.link({**self.chosen, territory: here + 1})
        return self.link(self._shifted(territory)) if self.pool.field.least == self.pool.most else ""

    def _shifted(self, territory: int) -> Counts:
        """One army out of a single allocation, or, out of several, all anew."""
        others = {place: count for place, count in self.chosen.items() if place != territory}
        if len(self.chosen) == 1 and others:
            source, count = next(iter(others.items()))
            return {source: count - 1, territory: 1} if count > 1 else {territory: 1}
        return self.pool.spread([territory, *others])

    def less(self, territory: int) -> str:
        here = self.chosen.get(territory, 0)
        if not here or (self.suggested and self.pool.most == 1):
            return ""
        return self.link({**self.chosen, territory: here - 1})

    def every(self, territory: int) -> str:
        """All that is left, as far as there is room; empty where that is one more."""
        here = self.chosen.get(territory, 0)
        wish = min(here + self.left, self.pool.field.most_at(territory))
        return self.link({**self.chosen, territory: wish}) if wish - here > 1 else ""


def action_of(context: PageContext, tag: str, allocations: Mapping[str, Allocation]) -> dict[str, Any] | None:
    """The answer that allocations make, by the names of their fields; None while one of them is empty."""
    if not all(allocation.chosen for allocation in allocations.values()):
        return None
    return {"type": tag, "seat": context.me, **{name: allocation.counts for name, allocation in allocations.items()}}
