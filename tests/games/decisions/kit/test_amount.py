"""How many armies move: what a slider shows of the number, and which units an order names."""

from __future__ import annotations

import pytest

from engine import ForceField
from games.decisions.kit.amount import Amount, PieceChoice, after_move, whole_force


@pytest.mark.parametrize(
    ("least", "most", "value", "share"), [(1, 9, 1, 0), (1, 9, 5, 50), (1, 9, 9, 100), (0, 3, 1, 33), (4, 4, 4, 0)]
)
def test_the_slider_is_filled_by_the_share_of_what_may_go(least: int, most: int, value: int, share: int) -> None:
    assert Amount(least, most, value).filled == share


def test_an_order_names_the_armies_and_the_pieces_that_go() -> None:
    stays = PieceChoice("scout", "Scout", must=False, goes=False)
    goes = PieceChoice("general", "General", must=True, goes=True)
    amount = Amount(0, 5, 3, pieces=(stays, goes))
    assert amount.force == {"armies": 3, "pieces": ["general"]} and amount.musts == ("General",)


def test_both_territories_are_shown_as_they_will_stand() -> None:
    amount = Amount(1, 5, 3, src_armies=6, dst_armies=1)
    assert after_move(amount, 7, 8) == {7: 3, 8: 4}
    assert after_move(amount, 0, 0) == {0: 4}
    assert after_move(None, 7, 8) == after_move(amount, None, 8) == after_move(amount, 7, None) == {}


def test_the_whole_force_has_who_must_go_then_other_pieces_then_armies() -> None:
    field = ForceField("force", ("scout", "general", "bishop"), 1, 4, must=("general",))
    assert whole_force(field, {}) == {"armies": 1, "pieces": ["general", "scout", "bishop"]}
    few = ForceField("force", ("scout", "general"), 1, 1, must=("general",))
    assert whole_force(few, {}) == {"armies": 0, "pieces": ["general"]}
    beside = ForceField("force", ("scout",), 1, 6, armies={"": 2})
    assert whole_force(beside, {}) == {"armies": 2, "pieces": ["scout"]}
    by = ForceField("force", by="src", table={"3": (1, 2, "scout"), "4": (1, 5)})
    assert whole_force(by, {"src": 3}) == {"armies": 1, "pieces": ["scout"]}
    assert whole_force(by, {"src": 4}) == {"armies": 5, "pieces": []}
