"""Plans of a set-up on the board of 2210."""

from engine import COLOURS, FastChance, format_order, new_game, parse_order, view_for
from engine.mechanics.setup_plan import Plan


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
