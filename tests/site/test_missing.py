"""The command that says what a part still lacks: nothing of what is there, and of what is not where it would go."""

from __future__ import annotations

import pytest

from engine import mapgraph
from engine.bots import bots
from engine.core.registry import _RULESETS
from engine.rules import classic
from games.decisions.registry import DECISIONS
from games.organize.acts import GAME_ACTS
from games.organize.person_acts import PERSON_ACTS
from games.services.mail_kinds import MAIL_KINDS
from tests.kit.certain import some
from tests.kit.games import presets
from tests.kit.missing import DEFAULT, ROOT, WHAT, main

pytestmark = [pytest.mark.once, pytest.mark.no_cover]

BOARDS = ("classic42", "earth2210", "sea2210", "moon2210", "world2210", "ancient")
MAPS = sorted({mapgraph(board).id for board in BOARDS})
PARTS = [
    *(("rules", id) for id in presets()),
    *(("map", id) for id in MAPS),
    *(("mail", kind.name) for kind in MAIL_KINDS),
    *(("act", act.name) for act in (*GAME_ACTS, *PERSON_ACTS)),
]


@pytest.mark.parametrize(("what", "name"), PARTS, ids=lambda said: said)
def test_nothing_is_missing_of_what_is_there(what: str, name: str) -> None:
    assert [line for line in WHAT[what](name) if not line.startswith(DEFAULT)] == []


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("rules", "no rule set has the id moon: engine/rules/<family> registers classic_1959"),
        ("map", "no file engine/maps/moon/board.json (docs/maps.md)"),
        ("bot", f"no bot is called moon: a module of engine/bots registers it; there are {', '.join(bots())}"),
        ("decision", "no rule set asks moon"),
        ("family", "no record of the family moon: games/families/moon/record.py"),
        ("mail", "no kind of mail is called moon: a module of games/mail or of an app registers it"),
        ("act", "no act is called moon: games/organize/acts.py has write, pause"),
        ("language", "not offered: add it to LANGUAGES in config/settings.py"),
    ],
)
def test_of_what_is_not_there_it_says_where_it_goes(what: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([what, "moon"]) == 1
    assert capsys.readouterr().out.startswith(says)


def test_a_bot_is_tried_in_every_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tests.kit.missing.ORDERS", 20)
    assert main(["bot", "random"]) == 0
    assert capsys.readouterr().out == "Nothing is missing.\n"
    monkeypatch.setattr("engine.bots.choose", lambda name, view, rng: None)
    assert main(["bot", "random"]) == 1
    assert len(some(capsys.readouterr().out.splitlines())) >= len(presets())


def test_what_may_stay_is_told_apart(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delitem(DECISIONS._records, "battle.losses_asked")  # as if nobody had written for it
    assert main(["decision", "battle.losses_asked"]) == 0
    first, *defaults = capsys.readouterr().out.splitlines()
    assert first == "Nothing is missing." and "no record of battle.losses_asked" in some(defaults)[0]
    assert all(line.startswith(DEFAULT) for line in defaults)


def test_of_a_preset_made_as_the_docs_say_it_names_what_is_missing_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    section = (ROOT / "docs/extending.md").read_text("utf-8").partition("\n## A preset\n")[2]
    made = dict(vars(classic.presets))
    exec(section.partition("```python\n")[2].partition("```")[0], made)
    monkeypatch.setitem(_RULESETS, "house", classic.ruleset_of(made["HOUSE"]))
    assert main(["rules", "house"]) == 1
    lines = capsys.readouterr().out.splitlines()
    named = ["tests/conformance/house/", "tests.golden.record", "House rules", "tests.kit.games_table"]
    assert [name for line, name in zip(lines, named, strict=True) if name not in line] == []


def test_called_otherwise_it_says_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moon"]) == 2
    assert "rules house" in capsys.readouterr().out
