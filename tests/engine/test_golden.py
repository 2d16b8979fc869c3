"""Golden games come out as they were written down, whatever the order of hashes; a changed line is found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engine import event_from_json, rulesets
from engine.conformance import golden
from engine.conformance.golden import GoldenError, problem_with, record, replay, state_hash
from tests.golden.endings import ENDINGS, Ending, how_it_ended
from tests.golden.lively import Lively

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = sorted(GOLDEN.glob("*.txt"))
TEXT = (GOLDEN / "classic-1959-three-seats.txt").read_text("utf-8")
OURS = [id for id, rules in rulesets().items() if type(rules.options).__module__.startswith("engine.")]


def test_every_preset_has_a_golden_game_that_is_won() -> None:
    texts = [path.read_text("utf-8") for path in GAMES]
    for rules in OURS:
        assert any(f'\ngame {{"rules":"{rules}"' in f"\n{text}" and "game.won" in text for text in texts)


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
