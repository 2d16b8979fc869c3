"""The benchmark of instructions replays whole games, and says loudly when it cannot count."""

import re
from pathlib import Path

import pytest

from benchmarks import instructions, replay


def test_recorded_games_replay(tmp_path: Path) -> None:
    games = tmp_path / "games.json"
    assert instructions.record_games(games) > 1000
    replay.main(str(games), 1)


def test_missing_valgrind_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "")
    assert instructions.main() == 2
    assert re.search("NOT MEASURED.*apt install valgrind", capsys.readouterr().err)
