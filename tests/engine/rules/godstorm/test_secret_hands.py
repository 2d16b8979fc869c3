"""What miracles show of a hand, and to whom: views and events of games that differ only in others' hands are equal."""

from __future__ import annotations

import msgspec
import pytest

from engine import (
    Action,
    GameState,
    ScriptedChance,
    Transition,
    apply,
    event_for,
    format_order,
    open_decision,
    parse_order,
    view_for,
)
from engine.position import position

BOARD = "red: Roma 6 | blue: Egypt 5, Apulia 1 | green: *1"
HANDS = (["Lava Erupts", "The Fog Lifts"], ["This Ground Is Sacred", "The Fog Lifts"])


def standing(blue: list[str], step: str = "play", **more: object) -> GameState:
    gods = {"red": {"war": "Roma"}, "blue": {"sky": "Egypt"}}
    return position(BOARD, rules="godstorm", step=step, gods=gods, **{"miracles": {"blue": blue}, **more})


def ordered(state: GameState, seat: int, text: str) -> Transition:
    return apply(state, parse_order(text, view_for(state, seat)), ScriptedChance({}))


def seen(state: GameState, viewer: int | None) -> bytes:
    return msgspec.json.encode(view_for(state, viewer))


def told(played: Transition, viewer: int | None) -> list[object]:
    return [event_for(event, viewer) for event in played.events]


@pytest.fixture
def looked() -> list[Transition]:
    """Red looks into the hand of blue, in two games that differ in it."""
    hands = [{"red": ["Visions Become Real"], "blue": blue} for blue in HANDS]
    return [ordered(standing(hand["blue"], miracles=hand), 0, "play Visions Become Real on blue") for hand in hands]


def test_visions_show_a_hand_to_one_seat_alone(looked: list[Transition]) -> None:
    one, other = looked
    assert [view_for(played.state, 0).extra["seen"] for played in looked] == [
        ["Lava Erupts", "The Fog Lifts"],
        ["The Fog Lifts", "This Ground Is Sacred"],
    ]
    for viewer in (2, None):
        assert seen(one.state, viewer) == seen(other.state, viewer)
        assert told(one, viewer) == told(other, viewer)
    assert told(one, 0) != told(other, 0)


def test_who_takes_a_card_and_who_loses_it_know_which_one(looked: list[Transition]) -> None:
    one, other = (
        ordered(played.state, 0, f"take {card}")
        for played, card in zip(looked, ("Lava Erupts", "This Ground Is Sacred"), strict=True)
    )
    for viewer in (2, None):
        assert seen(one.state, viewer) == seen(other.state, viewer)
        assert told(one, viewer) == told(other, viewer)
    assert [told(one, viewer) == told(other, viewer) for viewer in (0, 1)] == [False, False]
    assert "seen" not in view_for(one.state, 0).extra


def test_a_window_hangs_on_what_everybody_knows() -> None:
    one, other = (ordered(standing(hand, "invade"), 0, "attack Roma Apulia with 1") for hand in HANDS)
    assert open_decision(one.state) == open_decision(other.state)
    for viewer in (0, 2, None):
        assert seen(one.state, viewer) == seen(other.state, viewer)
        assert told(one, viewer) == told(other, viewer)


def test_whether_aegis_is_asked_hangs_on_no_hand() -> None:
    relics = {"green": ["Aegis"]}
    hands = [{"red": ["Storms Rage", "Heroes Are Born"], "blue": blue} for blue in HANDS]
    states = [standing([], miracles=hand, relics=relics) for hand in hands]
    order: Action = parse_order("play Storms Rage on Egypt", view_for(states[0], 0))
    assert format_order(order, "godstorm", states[0].map, states[0].seats) == "play Storms Rage on Egypt"
    one, other = (apply(state, order, ScriptedChance({"seat 0": (3,)})) for state in states)
    assert open_decision(one.state).seats == (2,)
    assert seen(one.state, 2) == seen(other.state, 2) and told(one, 2) == told(other, 2)
