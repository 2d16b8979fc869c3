"""Which hands hold a set (1959 (h)), counted over all hands by figures."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from engine.mechanics.card_sets import is_set, set_value, sets_in

SIGNS = ("infantry", "cavalry", "artillery")
FOOT, HORSE, GUN, WILD = 0, 1, 2, 3


def hands(size: int) -> list[tuple[int, ...]]:
    """All hands by figures, with two jokers at the most."""
    return [hand for hand in combinations_with_replacement((FOOT, HORSE, GUN, WILD), size) if hand.count(WILD) <= 2]


def with_a_set(size: int) -> list[tuple[int, ...]]:
    return [hand for hand in hands(size) if any(sets_in(hand, SIGNS))]


def test_thirteen_of_the_nineteen_hands_of_three_are_sets() -> None:
    assert len(hands(3)) == 19
    assert sum(is_set(hand, SIGNS) for hand in hands(3)) == 13


def test_of_the_hands_of_four_only_two_pairs_hold_no_set() -> None:
    assert len(hands(4)) == 31
    assert set(hands(4)) - set(with_a_set(4)) == {
        (FOOT, FOOT, HORSE, HORSE),
        (FOOT, FOOT, GUN, GUN),
        (HORSE, HORSE, GUN, GUN),
    }


def test_every_hand_of_five_holds_a_set() -> None:
    assert len(hands(5)) == 46
    assert with_a_set(5) == hands(5)


@pytest.mark.parametrize(("number", "value"), list(enumerate([4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45], 1)))
def test_sets_grow_as_the_book_says(number: int, value: int) -> None:
    assert set_value(number) == value
    assert set_value(number, "plus_one") == number + 3
