"""Throws, odds to hold, and numbers that make no fight."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.odds import CLASSIC, battle, path, win
from tests.kit.certain import some

UNHURRIED = settings(deadline=None)  # first questions fill tables

few = st.integers(1, 12)


def test_one_throw_is_the_table_of_the_dice():
    found = battle(5, 4, throws=1)
    assert found.win == 0
    assert found.stopped == pytest.approx({(5, 2): 2890 / 7776, (4, 3): 2611 / 7776, (3, 4): 2275 / 7776})
    assert found.attacker_losses == pytest.approx((2611 + 2 * 2275) / 7776)


def test_two_throws_by_hand():
    found = battle(1, 2, throws=2)
    assert found.win == pytest.approx(55 / 216 * 5 / 12)
    assert found.stopped[0, 2] == pytest.approx(161 / 216)


@UNHURRIED
@given(few, few, st.integers(0, 8))
def test_enough_throws_are_a_fight_to_the_end(a, d, stop):
    limited, free = battle(a, d, stop=stop, throws=a + d), battle(a, d, stop=stop)
    assert limited.stopped == pytest.approx(free.stopped, abs=1e-13)
    assert limited.captured == pytest.approx(free.captured, abs=1e-13)


@UNHURRIED
@given(few, few, st.integers(1, 10))
def test_one_more_throw_captures_no_less(a, d, throws):
    assert battle(a, d, throws=throws).win <= battle(a, d, throws=throws + 1).win + 1e-12


@UNHURRIED
@given(few, few, st.integers(1, 99))
def test_no_throw_below_the_odds(a, d, odds):
    found = battle(a, d, odds=odds)
    for attackers, defenders in some(found.stopped):
        assert attackers == 0 or win(attackers, defenders) * 100 < odds
    if win(a, d) * 100 < odds:
        assert found.stopped == {(a, d): 1.0}


def test_odds_and_left_together():
    found = battle(20, 15, stop=5, odds=60)
    assert all(a <= 5 or win(a, d) < 0.6 for a, d in found.stopped)
    assert any(a > 5 for a, _ in found.stopped)
    assert found.win < battle(20, 15, stop=5).win


def test_odds_are_those_of_the_dice_in_use():
    found = battle(12, 12, odds=40, dice=CLASSIC.limited(attack=1))
    assert found.stopped == {(12, 12): 1.0}


def test_stopped_before_the_first_throw():
    assert battle(5, 3, stop=5).stopped == {(5, 3): 1.0}
    found = path(5, [1, 1], stop=5)
    assert found.taken == (0, 0)
    assert found.attacker_losses == 0


def test_a_path_counts_whom_it_leaves_behind():
    found = path(2, [1, 1])
    assert {end.taken for end in found.ends} == {0, 1, 2}
    assert found.left[0] > 0
    assert all(found.survivors(end) <= 3 for end in found.ends)
    nobody_left = [end for end in found.ends if end.taken == 1 and end.attackers == 0]
    assert [end.defenders for end in nobody_left] == [1]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: battle(0, 3),
        lambda: battle(3, 0),
        lambda: battle(3, 3, stop=-1),
        lambda: battle(3, 3, throws=-1),
        lambda: battle(3, 3, odds=101),
        lambda: path(3, []),
        lambda: path(3, [2, 0]),
        lambda: path(3, [2, 2], dice=[CLASSIC]),
        lambda: win(-1, 3),
        lambda: win(3, -1),
    ],
)
def test_numbers_that_make_no_fight(wrong):
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
        wrong()
