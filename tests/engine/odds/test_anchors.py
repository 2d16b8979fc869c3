"""Values that others have published, or that were reckoned independently."""

from fractions import Fraction

import pytest

from engine.odds import CLASSIC, Dice, battle, path, win, win_uncached

THREE_DECIMALS = {
    (1, 1): 0.417,
    (1, 2): 0.106,
    (2, 1): 0.754,
    (2, 2): 0.363,
    (3, 1): 0.916,
    (3, 2): 0.656,
    (3, 3): 0.470,
    (4, 4): 0.477,
    (5, 3): 0.769,
    (5, 5): 0.506,
    (6, 10): 0.193,
    (9, 10): 0.480,
    (10, 6): 0.861,
    (10, 9): 0.650,
    (10, 10): 0.568,
}
ROWS = {
    1: [0.417, 0.106, 0.027, 0.007, 0.002, 0, 0, 0, 0, 0],
    5: [0.990, 0.890, 0.769, 0.638, 0.506, 0.397, 0.297, 0.224, 0.162, 0.118],
    10: [1.000, 0.994, 0.981, 0.954, 0.916, 0.861, 0.800, 0.724, 0.650, 0.568],
}
FRACTIONS = {
    (1, 1): Fraction(5, 12),
    (1, 2): Fraction(275, 2592),
    (2, 1): Fraction(1955, 2592),
    (2, 2): Fraction(235, 648),
    (3, 1): Fraction(342035, 373248),
    (3, 2): Fraction(6610505, 10077696),
    (3, 3): Fraction(511817135, 1088391168),
}
DIGITS = {
    (5, 5): 0.5062028289995559,
    (10, 10): 0.5675928721351304,
    (20, 20): 0.633432241712489,
    (30, 30): 0.6761136326317075,
    (100, 100): 0.8243628661249772,
    (200, 200): 0.9110784456859919,
}
OTHER_DICE = {
    Dice((8, 8, 8), (6, 6)): 0.970332369376498,
    Dice((6, 6, 6), (8, 8)): 0.149114341418789,
    Dice((8, 8, 8), (8, 8)): 0.650102363558567,
    Dice((8, 6, 6), (6, 6)): 0.805183423259093,
    Dice((6, 6, 6), (8, 6)): 0.314072991964194,
}
EVERY_WAY = [win, win_uncached, lambda a, d, dice=CLASSIC: battle(a, d, dice=dice).win]


def exactly(value):
    return pytest.approx(float(value), rel=0, abs=1e-12)


@pytest.mark.parametrize("chance", EVERY_WAY)
class TestWins:
    def test_three_decimals(self, chance):
        for (a, d), published in THREE_DECIMALS.items():
            assert round(chance(a, d), 3) == published

    def test_rows(self, chance):
        for a, row in ROWS.items():
            assert [round(chance(a, d), 3) for d in range(1, 11)] == row

    def test_fractions(self, chance):
        for (a, d), value in FRACTIONS.items():
            assert chance(a, d) == exactly(value)

    def test_many_digits(self, chance):
        for (a, d), value in DIGITS.items():
            assert chance(a, d) == exactly(value)

    def test_other_dice(self, chance):
        for dice, value in OTHER_DICE.items():
            assert chance(10, 10, dice=dice) == exactly(value)


def test_expected_losses():
    ten, hundred = battle(10, 10), battle(100, 100)
    assert ten.attacker_losses == exactly(7.307799511469)
    assert ten.defender_losses == exactly(8.237047004268)
    assert hundred.attacker_losses == exactly(83.87017650891774)
    assert hundred.defender_losses == exactly(98.29939429480709)


def test_stop_conditions():
    assert battle(11, 5).win == pytest.approx(0.94304, abs=5e-6)
    assert battle(11, 5, stop=7).win == pytest.approx(0.50714, abs=5e-6)
    assert battle(100, 100, stop=20).win == exactly(0.361505243720805)


def test_long_path():
    found = path(71, [22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1])
    assert found.win == exactly(0.8105485936352178)


def test_path_with_mixed_dice():
    sets = [CLASSIC, Dice((6, 6, 6), (8, 8)), CLASSIC]
    taken = [0.64162289645596, 0.15834186479813, 0.06507349013892]
    assert path(4, [3, 2, 1], dice=sets).taken == pytest.approx(taken, rel=0, abs=1e-12)
    assert path(16, [3, 2, 1], dice=sets).win == exactly(0.953038445204023)
    assert path(15, [3, 2, 1], dice=sets).win < 0.95
