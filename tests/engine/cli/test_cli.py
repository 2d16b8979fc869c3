"""`python -m engine` as it is typed: games, logs, the benchmark, and what it says to wrong input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from engine import bench, journal
from engine.bench import measure
from engine.cli import COMMANDS, main
from engine.cli.bench import LABELS

ROOT = Path(__file__).resolve().parents[3]
PLAY = ["play", "--rules", "modern", "--seats", "4", "--bots", "recruit,random"]


def run(*words: str, seed: str = "0", **variables: str) -> str:
    """What the command prints in a process of its own with this hash seed."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.no_cover
def test_a_seed_gives_the_same_json_under_any_hash_seed() -> None:
    words = [*PLAY[:-1], "veteran,recruit", "--games", "2", "--seed", "11", "--json"]
    printed = run(*words, seed="1")
    assert printed == run(*words, seed="2")
    games = json.loads(printed)["games"]
    assert [game["bots"][0] for game in games] == ["veteran", "recruit"]  # everybody moves on by one seat
    assert all(game["turns"] and game["actions"] and len(game["hash"]) == 64 for game in games)


@pytest.mark.no_cover
def test_other_seeds_give_other_games(capsys: pytest.CaptureFixture[str]) -> None:
    hashes = set()
    for seed in ("1", "2"):
        assert main([*PLAY, "--seed", seed, "--json"]) == 0
        hashes.add(json.loads(capsys.readouterr().out)["games"][0]["hash"])
    assert len(hashes) == 2


@pytest.mark.no_cover
def test_the_summary_counts_wins_by_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PLAY, "--games", "3", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert sum(summary["wins"].values()) + summary["unfinished"] == 3
    assert main([*PLAY, "--games", "3", "--rounds", "1"]) == 0
    printed = capsys.readouterr().out
    assert "won by nobody" in printed
    assert "not over after round 1, the limit: 3" in printed


