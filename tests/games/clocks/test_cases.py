"""The cases of the clock, and the command that runs them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.clocks.__main__ import main, read_cases
from games.clocks.cases import Case, is_met, run_case

FILE, FURTHER = (Path(__file__).with_name(name) for name in ("cases.json", "further_cases.json"))
"""Those of the contract of the clock, and those on what its rules say where several of them meet."""

CASES = list(read_cases([FILE]))


@pytest.mark.parametrize("case", [*CASES, *read_cases([FURTHER])], ids=lambda case: case["id"])
def test_a_case_is_met(case: Case) -> None:
    got = run_case(case)
    assert is_met(case, got), (case["title"], case["expect"], got)


def test_the_command_needs_no_settings_and_counts(tmp_path: Path) -> None:
    wrong = {**CASES[0], "expect": {"red": {"deadline": "2026-10-25T18:01:00Z"}}}
    (tmp_path / "wrong.json").write_text(json.dumps({"cases": [wrong]}))
    command = [sys.executable, "-m", "games.clocks", "cases", str(FILE)]
    said = subprocess.run(command, env={}, capture_output=True, text=True)
    assert said.returncode == 0 and said.stdout == f"{len(CASES)} passed, 0 failed\n"
    said = subprocess.run([*command, str(tmp_path / "wrong.json")], env={}, capture_output=True, text=True)
    first, last = said.stdout.splitlines()
    assert said.returncode == 1 and last == f"{len(CASES)} passed, 1 failed"
    assert first.startswith(CASES[0]["id"]) and "18:01" in first and "18:00" in first


def test_the_command_writes_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", str(FILE), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["passed"], said["failed"], len(said["cases"])) == (len(CASES), 0, len(CASES))
    assert said["cases"][0]["ok"] and said["cases"][0]["got"]["red"]["deadline"] == "2026-10-25T18:00:00Z"


def test_nothing_run_is_no_success_and_no_file_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "none.json").write_text('{"cases": []}')
    assert main(["cases", str(tmp_path / "none.json")]) == 1
    for text in ("nonsense", "[]", '{"cases": [{}]}'):
        (tmp_path / "bad.json").write_text(text)
        with pytest.raises(SystemExit):
            main(["cases", str(tmp_path / "bad.json")])
        assert "these are no cases of the clock" in capsys.readouterr().err


def test_a_case_that_cannot_be_run_fails_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {**CASES[0], "id": "X-001", "events": [{"event": "flood", "at": "2026-10-24T19:00:00Z"}], "expect": {}}
    (tmp_path / "flood.json").write_text(json.dumps({"cases": [wrong, CASES[1]]}))
    assert main(["cases", str(tmp_path / "flood.json")]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("X-001") and "flood" in first and last == "1 passed, 1 failed"
