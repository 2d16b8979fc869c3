"""Workers at once, and workers that die: each rated game is booked once, in its place."""

from __future__ import annotations

import pytest
from django.db import connection

from games.models import Game
from tests.games.play.races import at_once
from tournaments.models import RatedGame, RatingChange
from tournaments.services import ratings
from tournaments.services.ratings import rating_redo, ratings_differences, ratings_sweep
from tournaments.tests.test_rating_books import ended, people

pytestmark = pytest.mark.django_db(transaction=True)
at_real_speed = pytest.mark.skipif(connection.vendor != "postgresql", reason="threads need row locks")


def some_games(count: int) -> list[Game]:
    alice, bob, carol = people(3)
    return [ended({alice: 1, bob: 2, carol: 2 + day % 2}, 4 * day) for day in range(count)]


def sweeper() -> str:
    ratings_sweep()
    return "swept"


@at_real_speed
def test_many_workers_book_each_game_once_while_one_is_mended() -> None:
    games = some_games(8)

    def mender() -> str:
        rating_redo(games[2].pk)
        return "mended"

    assert at_once([sweeper, sweeper, mender, sweeper, sweeper]) == {"swept": 4, "mended": 1}
    ratings_sweep()
    assert RatedGame.objects.count() == 8 and RatingChange.objects.count() == 24
    assert ratings_differences() == (8, [])


def test_a_worker_that_dies_between_the_two_tables_leaves_nothing_half_booked(monkeypatch: pytest.MonkeyPatch) -> None:
    some_games(3)
    kept = ratings.change_row

    def die(*given: object) -> RatingChange:
        raise KeyboardInterrupt

    monkeypatch.setattr(ratings, "change_row", die)
    with pytest.raises(KeyboardInterrupt):
        ratings_sweep()
    assert not RatedGame.objects.exists()
    monkeypatch.setattr(ratings, "change_row", kept)
    assert ratings_sweep() == 3 and ratings_differences() == (3, [])
