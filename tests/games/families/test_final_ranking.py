"""Who comes in which place: winners, those still in, and those who fell, alone or several by one action."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import COLOURS, FastChance, PlayerView, new_game, view_for
from games.families.final_ranking import final_places, kept_places, number_places


def board(*lands: int, out: tuple[int, ...] = (), winners: tuple[int, ...] = ()) -> PlayerView:
    """A game of Modern in which each seat has this much land, with one army in each."""
    view = view_for(new_game("modern", COLOURS[: len(lands)], chance=FastChance(1)).state, None)
    seats = tuple(
        msgspec.structs.replace(seat, territories=lands[seat.seat], income=max(3, lands[seat.seat] // 3), armies=9)
        for seat in view.seats
    )
    seats = tuple(msgspec.structs.replace(seat, out=seat.seat in out) for seat in seats)
    return msgspec.structs.replace(view, seats=seats, winners=winners)


def with_figures(view: PlayerView, **figures: tuple[int, ...]) -> PlayerView:
    seats = tuple(
        msgspec.structs.replace(seat, **{name: numbers[seat.seat] for name, numbers in figures.items()})
        for seat in view.seats
    )
    return msgspec.structs.replace(view, seats=seats)


def fell(*seats: int) -> list[dict[str, Any]]:
    return [{"type": "seat.eliminated", "seat": seat, "by": 0, "cards": 0} for seat in seats]


def test_seats_still_in_are_ranked_by_income_then_territories_then_armies_and_equals_share() -> None:
    view = board(10, 10, 10, 10, 1, 1)
    assert final_places(view, []) == [[0, 1, 2, 3], [4, 5]]
    view = with_figures(view, income=(3, 5, 5, 5, 5, 3), territories=(20, 8, 9, 9, 9, 20), armies=(9, 99, 7, 8, 8, 9))
    assert final_places(view, []) == [[3, 4], [2], [1], [0, 5]]


def test_winners_share_the_first_place_whatever_they_hold() -> None:
    view = board(2, 30, 10, winners=(0, 2))
    assert final_places(view, []) == [[0, 2], [1]]
    assert number_places(final_places(view, [])) == [(1, 0), (1, 2), (3, 1)]


def test_the_eliminated_come_last_out_first() -> None:
    view = board(40, 0, 0, 2, out=(1, 2), winners=(0,))
    assert final_places(view, [fell(2), [], fell(1)]) == [[0], [3], [1], [2]]
    assert final_places(view, [fell(1), [], fell(2)]) == [[0], [3], [2], [1]]


def dealt(owners: list[int]) -> dict[str, Any]:
    return {"type": "setup.dealt", "owners": owners}


def test_who_falls_by_one_action_is_ranked_by_the_land_held_before_it_and_equals_share() -> None:
    view = board(42, 0, 0, 0, 0, out=(1, 2, 3, 4), winners=(0,))
    owners = [1] + [2] * 3 + [3] * 3 + [4] + [0] * 34
    told = [[dealt(owners)], [], fell(4), fell(1, 3, 2)]
    assert final_places(view, told) == [[0], [2, 3], [1], [4]]
    captured = {"type": "battle.captured", "seat": 3, "dst": 1}
    assert final_places(view, [told[0], [captured], fell(4), fell(1, 3, 2)]) == [[0], [3], [2], [1], [4]]
    # what the action itself takes comes too late
    assert final_places(view, [told[0], fell(4), [captured, *fell(1, 3, 2)]]) == [[0], [2, 3], [1], [4]]


@pytest.mark.parametrize("result", [None, {}, {"winners": [1]}, {"winners": [1], "places": [2, 1, 3]}])
def test_results_from_before_places_were_groups_keep_none(result: Any) -> None:
    assert kept_places(result) is None


def test_a_result_keeps_its_groups() -> None:
    assert kept_places({"places": [[2], [0], [1, 3]]}) == [[2], [0], [1, 3]]
