"""Who beats whom in 4-seat games of `modern`. Few games with a wide margin here; the full count runs at night."""

from __future__ import annotations

import pytest

from benchmarks.veteran import games
from engine.sim import run_matches

pytestmark = pytest.mark.no_cover

ROUNDS = [("recruit", "random"), ("veteran", "recruit")]


def wins(strong: str, weak: str, games: int) -> float:
    """The share of games that one `strong` wins against three `weak`; a game without an end is not won."""
    matches = run_matches("modern", [strong, weak, weak, weak], games, "ladder")
    return sum(match.won_by == (strong,) for match in matches) / games


@pytest.mark.parametrize(("strong", "weak"), ROUNDS)
def test_the_stronger_bot_wins_more_than_its_share(strong: str, weak: str) -> None:
    assert wins(strong, weak, games=8) >= 0.5  # two of eight would be its share


def test_a_veteran_wins_nine_of_ten_games_against_recruits() -> None:
    won = sum(game.winners == (0,) for game in games(["veteran", "recruit", "recruit", "recruit"], 30))
    assert won >= 27


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("strong", "weak"), ROUNDS)
def test_the_stronger_bot_wins_at_least_half_of_400_games(strong: str, weak: str) -> None:
    assert wins(strong, weak, games=400) >= 0.5
