"""Armies for land and continents, counted once at the start of a turn.

Sources: Classic 1959 (a) and Summary 1; Modern "Placing Armies". A third of the territories, rounded down, at least
`options.reinforcement_minimum`; the bonus of each continent held whole.
"""

from collections.abc import Collection

from msgspec import Struct

from engine.core.agenda import Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.ruleset import Mechanic

TERRITORIES_PER_ARMY = 3  # 1959 Summary 1 (a); Modern "Placing Armies"


class CollectIncome(Step, frozen=True, tag="income.collect"):
    pass


class IncomeCollected(PublicEvent, frozen=True, tag="income.collected"):
    """`continents` are (index on the map, bonus) pairs; `further` what the family's own rules add."""

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
    further: tuple[tuple[str, int], ...]
    total: int


def income_of(context: Context, seat: int) -> Income:
    """Compute what the land of a seat pays as the board stands, in armies."""
    owner = context.state.owner
    left_out = context.left_out() if context.rules.left_out_hooks else ()
    territories = owner.count(seat)
    base = max(territories // TERRITORIES_PER_ARMY, context.options.reinforcement_minimum)
    held = [
        (index, continent.bonus)
        for index, continent in enumerate(context.graph.continents)
        if continent.bonus and _whole(owner, _counting(continent.members, left_out), seat)
    ]
    further = [line for hook in context.rules.income_hooks for line in hook(context, seat)]
    total = base
    for _, armies in (*held, *further):
        total += armies
    return Income(territories, base, tuple(held), tuple(further), total)


def _counting(members: tuple[int, ...], left_out: Collection[int]) -> tuple[int, ...]:
    """List the territories of a continent that its holder must have."""
    return tuple(member for member in members if member not in left_out) if left_out else members


def _whole(owner: list[int], members: tuple[int, ...], seat: int) -> bool:
    if not members:  # nothing is left of the continent
        return False
    # The first one apart: most continents fall at it, and the generator costs more than the question.
    return owner[members[0]] == seat and all(owner[member] == seat for member in members)


def collect(context: Context, step: CollectIncome) -> None:
    seat = context.state.active
    due = income_of(context, seat)
    context.state.pool += due.total
    context.emit(IncomeCollected(seat, due.territories, due.base, due.continents, due.further, due.total))


MECHANIC = Mechanic(name="income", steps={CollectIncome: collect}, events=(IncomeCollected,))
