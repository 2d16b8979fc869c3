"""Floats against the slow reckoning in fractions, for small fights of all kinds; and in general."""

from math import fsum

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.odds import CLASSIC, Dice, battle, path, win, win_chance_at_least, win_uncached
from tests.engine.odds import reference

pytestmark = pytest.mark.nothing_new

UNHURRIED = settings(deadline=None)  # first questions fill tables

DICE = [
    CLASSIC,
    CLASSIC.limited(attack=2),
    CLASSIC.limited(attack=1),
    CLASSIC.limited(defend=1),
    CLASSIC.limited(attack=1, defend=1),
    Dice((6, 6, 6), (6, 6, 6)),
    Dice((6, 6), (6, 6, 6)),
    Dice((8, 6, 6), (8, 6)),
    Dice((8, 8, 8), (6, 6, 6)),
    Dice((4, 12), (6, 8)),
    Dice(ties_to_attacker=True),
    Dice(attack_from=2, defend_from=2, ties_to_attacker=True),
    Dice((8, 6, 6), (8, 6), defend_from=2),
]
few = st.integers(1, 9)
armies = st.integers(1, 120)
dice_sets = st.sampled_from(DICE)


@pytest.mark.no_cover
@UNHURRIED
@given(few, few, st.integers(0, 6), dice_sets)
def test_every_end_of_a_small_fight(a, d, stop, dice):
    expected = reference.ends(a, d, stop, dice)
    found = {(end.attackers, end.defenders): end.chance for end in battle(a, d, stop=stop, dice=dice).ends}
    assert found.keys() == expected.keys()
    for end, chance in expected.items():
        assert found[end] == pytest.approx(float(chance), rel=1e-12, abs=1e-15)


def test_thirty_against_thirty():
    worst = max(abs(win(a, d) - float(reference.win(a, d))) for a in range(1, 31) for d in range(1, 31))
    assert worst < 1e-14


@UNHURRIED
@given(few, st.lists(st.integers(1, 4), min_size=1, max_size=4), st.integers(0, 3))
def test_small_paths(a, defenders, stop):
    found = path(a, defenders, stop=stop)
    assert found.win == pytest.approx(float(reference.path(a, tuple(defenders), stop)), abs=1e-13)


@pytest.mark.no_cover
@UNHURRIED
@given(armies, armies, dice_sets)
def test_three_ways_to_the_same_chance(a, d, dice):
    assert battle(a, d, dice=dice).win == pytest.approx(win(a, d, dice=dice), abs=1e-12)
    assert win_uncached(a, d, dice=dice) == pytest.approx(win(a, d, dice=dice), abs=1e-12)


@pytest.mark.no_cover
@UNHURRIED
@given(armies, st.lists(st.integers(1, 30), min_size=1, max_size=6), st.integers(0, 12), dice_sets)
def test_all_ends_together_are_certain(a, defenders, stop, dice):
    found = path(a, defenders, stop=stop, dice=dice)
    assert fsum(end.chance for end in found.ends) == pytest.approx(1, abs=1e-12)
    assert sum(found.left.values()) == pytest.approx(1, abs=1e-12)
    assert sum(found.captured.values()) == pytest.approx(found.win, abs=1e-12)
    assert sum(found.stopped.values()) == pytest.approx(1 - found.win, abs=1e-12)
    assert -1e-9 <= found.attacker_losses <= a + 1e-9
    assert -1e-9 <= found.defender_losses <= sum(defenders) + 1e-9


@pytest.mark.no_cover
@UNHURRIED
@given(armies, armies, st.sampled_from(DICE[:6]))
def test_more_armies_never_hurt(a, d, dice):
    assert win(a + 1, d, dice=dice) >= win(a, d, dice=dice) - 1e-13
    assert win(a, d + 1, dice=dice) <= win(a, d, dice=dice) + 1e-13
    assert win(a, d, dice=dice) <= 1


@UNHURRIED
@given(armies, armies, st.integers(0, 60))
def test_stopping_earlier_wins_less_and_saves_armies(a, d, stop):
    early, late = battle(a, d, stop=stop + 1), battle(a, d, stop=stop)
    assert early.win <= late.win + 1e-12
    assert early.attacker_losses <= late.attacker_losses + 1e-9


@UNHURRIED
@given(armies, armies)
def test_one_die_less_is_never_better(a, d):
    assume(a >= 3)
    assert win(a, d, dice=CLASSIC.limited(attack=2)) <= win(a, d) + 1e-15
    assert win(a, d, dice=CLASSIC.limited(defend=1)) >= win(a, d) - 1e-15


@pytest.mark.parametrize("size", [1000, 2000])
def test_huge_armies_stay_certain(size):
    found = battle(size, size)
    assert fsum(end.chance for end in found.ends) == pytest.approx(1, abs=1e-12)
    assert 0.99 < found.win < 1


def test_one_army_short():
    assert win(0, 3) == 0
    assert win(3, 0) == 1
    assert win(0, 0) == 0
    assert win_uncached(0, 3) == 0


def test_order_of_questions_does_not_matter():
    last = win(150, 150)
    assert win(20, 20) == pytest.approx(battle(20, 20).win, abs=1e-14)
    battle(250, 250, odds=50)
    assert win(150, 150) == pytest.approx(last, abs=1e-14)


@UNHURRIED
@given(st.integers(0, 160), st.integers(0, 160), st.integers(1, 100))
def test_whether_a_chance_is_good_enough_is_what_the_chance_says(a, d, percent):
    chance = win(a, d) * 100
    assume(abs(chance - percent) > 1e-9)
    assert win_chance_at_least(a, d, percent) == (chance >= percent)
