"""What land pays, told for all seats at once and for each, is one and the same in random games of all families."""

from __future__ import annotations

from itertools import islice

import pytest

from engine import view_for
from engine.core.context import Context
from engine.mechanics.income import income_of, list_incomes
from tests.kit.games import walk


@pytest.mark.parametrize(("rules", "seats"), [("modern", 4), ("classic_1959_2p", 2), ("risk2210", 4), ("godstorm", 4)])
def test_the_land_of_all_seats_is_counted_as_that_of_each(rules: str, seats: int) -> None:
    with_continents = 0
    for state in islice(walk(rules, seats, 0), 0, None, 4):
        context = Context(state)
        found = [income_of(context, seat) for seat in range(seats)]
        with_continents += sum(bool(income.continents) for income in found)
        assert list_incomes(context, context.count_territories()) == [income.total for income in found]
        for row in view_for(state, None).seats:
            assert row.income == (0 if row.out else found[row.seat].total)
            assert row.territories == found[row.seat].territories
            held = context.territories_of(row.seat)
            assert row.armies == sum(state.armies[at] for at in held)
    assert with_continents
