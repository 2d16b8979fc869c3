"""Orders that place all that is left: `place all Brazil`, `place 2 Brazil, rest Peru`, in every family."""

from __future__ import annotations

import pytest

from engine import FastChance, IllegalAction, UnreadableOrder, format_order, parse_order, play_message, view_for
from engine.core.mapgraph import mapgraph
from engine.mechanics.deploy import Placed
from engine.position import position

STEPS = {"modern": "place", "risk2210": "collect", "godstorm": "raise"}
FAMILIES = [
    ("modern", "classic42", "Brazil", "Peru"),
    ("risk2210", "world2210", "Japan", "Pevek"),
    ("godstorm", "ancient_world", "Egypt", "Kush"),
]


def placed(
    text: str, rules: str, board: str, first: str, second: str, **options: object
) -> tuple[tuple[int, int], ...]:
    """What `text` puts down of eight armies, before the next question."""
    state = position(
        f"red: {first} 3, {second} 2 | blue: *1",
        rules=rules,
        map=board,
        step=STEPS[rules],
        options=options,
    )
    state.pool = 8
    played = play_message(state, 0, text, FastChance(1))
    return next(event.at for _, step in played for event in step.events if isinstance(event, Placed))


@pytest.mark.parametrize(("rules", "board", "first", "second"), FAMILIES)
def test_all_and_the_rest_are_what_is_left_when_the_order_is_played(
    rules: str, board: str, first: str, second: str
) -> None:
    here, there = map(mapgraph(board).names.index, (first, second))
    table = rules, board, first, second
    assert placed(f"place all {first}", *table) == ((here, 8),)
    assert placed(f"place 3 {first}, rest {second}", *table) == ((here, 3), (there, 5))
    assert placed(f"place 8 {first}, rest {second}", *table) == ((here, 8),)
    view = view_for(position(f"red: {first} 3, {second} 2 | blue: *1", rules=rules, map=board), 0)
    for text in (f"place all {first}", f"place 3 {first}, rest {second}"):
        assert format_order(parse_order(text, view), rules, board) == text
    board_now = position(f"red: {first} 3, {second} 2 | blue: *1", rules=rules, map=board)
    assert not play_message(board_now, 0, f"if I do not hold {second}: place all {first}", FastChance(1))


def test_armies_without_room_stay_to_be_placed() -> None:
    table = FAMILIES[0]
    brazil = mapgraph("classic42").names.index("Brazil")
    assert placed("place all Brazil", *table, army_cap=6) == ((brazil, 3),)


def test_nothing_can_be_named_behind_the_rest() -> None:
    view = view_for(position("red: Brazil 3, Peru 2 | blue: *1", step="place"), 0)
    with pytest.raises(UnreadableOrder, match="name it last"):
        parse_order("place rest Brazil, 2 Peru", view)


def test_a_rest_that_is_nothing_is_refused() -> None:
    state = position("red: Brazil 3, Peru 2 | blue: *1", step="place", options={"army_cap": 3})
    with pytest.raises(IllegalAction, match="at least one"):
        play_message(state, 0, "place all Brazil", FastChance(1))
