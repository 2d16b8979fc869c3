"""Small maps and front boards of games on every board that can be played, with files that are named as strictly as in
production (tests.kit.static_files)."""

from __future__ import annotations

import re

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache

import engine
from games.boards.geometry import stages
from games.models import Game
from games.selectors.thumbnails import front_board, mini_map_of, moment_of
from tests.games.kit import make_table, person
from tests.kit.games import presets

BOARDS = {board: rules for rules in presets() for board in engine.boards_for(engine.ruleset(rules))}
"""Every board, with rules that can be played on it."""


@pytest.mark.parametrize("board", BOARDS)
def test_a_moment_names_the_file_of_every_stage(board: str) -> None:
    moment = moment_of(Game(head="ab", seq=3, map=board))
    assert re.findall(r"boards/([\w-]+)\.svg", moment) == [stage.outlines for stage in stages(board)] != []


@pytest.mark.django_db
@pytest.mark.parametrize("board", BOARDS)
def test_a_game_on_any_board_is_drawn_small_and_large(board: str) -> None:
    cache.clear()
    seats = 2 if BOARDS[board].endswith("_2p") else 3
    bots = ("random",) * (seats - 1)
    game = make_table(person("alice"), name="Far", rules=BOARDS[board], seats_wanted=seats, bots=bots, map=board)
    assert "<svg" in mini_map_of(game, 0) and "<svg" in front_board(game).svg


def test_no_test_gets_the_address_of_a_file_that_is_not_there() -> None:
    assert staticfiles_storage.url("boards/classic42.svg") == "/static/boards/classic42.svg"
    with pytest.raises(ValueError, match="no static file"):
        staticfiles_storage.url("boards/world2210.svg")
