"""Games that are played on give the same numbers from the same seed, however fast they are played."""

from __future__ import annotations

import pytest

from engine import FastChance, new_game
from engine.core.state import COLOURS
from engine.playouts import tally_wins

TALLIES = {
    "modern": (0, 0, 3, 3),
    "classic_1959": (2, 1, 1, 2),
    "secret_mission": (1, 0, 5, 0),
    "risk2210": (2, 3, 0, 1),
    "godstorm": (0, 3, 2, 1),
}
"""How many of six games each of four seats wins, from the first question of a game."""


@pytest.mark.parametrize(("rules", "wins"), TALLIES.items())
def test_the_same_seed_gives_the_same_numbers(rules: str, wins: tuple[int, ...]) -> None:
    state = new_game(rules, COLOURS[:4], chance=FastChance(7)).state
    tally = tally_wins(state, "a seed", most=6)
    assert (tally.games, tally.wins) == (6, wins)