def test_a_series_goes_on_where_it_was_left(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PLAY, "--games", "3", "--rounds", "1"]) == 0
    whole = capsys.readouterr().out.splitlines()
    assert main([*PLAY, "--first", "3", "--rounds", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == whole[2]


@pytest.mark.parametrize("rules", ["modern", "classic_1959"])
def test_a_written_log_can_be_replayed_and_verified(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.log"
    assert main(["play", "--rules", rules, "--bots", "recruit", "--log", str(file), "--json"]) == 0
    game = json.loads(capsys.readouterr().out)["games"][0]
    for command in ("replay", "verify"):
        assert main([command, str(file)]) == 0
        printed = capsys.readouterr().out
        assert f"head {game['hash']}" in printed
        assert "won by" in printed


@pytest.mark.no_cover
@pytest.mark.parametrize("board", ["earth2210", "ancient"])
def test_bots_play_to_the_end_on_the_other_boards(
    board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.log"
    words = ["play", "--rules", "modern", "--map", board, "--bots", "recruit,veteran", "--log", str(file), "--json"]
    assert main(words) == 0
    played = json.loads(capsys.readouterr().out)
    assert played["map"] == board and played["games"][0]["winner"]
    assert journal.read_log(file.read_text()).header.map == f"{board}@1"
    assert main(["verify", str(file)]) == 0


@pytest.mark.no_cover
def test_a_changed_byte_in_a_log_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.log"
    main([*PLAY, "--log", str(file), "--rounds", "3"])
    text = file.read_bytes()
    for place in range(5, len(text), len(text) // 25):
        file.write_bytes(text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :])
        assert main(["verify", str(file)]) == 1, text[place - 20 : place + 20]
    assert capsys.readouterr().err.count("\n") >= 25


def test_a_log_whose_dice_were_changed_with_their_chain_in_mind_still_fails(tmp_path: Path) -> None:
    file = tmp_path / "game.log"
    main([*PLAY, "--log", str(file), "--rounds", "3"])
    log = journal.read_log(file.read_text())
    rolled = next(entry for entry in log.entries[1:] if entry.draws)
    lucky = journal.LogEntry(
        seq=rolled.seq, seat=rolled.seat, source=rolled.source, action=rolled.action, draws=(6,) * len(rolled.draws)
    )
    entries = tuple(lucky if entry is rolled else entry for entry in log.entries)
    file.write_text(journal.write_log(journal.Log(log.header, entries, log.head, log.key)))
    assert main(["verify", str(file)]) == 1


@pytest.mark.no_cover
def test_a_terminal_without_our_signs_shows_question_marks() -> None:
    assert "?" in run("odds", "5", "3", PYTHONIOENCODING="ascii")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["dance"], "no command “dance”"),
        ([*PLAY[:-1], "nobody"], "no bot “nobody”"),
        ([*PLAY, "--map", "mars"], "not played on a board “mars”. There are classic42, "),
        ([*PLAY, "--seats", "2"], "is for 3 to 6 players"),
        ([*PLAY, "--seed", "\udcff"], "is not text in UTF-8"),
        ([*PLAY, "--seats", "seven"], "“seven” is not a whole number"),
        ([*PLAY, "--seats", "3", "--bots", "random,random,random,random"], "4 bots are named for 3 seats"),
        (["play", "--bots", "random", "--rules", "chess"], "no rules “chess”"),
        (["play", "--bots", "random", "--rules", "modern+exp_tea"], "no overlay 'exp_tea'"),
        (["play", "--bots", "random", "--rules", "capital+exp_capitals"], "no overlay 'exp_capitals'"),
        (["play", "--rules", "modern"], "--bots"),
        ([*PLAY, "--log", "/nowhere/game.log", "--rounds", "1"], "cannot be written"),
        (["verify", "/nowhere/game.log"], "cannot be read"),
        (["bench", "--fast"], "Unrecognized arguments"),
        (["play", "--rules", "modern", "--bots", " , "], "no name is given"),
        (["conformance", "/nowhere"], "There is no file or folder"),
    ],
)
def test_wrong_input_is_told_in_a_sentence(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert told in capsys.readouterr().err


def test_a_file_that_is_no_log_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, data in enumerate((b"", b"\xff\xfe", b"{}\n", b"no log\n", b"[]\n[]\n[]\n")):
        file = tmp_path / f"{number}.log"
        file.write_bytes(data)
        assert main(["verify", str(file)]) == 1
        assert main(["replay", str(file)]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    assert all(word in printed for word in COMMANDS)
    assert main([]) == 2


def test_a_reader_who_goes_away_ends_the_command_quietly() -> None:
    words = [sys.executable, "-m", "engine", *PLAY, "--games", "40", "--rounds", "1"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        assert writer.stdout and writer.stderr
        assert writer.stdout.readline().startswith(b"game    1")
        writer.stdout.close()
        assert writer.stderr.read() == b""
        assert writer.wait(60) == 1


@pytest.mark.no_cover
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("more", [["--json"], []])
def test_a_full_disk_is_told_in_one_line(more: list[str]) -> None:
    words = [sys.executable, "-m", "engine", *PLAY, "--rounds", "1", *more]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, "What was found cannot be written: No space left on device.\n")


def test_a_match_that_is_broken_off_is_not_over_in_its_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.log"
    assert main([*PLAY, "--log", str(file), "--rounds", "1"]) == 0
    assert main(["verify", str(file)]) == 0
    assert "not over, round 2, " in capsys.readouterr().out


def test_the_benchmark_prints_each_figure_with_a_label(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "measure", partial(measure, games=1, rounds=1))
    assert main(["bench"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[-1] for line in printed] == [label for label, _ in LABELS.values()]
    assert main(["bench", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert list(figures) and set(figures) == set(LABELS)
    assert figures["actions_per_game"] > 100


def test_the_benchmark_measures_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    figures = measure(games=2, rounds=1)
    assert all(value > 0 for value in figures.values())
    assert figures["state_bytes"] <= 400
    assert figures["log_bytes_per_action"] <= 8
    assert main(["bench", "--help"]) == 0
    assert "processor" not in capsys.readouterr().err
