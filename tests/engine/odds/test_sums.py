"""The chance that one side's dice add up to more, against every throw."""

from itertools import product

import pytest

from engine.odds import Dice, higher_sum


def by_hand(dice: Dice, lead: int) -> float:
    lowest = [dice.attack_from] * len(dice.attack) + [dice.defend_from] * len(dice.defend)
    rows = [range(least, sides + 1) for least, sides in zip(lowest, dice.attack + dice.defend, strict=True)]
    count, won, all_throws = len(dice.attack), 0, 0
    for faces in product(*rows):
        ours, theirs = sum(faces[:count]) + lead, sum(faces[count:])
        won += ours > theirs or (ours == theirs and dice.ties_to_attacker)
        all_throws += 1
    return won / all_throws


@pytest.mark.parametrize("lead", [-4, 0, 3])
@pytest.mark.parametrize(
    "dice",
    [
        Dice((6, 6, 6), (6, 6, 6)),
        Dice((6, 6), (6, 6, 6), 2, 1, True),
        Dice((6, 6, 6), (6, 6), 1, 2),
        Dice((8, 6), (6, 4), 2, 2, True),
    ],
)
def test_it_is_what_every_throw_says(dice: Dice, lead: int) -> None:
    assert higher_sum(dice, lead) == pytest.approx(by_hand(dice, lead))


def test_alike_dice_leave_the_ties_between_both_sides() -> None:
    dice = Dice((6,) * 3, (6,) * 3)
    assert higher_sum(dice) + higher_sum(dice._replace(ties_to_attacker=True)) == pytest.approx(1)
