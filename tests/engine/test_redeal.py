"""Games that differ only in what a viewer cannot know look the same to that viewer."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import engine
from engine.core.codec import dump
from engine.invariants import cards_in
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
