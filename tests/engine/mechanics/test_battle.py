"""Throws over all dice, and what holds for every throw (1959 (c), (f))."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Action, FastChance, GameState, IllegalAction, ScriptedChance, apply, odds, parse_order, view_for
from engine.mechanics.battle.types import Captured, RoundResolved
from engine.mechanics.occupy import Occupied
from engine.position import position

pytestmark = pytest.mark.no_cover

DICE = st.integers(1, 6)


def throw(attack: list[int], defend: list[int], *, source: int = 9, target: int = 9):
    """One throw of modern rules, where nobody is asked: the events and the state after it."""
    board = f"red: Brazil {source}, Japan 1 | blue: Peru {target}, Siam 1 | green: *1"
    state = position(board, rules="modern", step="attack")
    order = parse_order(f"attack Brazil Peru with {len(attack)}, then advance least", view_for(state, 0))
    return apply(state, order, ScriptedChance({"attacker": attack, "defender": defend}))


def losses(attack: list[int], defend: list[int]) -> tuple[int, int]:
    played = throw(attack, defend, target=1 if len(defend) == 1 else 9)
    fought = next(event for event in played.events if isinstance(event, RoundResolved))
    return fought.attack_losses, fought.defend_losses


EXACT = [
    (1, 1, {(0, 1): 15, (1, 0): 21}),
    (2, 1, {(0, 1): 125, (1, 0): 91}),
    (1, 2, {(0, 1): 55, (1, 0): 161}),
    (3, 1, {(0, 1): 855, (1, 0): 441}),
    (2, 2, {(0, 2): 295, (1, 1): 420, (2, 0): 581}),
    (3, 2, {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275}),
]


@pytest.mark.no_cover
@pytest.mark.parametrize(("attackers", "defenders", "wanted"), EXACT)
def test_every_outcome_comes_as_often_as_it_must(attackers: int, defenders: int, wanted: dict) -> None:
    """The rule set is asked for the number of the defence by the armies that stand there: 1 for one die."""
    counted: Counter[tuple[int, int]] = Counter()
    for attack, often in throws(attackers).items():
        for defend, times in throws(defenders).items():
            counted[losses(list(attack), list(defend))] += often * times
    assert counted == wanted


def throws(dice: int) -> Counter[tuple[int, ...]]:
    """How often each throw comes, without regard to order."""
    return Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=dice))


@given(st.lists(DICE, min_size=1, max_size=3), st.lists(DICE, min_size=2, max_size=2))
def test_losses_together_are_the_smaller_number_of_dice(attack: list[int], defend: list[int]) -> None:
    assert sum(losses(attack, defend)) == min(len(attack), len(defend))


@given(st.lists(DICE, min_size=1, max_size=3), st.lists(DICE, min_size=2, max_size=2))
def test_the_order_of_the_dice_does_not_matter(attack: list[int], defend: list[int]) -> None:
    assert losses(attack, defend) == losses(attack[::-1], defend[::-1])


@given(st.lists(DICE, min_size=1, max_size=3), DICE, st.integers(0, 5))
def test_the_throw_that_captures_costs_nothing_and_its_dice_are_there_to_move(
    attack: list[int], defend: int, more: int
) -> None:
    played = throw(attack, [defend], source=len(attack) + 1 + more, target=1)
    if not any(isinstance(event, Captured) for event in played.events):
        return
    fought = next(event for event in played.events if isinstance(event, RoundResolved))
    moved = next(event for event in played.events if isinstance(event, Occupied))
    assert fought.attack_losses == 0
    assert moved.force.armies == len(attack)
    assert all(armies > 0 for armies in played.state.armies)


@pytest.mark.parametrize("edition", ["classic@1", "classic@2"])
@pytest.mark.parametrize(("own", "theirs"), [(2, 1), (3, 1), (5, 4), (9, 8)])
def test_an_order_with_odds_is_given_as_long_as_they_are_met(edition: str, own: int, theirs: int) -> None:
    state = position(f"red: Brazil {own} | blue: Peru {theirs} | green: *1", rules="modern", step="attack")
    state.family = edition
    percent = int(odds.win(own - 1, theirs) * 100)
    for asked, allowed in ((percent, True), (percent + 1, False)):
        order = parse_order(f"attack Brazil Peru while odds {asked}%", view_for(state, 0))
        assert is_refused(state, order) != allowed


@pytest.mark.parametrize(("own", "left", "given"), [(5, 4, True), (4, 4, False), (3, 4, False)])
def test_an_order_until_so_many_are_left_wants_more(own: int, left: int, given: bool) -> None:
    state = position(f"red: Brazil {own} | blue: Peru 3 | green: *1", rules="modern", step="attack")
    for more in ("", " while odds 1%"):
        order = parse_order(f"attack Brazil Peru until {left} left{more}", view_for(state, 0))
        assert is_refused(state, order) != given


def is_refused(state: GameState, order: Action) -> bool:
    try:
        apply(state, order, FastChance(1))
    except IllegalAction as refusal:
        assert refusal.code == "battle.stops_at_once"
        return True
    return False
