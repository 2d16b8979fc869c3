"""Plans of a set-up on the board of 2210."""

import pytest

from engine import COLOURS, FastChance, GameState, IllegalAction, apply, format_order, new_game, parse_order, view_for
from engine.mechanics.setup_plan.types import Plan


def test_only_what_can_be_claimed_is_offered() -> None:
    planned = {"setup_orders": "planned"}
    state = new_game("risk2210", COLOURS[:3], chance=FastChance(1), options=planned).state
    wishes = view_for(state, 0).offer("setup.plan").fields[0].values
    assert not {"us_pacific", "sajon"} & set(wishes) and "europe" in wishes
    assert not {*state.devastated, 42, 68} & set(wishes)


def test_a_continent_is_meant_by_its_whole_name_where_a_territory_begins_with_it() -> None:
    planned = {"setup_orders": "planned"}
    view = view_for(new_game("risk2210", COLOURS[:3], chance=FastChance(1), options=planned).state, 0)
    testing_ground = view.graph.names.index("Australian Testing Ground")
    order = parse_order("plan claim Australia, Australian Testing Ground, Asia, Asia Pacific; land Japan", view)
    assert isinstance(order, Plan)
    assert order.claim == ("australia", testing_ground, "asia", "asia_pacific")
    assert parse_order(format_order(order, "risk2210", "world2210"), view) == order


def planned() -> GameState:
    return new_game("risk2210", COLOURS[:3], chance=FastChance(1), options={"setup_orders": "planned"}).state


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ("plan claim Neo Tokyo", "You cannot claim Neo Tokyo: only land territories can be claimed."),
        ("plan claim Tycho", "You cannot claim Tycho: only land territories can be claimed."),
        ("plan claim US Pacific", "only land territories can be claimed."),
        ("plan place 3 Neo Tokyo", "You cannot claim Neo Tokyo: only land territories can be claimed."),
        ("plan land Tycho", "You cannot claim Tycho: only land territories can be claimed."),
    ],
)
def test_a_plan_names_only_what_can_ever_be_claimed(plan: str, says: str) -> None:
    state = planned()
    with pytest.raises(IllegalAction, match=says):
        apply(state, parse_order(plan, view_for(state, 0)), FastChance(1))


def test_a_plan_names_no_wasteland() -> None:
    state = planned()
    name = view_for(state, 0).graph.names[state.devastated[0]]
    with pytest.raises(IllegalAction, match=f"You cannot claim {name}: nobody can hold it."):
        apply(state, Plan(0, (state.devastated[0],)), FastChance(1))


def test_armies_of_a_plan_are_counted_in_the_words_of_the_game() -> None:
    state = planned()
    with pytest.raises(IllegalAction, match="There is no room for 99 MODs there: name at most 35."):
        apply(state, parse_order("plan place 99 Japan", view_for(state, 0)), FastChance(1))
