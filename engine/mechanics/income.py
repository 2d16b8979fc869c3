"""Armies for land and continents, counted once at the start of a turn.

Sources: Classic 1959 (a) and Summary 1; Modern "Placing Armies". A third of the territories, rounded down, at least
`options.reinforcement_minimum`; the bonus of each continent held whole.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.mapgraph import MapGraph
from engine.core.ruleset import Mechanic

TERRITORIES_PER_ARMY = 3  # 1959 Summary 1 (a); Modern "Placing Armies"


class CollectIncome(Step, frozen=True, tag="income.collect"):
    pass


class IncomeCollected(PublicEvent, frozen=True, tag="income.collected"):
    """`continents` are (index on the map, bonus) pairs; `further` is kept for logs, and empty."""

    seat: int
    territories: int
    base: int
    continents: tuple[tuple[int, int], ...]
    further: tuple[tuple[str, int], ...]
    total: int


class Income(Struct, frozen=True):
    territories: int
    base: int
    continents: tuple[tuple[int, int], ...]
    total: int


def income_of(context: Context, seat: int) -> Income:
    """Compute what the land of a seat pays as the board stands, in armies."""
    owner = context.state.owner
    left_out = context.left_out()
    territories = owner.count(seat)
    if left_out:
        territories -= sum(owner[at] == seat for at in left_out)
    base = max(territories // TERRITORIES_PER_ARMY, context.options.reinforcement_minimum)
    held = [
        (index, bonus)
        for index, bonus, first, members in paying_continents(context.graph, left_out)
        # The first one apart: most continents fall at it, and the generator costs more than the question.
        if owner[first] == seat and all(owner[member] == seat for member in members)
    ]
    total = base
    for _, armies in held:
        total += armies
    return Income(territories, base, tuple(held), total)


def list_incomes(context: Context, territories: Sequence[int]) -> list[int]:
    """Compute the total of each seat, as `income_of` does, in one pass over the continents: every view shows it.
    `territories` are how many of each count."""
    owner, least = context.state.owner, context.options.reinforcement_minimum
    totals = [max(held // TERRITORIES_PER_ARMY, least) for held in territories]
    for _, bonus, first, members in paying_continents(context.graph, context.left_out()):
        holder = owner[first]
        if 0 <= holder < len(totals):
            for member in members:
                if owner[member] != holder:
                    break
            else:
                totals[holder] += bonus
    return totals


@lru_cache(maxsize=512)
def paying_continents(graph: MapGraph, left_out: frozenset[int]) -> tuple[tuple[int, int, int, tuple[int, ...]], ...]:
    """List the continents that pay something, without what is left out: index, bonus, and the territories that their
    holder must have, the first one apart. Of which nothing is left pay nobody."""
    counting = [tuple(member for member in part.members if member not in left_out) for part in graph.continents]
    return tuple(
        (index, part.bonus, members[0], members[1:])
        for index, (part, members) in enumerate(zip(graph.continents, counting, strict=True))
        if part.bonus and members
    )


def collect(context: Context, step: CollectIncome) -> None:
    seat = context.state.active
    due = income_of(context, seat)
    context.state.pool += due.total
    context.emit(IncomeCollected(seat, due.territories, due.base, due.continents, (), due.total))


MECHANIC = Mechanic(name="income", steps={CollectIncome: collect}, events=(IncomeCollected,))
