"""No page of 2210 asks the database more than nine times, however much stands on its board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import engine
from games.models import Game
from tests.games.api.kit import program
from tests.games.decisions.positions import lay, ordered
from tests.games.decisions.risk2210.kit import state_of
from tests.games.kit import Table, finish, table
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db

MOST = 9
HANDS = {"red": ["Land Reinforcements", "Scout Forces"], "blue": ["Naval Stealth MODs", "Cease Fire"]}
STEPS = ("bid", "collect", "hire", "buy", "play", "invade", "fortify")


def positions() -> Iterator[tuple[str, engine.GameState]]:
    for step in STEPS:
        yield step, state_of(step=step, command_cards=HANDS)
    invading = state_of(step="invade", command_cards=HANDS)
    yield "window", ordered(invading, 0, "attack Japan Neo Tokyo with land naval 1 until captured")


def queries(address: str, user: object, **asked: str) -> int:
    """Count the queries of a page that was opened before."""
    reader = client(user)
    reader.get(address, asked)
    with CaptureQueriesContext(connection) as made:
        assert reader.get(address, asked).status_code == 200
    return len(made)


@pytest.fixture
def play() -> Table:
    return table("risk2210", bots=("random",))


def test_pages_of_every_step_ask_little(play: Table) -> None:
    counted = {}
    for name, state in positions():
        asked = lay(play, state)
        assert asked.row.kind == "reaction.asked" if name == "window" else asked.view.step == name
        counted[name] = queries(asked.url, asked.row.player.user)
    counted["the Moon"] = queries(asked.url, asked.row.player.user, board="moon")
    assert max(counted.values()) <= MOST, counted


@pytest.mark.parametrize("name", ["game-history", "game-settings", "game-odds", "game-orders", "game-dice"])
def test_other_pages_of_a_game_ask_little(play: Table, name: str) -> None:
    asked = lay(play, state_of(step="invade", command_cards=HANDS))
    assert queries(reverse(name, args=[play.game.slug]), asked.row.player.user) <= MOST


def test_the_page_of_a_game_that_is_over_asks_little(play: Table) -> None:
    lay(play, state_of(step="invade", command_cards=HANDS))
    finish(play, 0)
    assert play.fresh().status == Game.Status.OVER
    assert queries(reverse("game", args=[play.game.slug]), play.alice) <= MOST


@pytest.mark.parametrize("what", ["view", "options", "history"])
def test_the_api_asks_little(play: Table, what: str) -> None:
    asked = lay(play, state_of(step="invade", command_cards=HANDS))
    holder = program(play.alice, game=play.game)
    with CaptureQueriesContext(connection) as made:
        answer = holder.get(f"games/{play.game.slug}/{what}/")
    assert answer.status_code == 200
    assert what == "history" or asked.row.kind in answer.content.decode()
    assert len(made) <= MOST
