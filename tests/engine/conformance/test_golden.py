"""Golden games come out as they were written down, whatever the order of hashes; a changed line is found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engine import event_from_json
from engine.conformance import golden
from engine.conformance.golden import GoldenError, compare, edition_of, problem_with, record, replay, state_hash
from tests.golden import record as recording
from tests.golden.endings import ENDINGS, Ending, how_it_ended
from tests.golden.lively import Lively
from tests.golden.record import COMMAND, main, missing, path_of, text_of
from tests.kit.games import presets

GOLDEN = recording.FOLDER
LASTING = [ending for ending in ENDINGS if not ending.players]  # bots may learn to play otherwise
GAMES = sorted(GOLDEN.glob("*.txt"))
TEXT = (GOLDEN / "classic-1959-three-seats.txt").read_text("utf-8")


def test_every_preset_has_a_golden_game_that_is_won() -> None:
    texts = [path.read_text("utf-8") for path in GAMES]
    won = {text[text.index('"rules":"') :].split('"')[3] for text in texts if "game.won" in text}
    lacking = [rules for rules in presets() if rules not in won]
    assert not lacking, f"no golden game of {', '.join(lacking)}: {COMMAND} records what is missing"


def test_every_ending_has_its_golden_game() -> None:
    assert not missing(), f"{COMMAND} records {', '.join(ending.name for ending in missing())}"


@pytest.mark.no_cover
@pytest.mark.parametrize("ending", LASTING[::3], ids=lambda ending: ending.name)
def test_the_command_makes_the_games_that_are_there(ending: Ending) -> None:
    written = path_of(ending).read_text("utf-8")
    seed = int(written[written.index("seed ") + 5 : written.index(":")])
    made = text_of(ending, seed, edition_of(written.splitlines()[1]))
    assert made.splitlines()[0] == written.splitlines()[0]
    compare(*(text.partition("\n")[2] for text in (written, made)))


def test_a_preset_that_no_ending_names_gets_a_game_that_is_won(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(recording, "FOLDER", tmp_path)
    monkeypatch.setattr(recording, "ENOUGH", 1)
    monkeypatch.setattr(recording, "ENDINGS", [ending for ending in ENDINGS if ending.rules != "modern_2p"])
    main(["--list"])
    assert "modern-2p-won  modern_2p  won\n" in capsys.readouterr().out
    main(["modern-2p-won"])
    text = (tmp_path / "modern-2p-won.txt").read_text("utf-8")
    assert "game.won" in text and replay(text).winners
    with pytest.raises(SystemExit, match="No ending is called nobody-wins"):
        main(["nobody-wins"])


@pytest.mark.no_cover
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.name)
def test_golden_games_end_in_every_way_there_is(ending: Ending) -> None:
    text = (GOLDEN / f"{ending.name}.txt").read_text("utf-8")
    last = text[text.rindex(": ") :].splitlines()[1:]
    events = [
        msgspec.json.decode("{" + line.partition("{")[2]) | {"type": line.split()[0]} for line in last if "{" in line
    ]
    assert how_it_ended(replay(text), [event_from_json(event) for event in events]) == ending.how


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", ["1", "2"])
def test_golden_games_come_out_as_they_were_written(seed: str) -> None:
    script = (
        "import sys; from engine.conformance.golden import replay\nfor path in sys.argv[1:]: replay(open(path).read())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, GAMES)],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.getcwd()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_hash_at_the_end_is_that_of_the_last_state() -> None:
    assert TEXT.splitlines()[-1] == f"hash {state_hash(replay(TEXT))}"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("draws 6", "draws 5", "written"),
        ("until captured, then advance all", "until captured, then advance least", "written"),
        ("\nhash ", "\nhash 0", "another position"),
        ("  turn.began", "  turn.begun", "written turn.begun"),
        ("  views red ", "  views red 0", "written views"),
        ("\nhash ", "\n# hash ", "no end"),
        ('"defend_losses":1', '"defend_losses":2', "written battle.fought"),
    ],
)
def test_a_changed_line_is_found(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(GoldenError, match=says):
        replay(TEXT.replace(old, new, 1))


def test_a_game_is_recorded_so_that_it_comes_out_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(golden, "LONGEST", 150)
    text = record("modern", ("red", "blue", "green"), Lively(3), 3, {"territory_setup": "deal"})
    assert text.startswith('game {"rules":"modern","map":"classic42","seats":["red","blue","green"]')
    assert "  draws " in text and "  views red " in text and ": attack " in text
    wanted = text.splitlines()[-1].split()[1]
    assert state_hash(replay(text)) == wanted
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    assert problem_with(path, wanted) == problem_with(path, "") == ""
    assert problem_with(path, "0" * 64) == f"expected hash {'0' * 64}, came {wanted}"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("  turn.began", "  also.began {}\n  turn.began", "lines were written down, now there are"),
        ("  draws ", "  draws 99 ", "the record"),
        ("red: ", "red: fly, ", "No order starts with"),
        ("\nhash ", "\nred: end\nhash ", "over"),
    ],
)
def test_a_line_too_many_or_one_that_cannot_be_played_is_found(old: str, new: str, says: str) -> None:
    with pytest.raises(GoldenError, match=says):
        replay(TEXT.replace(old, new, 1))
