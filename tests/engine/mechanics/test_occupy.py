"""Orders for armies that move in: a second number is refused, with how to write the order."""

from __future__ import annotations

import pytest

from engine import UnreadableOrder, parse_order, view_for
from tests.kit.games import walk

VIEW = view_for(next(walk("classic_1959", 3, 1)), 0)


@pytest.mark.parametrize(
    ("text", "right"),
    [("advance least 3", "advance least"), ("advance 4 3", "advance 5"), ("advance all 3", "advance 5")],
)
def test_a_second_number_is_refused_and_the_answer_shows_the_order(text: str, right: str) -> None:
    with pytest.raises(UnreadableOrder, match=f"One number is enough, so “[3a-z]+” is too much. Write it as: {right}."):
        parse_order(text, VIEW)
