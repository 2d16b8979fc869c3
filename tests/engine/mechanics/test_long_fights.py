"""One order that throws thousands of times: late games with large sets have such armies."""

from __future__ import annotations

import pytest

from engine import FastChance, IllegalAction, apply, apply_in_place, mapgraph, pack, parse_order, view_for
from engine.mechanics.battle.types import Attack, AttackAsked, RoundResolved
from engine.odds import clear_cache
from engine.odds.wins import _remembered
from engine.position import position
from tests.engine.bots.test_answers import seated


def test_an_attack_to_the_end_may_take_thousands_of_throws() -> None:
    state = seated("modern", 3, 1)
    src, dst = 0, mapgraph(state.map).neighbours[0][0]
    state.owner[:] = [1 if territory == dst else territory % 3 for territory in range(42)]
    state.armies[:] = [1] * 42
    state.armies[src], state.armies[dst] = 20_000, 15_000
    state.supply, state.active, state.round = [], 0, 1
    state.agenda[:] = [AttackAsked(seats=(0,))]
    events = apply_in_place(state, Attack(0, src, dst, throws=0), FastChance(1)).events
    assert sum(isinstance(event, RoundResolved) for event in events) > 5_000
    assert state.owner[dst] == 0


def test_the_chance_of_large_armies_is_not_reckoned_anew_for_each_throw() -> None:
    clear_cache()
    state = position("red: Brazil 400 | blue: Peru 400 | green: *1", rules="modern", step="attack")
    order = parse_order("attack Brazil Peru while odds 5%", view_for(state, 0))
    events = apply_in_place(state, order, FastChance(3)).events
    assert sum(isinstance(event, RoundResolved) for event in events) > 300
    assert _remembered.cache_info().misses < 100


@pytest.mark.parametrize("wish", [{"throws": 2**64}, {"advance": 2**64}, {"throws": 10**30, "advance": 10**30}])
def test_an_order_that_no_storage_has_room_for_is_refused(wish: dict[str, int]) -> None:
    """It waits in the state while the defender is asked."""
    state = position("red: Brazil 9 | blue: Peru 4 | green: *1", rules="classic_1959", step="attack")
    graph = mapgraph(state.map)
    src, dst = graph.names.index("Brazil"), graph.names.index("Peru")
    with pytest.raises(IllegalAction, match="cannot stop on that condition"):
        apply(state, Attack(0, src, dst, **{"throws": 0, **wish}), FastChance(1))
    pack(apply(state, Attack(0, src, dst, throws=10**6, advance=10**6), FastChance(1)).state)
