"""The benchmark of instructions replays whole games, and says loudly when it cannot count."""

import re
from pathlib import Path

import pytest

from benchmarks import instructions, replay

pytestmark = pytest.mark.nothing_new


def test_recorded_games_replay(tmp_path: Path) -> None:
    games = tmp_path / "games.json"
    assert instructions.record_games(games) > 1000
    replay.main(str(games), 1)


@pytest.mark.long
def test_pages_and_a_mail_are_rendered_in_a_process_each(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    instructions.run_script(instructions.ROOT, "rendering.py", "play", str(folder))
    printed, _ = instructions.run_script(instructions.ROOT, "rendering.py", "render", str(folder))
    processes = [int(line.split()[0]) for line in printed.splitlines()]
    assert len(set(processes)) == 6
    # Each began where the others did and took ten for a rendering.
    counted = {process: 1000 + (40 if place % 2 else 10) for place, process in enumerate(processes)}
    assert instructions.renderings(printed, counted) == {"turn page": 10, "history page": 10, "turn mail": 10}


def test_a_script_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="No such file"):
        instructions.run_script(instructions.ROOT, "replay.py", str(tmp_path / "none.json"), "1")


def test_a_commit_is_laid_out_whole(tmp_path: Path) -> None:
    assert (instructions.extract("HEAD", tmp_path) / "benchmarks" / "pages.py").is_file()


def test_missing_valgrind_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "")
    assert instructions.main() == 2
    assert re.search("NOT MEASURED.*apt install valgrind", capsys.readouterr().err)
