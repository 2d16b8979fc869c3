"""Numbers as players read them, and the colours of the seats in the database and in the rules."""

import pytest

from engine import COLOURS
from games.models import Colour
from games.wording.amounts import dice_row, join_and, number_word, percent, pluralize_armies


@pytest.mark.parametrize(
    ("chance", "read"),
    [(0, "0 %"), (0.001, "under 1 %"), (0.006, "1 %"), (0.7249, "72 %"), (0.999, "99 %"), (1, "100 %")],
)
def test_only_what_is_certain_reads_like_it(chance: float, read: str) -> None:
    assert percent(chance) == read


def test_one_army_is_not_armies() -> None:
    assert (pluralize_armies(0), pluralize_armies(1), pluralize_armies(2)) == ("0 armies", "1 army", "2 armies")
    assert (number_word(3), number_word(13)) == ("three", "13")


def test_lists_and_dice_are_read_as_they_are_spoken() -> None:
    assert [join_and(list(words)) for words in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
    assert dice_row((6, 5, 3)) == "6 5 3"


def test_seats_have_the_same_colours_in_the_database_and_in_the_rules() -> None:
    assert tuple(Colour.values) == COLOURS
