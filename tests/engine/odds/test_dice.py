"""One throw: counts against the rulebooks' tables, and against every throw enumerated."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from engine.odds import CLASSIC, Dice, battle, chances, counts
from tests.engine.odds import reference

D6 = (6,) * 3


@pytest.mark.parametrize(
    ("attack", "defend", "losses", "chance"),
    [
        (3, 2, (0, 2), Fraction(1445, 3888)),
        (3, 2, (1, 1), Fraction(2611, 7776)),
        (3, 2, (2, 0), Fraction(2275, 7776)),
        (2, 2, (0, 2), Fraction(295, 1296)),
        (2, 2, (1, 1), Fraction(35, 108)),
        (2, 2, (2, 0), Fraction(581, 1296)),
        (3, 1, (0, 1), Fraction(95, 144)),
        (2, 1, (0, 1), Fraction(125, 216)),
        (1, 2, (0, 1), Fraction(55, 216)),
        (1, 1, (0, 1), Fraction(5, 12)),
        (3, 3, (3, 0), Fraction(5957, 15552)),
        (3, 3, (2, 1), Fraction(343, 1296)),
        (3, 3, (1, 2), Fraction(371, 1728)),
        (3, 3, (0, 3), Fraction(535, 3888)),
    ],
)
def test_known_throws(attack, defend, losses, chance):
    dice = Dice(D6[:attack], D6[:defend])
    found = counts(dice)
    assert Fraction(found[losses], 6 ** (attack + defend)) == chance
    assert chances(dice)[losses] == pytest.approx(float(chance), abs=1e-15)


@pytest.mark.parametrize("attack", [(6,), (8,), (6, 6), (8, 6), (6, 6, 6), (8, 6, 6), (8, 8, 6), (4, 6, 8)])
@pytest.mark.parametrize("defend", [(6,), (8,), (8, 6), (6, 6), (8, 8), (4, 4, 4)])
def test_mixed_dice_agree_with_every_throw(attack, defend):
    total = prod(attack) * prod(defend)
    found = {losses: Fraction(ways, total) for losses, ways in counts(Dice(attack, defend)).items() if ways}
    assert found == reference.throws(Dice(attack, defend))


def test_counts_make_all_throws():
    for i, j in product((1, 2, 3), (1, 2, 3)):
        assert sum(counts(Dice(D6[:i], D6[:j])).values()) == 6 ** (i + j)


@pytest.mark.parametrize("rows", [((6,), (6,)), ((6, 6, 6), (6, 6)), ((8, 6, 6), (8, 6)), ((6, 6), (8, 6, 6))])
@pytest.mark.parametrize("customs", [*product((1, 2), (1, 2), (False, True))])
def test_ties_and_ones_thrown_again_agree_with_every_throw(rows, customs):
    dice = Dice(*rows, *customs)
    total = sum(counts(dice).values())
    assert {losses: Fraction(ways, total) for losses, ways in counts(dice).items() if ways} == reference.throws(dice)
    assert sum(chances(dice).values()) == pytest.approx(1, abs=1e-15)


def test_a_fourth_die_only_offers_a_better_choice():
    assert sum(counts(Dice((6,) * 4)).values()) == 6**6
    assert battle(8, 8, dice=Dice((6,) * 4)).win > battle(8, 8).win


def test_limited_dice():
    assert CLASSIC.limited(attack=2) == Dice((6, 6), (6, 6))
    assert CLASSIC.limited(defend=1) == Dice((6, 6, 6), (6,))
    assert Dice(ties_to_attacker=True).limited(attack=1).ties_to_attacker


@pytest.mark.parametrize("dice", [Dice((), (6,)), Dice((6,), ()), Dice((1,), (6,)), Dice((6,), (0,))])
def test_dice_that_cannot_be_thrown(dice):
    with pytest.raises(ValueError, match="die"):
        battle(3, 3, dice=dice)
