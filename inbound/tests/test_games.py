"""Whole games by mail and on the page with the same orders: `benchmarks.mail_games` plays many more of them."""

from __future__ import annotations

import pytest

import engine
from benchmarks.mail_games import faults_of, play_pair
from tests.kit import nightly

DAILY = ("classic_1959", "godstorm")
GAMES = [
    pytest.param(preset, id=preset, marks=() if preset in DAILY else pytest.mark.nightly)
    for preset in engine.rulesets()
    if preset != "toy"
]
NUMBER = 100 if nightly.ON else 1
ANSWERS = 400 if nightly.ON else 10


@pytest.mark.django_db
@pytest.mark.once
@pytest.mark.no_cover
@pytest.mark.long
@pytest.mark.parametrize("preset", GAMES)
def test_a_game_by_mail_is_the_game_on_the_page(preset: str) -> None:
    games = [play_pair(preset, number, ANSWERS) for number in range(NUMBER)]
    assert all(game.codes["played"] for game in games)
    assert not faults_of(games, is_whole=nightly.ON)
