"""The history lists the turns around a moment, and fewer of them where turns are long."""

from __future__ import annotations

import pytest
from django.utils.safestring import SafeString

from games.decisions.kit.page_types import StoryLine
from games.selectors.history import ENTRIES_AROUND, TURNS_AROUND, Turn, around, place_of, title_of
from games.wording.seats import Person


def turns(count: int, entries: int) -> list[Turn]:
    """Turns of so many entries each, after a set-up of one."""
    return [Turn(1, 0, "Set-up"), *(Turn(2 + entries * number, 1, "Round 1") for number in range(count))]


def test_short_turns_are_listed_six_to_each_side() -> None:
    first, end, earlier, later = around(turns(40, 10), seq=205, last=401)
    assert (first, end) == (202 - 10 * TURNS_AROUND, 201 + 10 * (TURNS_AROUND + 1))
    assert (earlier, later) == (first - 1, end + 1)


@pytest.mark.parametrize("seq", [1, 2, 300, 900, 1201])
def test_of_long_turns_those_nearest_to_the_moment_are_listed(seq: int) -> None:
    listed = turns(40, 30)
    first, end, earlier, later = around(listed, seq, last=1201)
    assert first <= seq <= end and end - first < ENTRIES_AROUND
    assert {first - 1, end + 1} == {earlier or 0, later or 1202}
    assert {first, end + 1} <= {*(turn.seq for turn in listed), 1202}


def test_a_turn_longer_than_that_is_listed_whole() -> None:
    assert around(turns(3, 500), seq=700, last=1501)[:2] == (502, 1001)


def test_for_one_player_turns_of_all_are_taken_in() -> None:
    first, end, _, _ = around(turns(40, 30), seq=600, last=1201, times=4)
    assert ENTRIES_AROUND < end - first < 4 * ENTRIES_AROUND


def test_a_game_that_has_just_begun_is_listed_whole() -> None:
    assert around([], seq=1, last=1) == (1, 1, 0, 0)


def test_a_line_after_the_beginning_of_a_turn_has_its_title() -> None:
    listed = [Turn(1, 0, "Set-up"), Turn(9, 1, "Year 1, Red")]
    last, first = (StoryLine(20, 1, "blue", SafeString(""), turn=turn) for turn in (None, (1, 1)))
    people = (Person(1, "blue", "harbour"),)
    assert [title_of("risk2210", listed, people, line) for line in (last, first)] == ["Year 1, Red", "Year 1, Blue"]
    assert [place_of(listed, line) for line in (last, first)] == [20, 21]
    assert place_of([*listed, Turn(22, 1, "Year 1, Blue")], first) == 22
