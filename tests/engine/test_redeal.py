"""Games that differ only in what a viewer cannot know look the same to that viewer."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import engine
from engine.core.codec import dump
from engine.invariants import cards_in
from engine.position import position
from engine.redeal import deal_anew
from tests.kit.games import walk

EVERY = 9  # positions of a game, of which one is looked at
GAMES = [
    *(("risk2210", 2, 1), ("risk2210", 3, 2), ("risk2210", 5, 3)),
    *(("godstorm", 2, 1), ("godstorm", 3, 2), ("godstorm", 5, 3)),
    ("modern", 3, 4),
]


@pytest.mark.parametrize(("rules", "seats", "seed"), GAMES)
def test_views_are_the_same_whatever_others_hold(rules: str, seats: int, seed: int) -> None:
    changed = 0
    for number, state in enumerate(walk(rules, seats, seed)):
        if number % EVERY:
            continue
        for viewer in (None, *range(seats)):
            twin = deal_anew(state, viewer, Random(number))
            assert cards_in(twin) == cards_in(state)
            views = [msgspec.json.encode(engine.view_for(each, viewer)) for each in (twin, state)]
            assert views[0] == views[1]
            changed += dump(twin) != dump(state)
    assert changed > 20


def test_a_hand_that_a_seat_looks_into_stays_as_it_is_for_that_seat_alone() -> None:
    hands = {"red": ["Visions Become Real"], "blue": ["Storms Rage", "Lava Erupts"], "green": ["Crops Wither"]}
    state = position(
        "red: Gaul 8 | blue: Roma 5 | green: *1",
        rules="godstorm",
        seats=("red", "blue", "green"),
        turn="red",
        step="play",
        gods={"red": dict.fromkeys(("death", "magic", "sky", "war"), "Gaul")},
        faith={"red": 9},
        miracles=hands,
    )
    order = engine.parse_order("play Visions Become Real on blue", engine.view_for(state, 0))
    state = engine.apply(state, order, engine.FastChance(1)).state
    assert engine.view_for(state, 0).extra["seen"] == ["Storms Rage", "Lava Erupts"]
    shown = {viewer: [deal_anew(state, viewer, Random(seed)) for seed in range(20)] for viewer in (None, 0, 1, 2)}
    for viewer, twins in shown.items():
        assert {view_of(twin, viewer) for twin in twins} == {view_of(state, viewer)}
        changed = {twin.players[1].hand for twin in twins} != {state.players[1].hand}
        assert changed == (viewer in (None, 2))


def view_of(state: engine.GameState, viewer: int | None) -> bytes:
    return msgspec.json.encode(engine.view_for(state, viewer))


def test_sealed_answers_of_others_become_others_unless_hands_alone_do() -> None:
    state = position(
        "red: Japan 8 | blue: Egypt 8 | green: *1", rules="risk2210", step="bid", energy={"red": 9, "blue": 9}
    )
    state = engine.apply(state, engine.parse_order("bid 4", engine.view_for(state, 0)), engine.FastChance(1)).state
    given = state.agenda[-1].given
    assert [answer["seat"] for answer in given] == [0]
    for viewer, changes in ((None, True), (1, True), (0, False)):
        twins = [deal_anew(state, viewer, Random(seed)) for seed in range(9)]
        assert any(twin.agenda[-1].given != given for twin in twins) == changes
        assert all([answer["seat"] for answer in twin.agenda[-1].given] == [0] for twin in twins)
        assert all(deal_anew(state, viewer, Random(seed), hands_alone=True).agenda == state.agenda for seed in range(9))
