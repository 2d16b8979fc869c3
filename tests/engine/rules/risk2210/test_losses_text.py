"""Losses as text: words that name none are refused."""

import pytest

import engine


@pytest.mark.parametrize("text", ["lose all", "lose 2 all", "lose land all at Japan"])
@pytest.mark.timeout(20)
def test_all_is_no_number_of_losses(text: str) -> None:
    state = engine.new_game("risk2210", ["red", "blue"], chance=engine.FastChance(1)).state
    with pytest.raises(engine.UnreadableOrder):
        engine.parse_order(text, engine.view_for(state, state.active))
