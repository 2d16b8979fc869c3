"""The example client plays a whole game on a running site."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from games.models import ApiToken, Entry, Game, Player
from games.services.tokens import token_make
from tests.games.kit import person

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

PATH = Path(__file__).parents[3] / "docs/examples/bot.py"


@pytest.fixture
def bot() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_bot", PATH)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.once
@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.django_db(transaction=True)
def test_it_plays_a_game_to_the_end(
    bot: ModuleType, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = token_make(user=person("robot"), name="example", scope=ApiToken.Scope.PLAY)[1]
    monkeypatch.setenv("FIELDPOST_TOKEN", text)
    assert bot.main([live_server.url, "new"]) == 0
    game = Game.objects.get()
    robot = game.players.get(user__isnull=False)
    assert game.status == Game.Status.OVER or robot.state == Player.State.OUT  # by bad luck, two bots are left
    assert "Bots by themselves" in capsys.readouterr().out
    assert Entry.objects.filter(game=game, source=Entry.Source.API).count() > 10


@pytest.mark.django_db(transaction=True)
def test_it_says_what_is_refused(
    bot: ModuleType, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FIELDPOST_TOKEN", "fp_wrong")
    assert bot.main([live_server.url, "no-such-game"]) == 1
    assert "token.bad" in capsys.readouterr().err
    assert bot.main([]) == 2 and "standard library" in capsys.readouterr().out
