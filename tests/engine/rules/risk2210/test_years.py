"""The final score of 2210: how it adds up, and who wins when scores are level."""

import pytest

from engine.core.context import Context
from engine.mechanics.scoring import foremost
from engine.position import position
from engine.rules.risk2210.years import YEARS, Score, ScoreStep, score_step

BOARD = "red: Japan 3, Egypt 2 | blue: Argentina 1, Alberta 1, Canada 1"


@pytest.mark.parametrize(
    ("rows", "won"),
    [
        (((10, 0, 0, 0, 0), (9, 0, 0, 9, 9)), (0,)),  # the score alone, whatever else
        (((8, 2, 0, 0, 0), (7, 0, 3, 1, 0)), (1,)),  # level: energy
        (((8, 2, 0, 1, 4), (7, 0, 3, 1, 5)), (1,)),  # level again: units
        (((8, 2, 0, 1, 5), (7, 0, 3, 1, 5)), (0, 1)),  # level in all
        (((8, 2, 0, 1, 5), (7, 0, 3, 2, 0), (9, 0, 0, 9, 9)), (1,)),
    ],
)
def test_ties_go_by_energy_then_by_units_and_else_are_shared(
    rows: tuple[tuple[int, int, int, int, int], ...], won: tuple[int, ...]
) -> None:
    scores = tuple(Score(seat, land, regions, cards, *rest) for seat, (land, regions, cards, *rest) in enumerate(rows))
    assert foremost({each.seat: each.rank for each in scores}) == won


def at_year(year: int) -> Context:
    state = position(BOARD, rules="risk2210", seats=("red", "blue"), step="invade", year=year)
    return Context(state)


def test_scores_are_counted_after_the_last_year_alone() -> None:
    before, after = at_year(YEARS - 1), at_year(YEARS)
    for context in (before, after):
        score_step(context, ScoreStep())
    assert (before.state.winners, before.state.scores, before.events) == ((), (), [])
    assert (after.state.winners, after.state.scores) == ((1,), (2, 3))
    (scored, won) = after.events
    assert [(score.seat, score.total) for score in scored.scores] == [(0, 2), (1, 3)] and won.seats == (1,)


def test_a_position_that_names_the_step_is_scored_at_once() -> None:
    assert position(BOARD, rules="risk2210", seats=("red", "blue"), step="score", year=2).winners == (1,)
