"""What the panel says of armies that are laid out: how many its button places, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.decisions.kit.panel import Allocation, AllocationRow
from games.decisions.place import PlacePanel


def laid_out(pool: int, *counts: int, suggested: bool = False, whole: bool = True) -> Allocation:
    rows = tuple(
        AllocationRow(at, f"at-{at}", f"Land {at}", 1, count, "", "", "", "", "", 0, "red")
        for at, count in enumerate(counts)
    )
    return Allocation(pool, pool - sum(counts), rows, rows, whole, suggested)


def panel(own: Allocation, neutral: Allocation | None = None, later: int = -1) -> PlacePanel:
    return PlacePanel(own, "", "", neutral, later, rules="modern")


@pytest.mark.parametrize(
    ("pool", "counts", "said"),
    [
        (4, (), "armies"),
        (4, (3,), "3 armies"),
        (4, (3, 1), "all 4 armies"),
        (2, (2,), "all 2 armies"),
        (2, (1,), "1 army"),
        (1, (1,), "1 army"),
    ],
)
def test_the_button_names_all_where_there_are_several(pool: int, counts: Sequence[int], said: str) -> None:
    assert panel(laid_out(pool, *counts)).laid == said


def test_the_button_names_neutral_armies_too() -> None:
    assert panel(laid_out(2, 2), laid_out(1, 1)).laid == "2 armies and 1 neutral"
    assert panel(laid_out(2, 2), laid_out(1)).laid == "2 armies"


@pytest.mark.parametrize(
    ("own", "neutral", "said"),
    [
        (laid_out(3), None, "Choose territories on the map, or count here."),
        (laid_out(3, 1), None, "2 of your 3 armies are still to be placed. You must place all of them."),
        (laid_out(2, 2), None, "All 2 armies are placed."),
        (laid_out(1, 1), None, "You can still choose another territory on the map or below."),
        (laid_out(3, 3, suggested=True), None, "This border is weak."),
        (laid_out(2, 2, suggested=True), laid_out(1, 1, suggested=True), "Place them here, or choose other"),
        (laid_out(2, 2, suggested=True), laid_out(1, 1), "Your armies go on your territories"),
        (laid_out(2, 2), laid_out(1, 1, suggested=True), "Your armies go on your territories"),
    ],
)
def test_the_panel_says_what_can_be_chosen(own: Allocation, neutral: Allocation | None, said: str) -> None:
    assert panel(own, neutral).sentences[0].startswith(said)


@pytest.mark.parametrize(
    ("own", "neutral", "later", "said"),
    [
        (laid_out(3), None, -1, ["You must place all of them."]),
        (laid_out(3, 2), None, -1, ["1 of your 3 armies is still to be placed. You must place all of them."]),
        (laid_out(3, whole=False), None, -1, []),
        (
            laid_out(3, 1, whole=False),
            None,
            -1,
            ["2 of your 3 armies are still to be placed. You can place the rest later."],
        ),
        (laid_out(3, 3, whole=False), None, -1, ["All 3 armies are placed."]),
        (laid_out(3, 3), None, 0, ["All 3 armies are placed.", "These are the last before the first turn."]),
        (laid_out(1, 1), None, 2, ["You place 2 more later, in turn with the others."]),
        (laid_out(2, 1), laid_out(1), -1, ["1 of your 2 armies is still to be placed."]),
        (laid_out(1), laid_out(1, 1), -1, ["1 of your 1 army is still to be placed."]),
        (laid_out(2, 2), laid_out(1), -1, []),
        (laid_out(3, 3, suggested=True), None, 0, ["These are the last before the first turn."]),
    ],
)
def test_the_panel_says_what_is_still_to_be_placed(
    own: Allocation, neutral: Allocation | None, later: int, said: list[str]
) -> None:
    shown = panel(own, neutral, later).sentences
    assert [each for each in shown if "the map" not in each] == said


def test_armies_are_ready_when_all_are_laid_out_and_those_of_several_pools_each() -> None:
    assert panel(laid_out(3, 3)).ready and not panel(laid_out(3, 2)).ready
    assert panel(laid_out(3, 3), laid_out(1, 1)).ready and not panel(laid_out(3, 3), laid_out(1)).ready
    pools = [laid_out(3, 3), laid_out(3, 2), laid_out(3), laid_out(3, 2, whole=False), laid_out(3, whole=False)]
    assert [pool.ready for pool in pools] == [True, False, False, True, False]
