"""What the free move offers: the bounds of new counts, with a limit of armies and without one."""

from __future__ import annotations

from typing import Any

import pytest

from engine import GameState
from engine.core.context import NO_LIMIT
from engine.core.offers import CountsField
from engine.core.reducer import offers
from engine.mechanics.fortify import FortifyAsked
from tests.kit.games import walk


def asked_to_fortify(**options: Any) -> GameState:
    """A random game in which counts may be given for the free move."""
    for seed in range(20):
        for state in walk("modern", 3, seed, territory_setup="deal", fortify="connected_many", **options):
            kinds = {offer.action for offer in offers(state, state.active)} if asks(state) else set()
            if "fortify.redistribute" in kinds:
                return state
    raise AssertionError("nobody may redistribute")


def asks(state: GameState) -> bool:
    return bool(state.agenda) and isinstance(state.agenda[-1], FortifyAsked)


@pytest.mark.parametrize(("options", "most"), [({}, NO_LIMIT), ({"army_cap": 12}, 12)])
def test_new_counts_go_up_to_the_limit_of_armies_if_there_is_one(options: dict[str, Any], most: int) -> None:
    state = asked_to_fortify(**options)
    offer = next(offer for offer in offers(state, state.active) if offer.action == "fortify.redistribute")
    field = offer.field("at", CountsField)
    assert (field.least, field.most) == (1, most)
    assert field.values and set(field.values) == {there for _, *group in field.table.values() for there in group}
