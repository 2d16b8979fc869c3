"""The command that holds odds against thrown dice: it agrees where they are right and tells where they are not."""

from benchmarks import throws
from engine.odds import Dice


def test_thrown_dice_come_near_the_exact_chances() -> None:
    context = throws.table(1)
    for dice in (Dice((6,), (6,), 2, 1, True), Dice((8, 6), (6, 6), 1, 2)):
        assert throws.furthest(context, dice, 4000) < 0.04


def test_dice_of_other_terms_are_far_from_them() -> None:
    came = throws.simulate(throws.table(1), Dice((6,), (6,)), 4000)
    assert abs(throws.chances(Dice((6,), (6,), ties_to_attacker=True))[0, 1] - came[0, 1]) > 0.1


def test_every_setting_has_a_name_of_its_own() -> None:
    assert len({throws.name(dice) for dice in throws.SETTINGS}) == len(throws.SETTINGS) == 32
