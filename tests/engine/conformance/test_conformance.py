"""The conformance book itself, and the runner: what it accepts, what it counts as failed."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from pkgutil import resolve_name

import pytest

from engine.cli.arguments import BadInput
from engine.conformance import BOOK, main, run_all
from engine.conformance.case import Case
from engine.conformance.coverage import ROOT, case_ids_naming, sections_table, unknown_sources
from engine.conformance.coverage_targets import items, sections
from engine.conformance.files import Broken, read_files
from engine.core import scripts
from engine.core.actions import Action
from engine.core.chance import Chance
from engine.core.errors import ERROR_MESSAGES
from engine.core.reducer import Transition, play
from engine.core.registry import families, rulesets
from engine.core.state import GameState
from engine.rules.classic.rulebook import DECISIONS, RULINGS
from tests.kit.certain import some
from tests.kit.games import presets

PRESETS = ("classic_1959", "modern")


@cache
def cases() -> list[Case | Broken]:
    """Read the book, which takes seconds, once a test asks for it: not whenever tests are collected."""
    return list(read_files([BOOK]))


def outcome(tmp_path: Path, text: str) -> list[str]:
    """Why the cases of a file fail, one sentence a case, empty for those that hold."""
    path = tmp_path / "cases.yaml"
    path.write_text(text, "utf-8")
    return [failure.why if failure else "" for failure in run_all([path])]


def test_every_case_of_the_book_holds() -> None:
    failures = [str(failure) for failure in run_all([BOOK]) if failure]
    assert not failures, "\n".join(failures)


def test_the_book_has_cases_for_both_presets() -> None:
    counts = {name: sum(isinstance(case, Case) and case.rules == name for case in cases()) for name in PRESETS}
    assert counts["classic_1959"] >= 160
    assert counts["modern"] >= 60


def test_no_two_cases_of_the_book_have_one_id() -> None:
    assert not [case.id for case, after in pairwise(sorted(cases(), key=lambda case: case.id)) if case.id == after.id]


@pytest.mark.no_cover
def test_every_section_ruling_and_card_has_a_case() -> None:
    lacking = [
        item.key
        for family in families().values()
        for item in family.book()
        if not case_ids_naming(item, cases()) and not item.tests
    ]
    assert not lacking


def test_every_source_of_the_book_names_what_is_in_it() -> None:
    assert unknown_sources(cases()) == []


def test_a_misspelt_source_is_reported_and_fails_the_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(GOOD.replace("rules:", 'source: "001 object; 003, cards; card Siam; R36; f9"\n  rules:'), "utf-8")
    assert unknown_sources(list(read_files([path]))) == [
        "a: the source names '003, cards', which is not in the book",
        "a: the source names 'R36', which is not in the book",
    ]
    assert main(["--coverage", str(path)]) == 1
    assert "a: the source names '003, cards', which is not in the book" in capsys.readouterr().out


@pytest.mark.no_cover
def test_the_table_of_sections_is_current() -> None:
    written = (ROOT / "docs" / "rules-table.md").read_text("utf-8")
    assert written == sections_table(cases()), "run: python -m engine conformance --table > docs/rules-table.md"


@pytest.mark.parametrize("section", sections(), ids=lambda item: item.key)
def test_every_function_of_the_table_is_there(section) -> None:
    for name in section.code:
        resolve_name(name)


def test_what_a_test_proves_is_named_by_a_file_that_is_there() -> None:
    assert all((ROOT / name).is_file() for name in some(item.tests for item in items() if item.tests))


# --- the command

GOOD = """
- id: a
  title: nothing
  rules: classic_1959
  position: {board: "red: Japan 1 | blue: *1"}
  expect: {reinforcements: 3}
"""


def test_the_last_line_counts_and_the_exit_code_follows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(GOOD, "utf-8")
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed"
    path.write_text(GOOD + GOOD.replace("id: a", "id: b").replace("3}", "4}"), "utf-8")
    assert main([str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["b · nothing · expected reinforcements 4, came 3", "1 passed, 1 failed"]


def test_no_case_at_all_is_no_success(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 1


@pytest.mark.no_cover
def test_the_command_counts_what_cases_prove(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(GOOD.replace("rules:", 'source: "001 object"\n  rules:'), "utf-8")
    assert main(["--coverage", str(path)]) == 1
    printed = capsys.readouterr().out
    assert re.search(r"001 object +Object +1\n", printed)
    assert re.search(r"001 preparation +Preparation +0  <- no case\n", printed)
    assert re.search(r"\n[1-9]\d* without a case\n$", printed)


@pytest.mark.no_cover
def test_the_command_prints_the_table_of_sections(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(GOOD, "utf-8")
    assert main(["--table", str(path)]) == 0
    assert capsys.readouterr().out == sections_table(list(read_files([path])))


def test_a_path_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no file"):
        main([str(tmp_path / "nothing.yaml")])


@pytest.mark.parametrize("table", ["{3: 35, 4: 30, 5: 25, 6: 20}", '{"3": 35}', "none"])
def test_switches_may_be_written_as_people_write_them(tmp_path: Path, table: str) -> None:
    text = f"- {{id: a, rules: classic_1959, options: {{starting_armies: {table}}}, expect: {{waits: red}}}}"
    assert outcome(tmp_path, text) == [""]


def test_a_case_without_a_position_plays_from_the_beginning(tmp_path: Path) -> None:
    lines = ["red: claim Brazil", "blue: claim Siam", "green: late", "red: claim Peru"]
    text = "- id: a\n  rules: modern\n  play:\n" + "".join(f'    - "{line}"\n' for line in lines)
    assert outcome(tmp_path, text + "  expect: {board: 'red: Brazil 1, Peru 1', waits: blue}") == [""]


# --- cases that are wrong themselves


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("- {id: a, rules: modern, colour: red}", "case knows no key 'colour'"),
        ("- {id: a, rules: chess}", "no rule set 'chess'"),
        ("- {id: a, rules: modern, position: {bord: x}}", "position knows no key 'bord'"),
        ("- {id: a, rules: modern, position: {board: 'red: *1'}, expect: {boart: 1}}", "expect knows no key 'boart'"),
        (
            "- {id: a, rules: modern, position: {board: 'red: Japn 1 | blue: *1'}, expect: {waits: red}}",
            "no territory 'Japn'",
        ),
        ("- {id: a, rules: modern, position: {board: 'red: *1'}}", "expects nothing"),
        ("- {id: a, rules: modern, position: [1]}", "position must be a mapping"),
        ("- {id: a, rules: modern, options: {speed: 3}, expect: {waits: red}}", "no switch “speed”"),
        ("- {id: a, rules: modern, replay: golden/none.txt}", "no recorded game"),
        ("- just words", "a mapping of keys"),
        ("- {id: a, rules: modern, map: nowhere, expect: {waits: red}}", "the game cannot be created"),
        ("just words", "no list of cases"),
        ("- {id: a, rules: modern, play: [], replay: golden/x.txt}", "either `play` or `replay`"),
        ("- {id: a, rules: modern, position: {board: 'red: *1', sets_traded: many}}", "`sets_traded` is a number"),
        ("- {id: a, rules: modern, position: {board: 'red: *1', taken: [1]}}", "`taken` is a number"),
        ("- {id: a, rules: modern, position: {dice: {red: six}}}", "dice are numbers"),
        ("- {id: a, rules: modern, expect: {refused: game.seats}}", "expected refusal game.seats, came a game"),
        ("- {id: a, rules: modern, seats: [red], expect: {refused: game.colours}}", "came game.seats"),
        ("- {id: a, rules: modern, seats: [red], expect: {waits: red}}", "the game cannot be created"),
        ("- {id: a, rules: modern, expect: {options: {least: 1}}}", "expected least 1, came nothing to count"),
        ("- {id: a, rules: chess, expect: {refused: game.seats}}", "expected refusal game.seats, came any"),
        ("- {id: a, rules: chess, expect: {refused: any}, play: [{red: end}]}", "no rule set 'chess'"),
        ("- {id: a, expect: {refused: any}}", "no rule set"),
        ("- {id: a", "cannot be read"),
    ],
)
def test_a_case_that_is_wrong_fails_with_a_sentence(tmp_path: Path, text: str, says: str) -> None:
    assert says in outcome(tmp_path, text)[-1]


@pytest.mark.parametrize("case", ["rules: risk2210_2p", "rules: chess+exp_cap", "rules: modern, seats: [red]"])
@pytest.mark.parametrize("wanted", ["any", "true"])
def test_a_game_that_nobody_can_create_is_a_refusal(tmp_path: Path, case: str, wanted: str) -> None:
    assert outcome(tmp_path, f"- {{id: a, {case}, expect: {{refused: {wanted}}}}}") == [""]


PLAY = """
- id: a
  rules: {rules}
  position: {{board: "red: Brazil 9, Japan 1 | blue: Peru 3 | green: *1", step: attack}}
  play:
{play}
"""


@pytest.mark.parametrize(
    ("play", "says"),
    [
        ("    - red: attack Brazil Peru", "no dice are scripted for attacker"),
        ("    - red: attack Brazil Peru\n      dice: {attacker: [6, 5, 4], defender: [1]}", "2 wanted for defender"),
        ("    - red: attack Brazil Peru\n      dice: {attacker: [6, 5, 4, 3], defender: [1, 1]}", "nobody threw"),
        ("    - red: attack Brazil Peru\n      dice: {attacker: [6, 5, 7], defender: [1, 1]}", "cannot show"),
        ("    - red: attack Brazil Brazil", "expected it to be allowed, came battle.own_territory"),
        ("    - red: end turn\n      refused: any", "expected refusal any"),
        ("    - red: attack Brazil Brazil\n      refused: turn.not_yours", "expected refusal turn.not_yours, came"),
        ("    - red: fly\n      refused: cards.no_set", "came order.unreadable"),
        ("    - blue: late", "blue is not asked"),
        ("    - mauve: end", "'mauve' does not play"),
        ("    - {red: end, blue: end}", "an entry has one order"),
        ("    - just words", "a seat, a colon and an order"),
        ("    - red: end\n      expect: {events: [battle.fought]}", "expected event battle.fought"),
        ("    - red: end\n      expect: {waits: {red: x.y}}", "expected waiting ['red'], came ['blue']"),
        ("    - red: end\n      expect: {winner: red}", "expected winner"),
        ("    - red: end\n      expect: {out: [green]}", "expected out"),
        ("    - red: end\n      expect: {board: 'red: Brazil 8'}", "expected Brazil red 8, came red 9"),
        ("    - red: end\n      expect: {hides: {red: [hands.red]}}", "expected hands.red hidden from red"),
        ("    - red: end\n      expect: {sees: {red: {hands: {blue: [Siam]}}}}", "came 0 hidden cards"),
        ("    - red: end\n      expect: {options: {speed: 3}}", "options know no key 'speed'"),
        ("    - red: end\n      expect: {options: all}", "options must be a mapping"),
        ("    - red: end\n      expect: {hides: {blue: [purse]}}", "'purse' is nothing that could be hidden"),
        ("    - red: end\n      expect: {hides: {blue: [board]}}", "expected board hidden from blue"),
        ("    - red: end\n      expect: {discard: 4}", "expected discards 4, came 0"),
        ("    - red: end\n      expect: {winner: draw}", "expected a draw, came a running game"),
        ("    - red: end\n      expect: {waits: nobody}", "expected waiting [], came ['blue']"),
        ("    - red: end\n      expect: {options: {orders: [end], targets: [Peru]}}", "expected orders ['end']"),
        ("    - red: end\n    - blue: place 3 Peru\n      dice: {blue: [1]}", "dice that nobody threw: seat 1 1"),
    ],
)
def test_what_does_not_hold_is_told(tmp_path: Path, play: str, says: str) -> None:
    assert says in outcome(tmp_path, PLAY.format(rules="modern", play=play))[0]


@pytest.mark.parametrize("order", ["red: attack Brazil Japan", "red: end"], ids=["refused", "allowed"])
def test_an_order_that_touches_the_position_it_was_given_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    def careless(state: GameState, action: Action, chance: Chance) -> list[tuple[Action, Transition]]:
        state.armies[0] += 1
        return play(state, action, chance)

    monkeypatch.setattr(scripts, "play", careless)
    assert "changed the position" in outcome(tmp_path, PLAY.format(rules="modern", play=f'    - "{order}"'))[0]


@pytest.mark.parametrize(
    "play",
    [
        '    - dice: {attacker: [6, 5, 4], defender: [1, 1]}\n    - "red: attack Brazil Peru"',
        '    - "dice: {attacker: [6, 5, 4], defender: [1, 1]}"\n    - "red: attack Brazil Peru"',
        "    - red: attack Brazil Peru\n      dice: {attacker: [6, 5, 4], defender: [1, 1]}\n    - red: late",
        "    - red: attack Brazil Peru\n      dice: {red: [6, 5, 4], blue: [1, 1]}",
        "    - red: fly\n      refused: any\n    - red: fly\n      refused: order.unreadable",
        "    - red: attack Brazil Brazil\n      refused: any\n      dice: {attacker: [1]}",
    ],
)
def test_other_ways_of_writing_a_play(tmp_path: Path, play: str) -> None:
    assert outcome(tmp_path, PLAY.format(rules="modern", play=play)) == [""]


def test_dice_of_an_order_that_stops_for_the_defender_may_stand_on_either_entry(tmp_path: Path) -> None:
    on_attack = (
        "    - red: attack Brazil Peru\n      dice: {attacker: [6, 5, 4], defender: [1, 1]}\n    - blue: defend 2"
    )
    on_defence = (
        "    - red: attack Brazil Peru\n    - blue: defend 2\n      dice: {attacker: [6, 5, 4], defender: [1, 1]}"
    )
    for orders in (on_attack, on_defence):
        assert outcome(tmp_path, PLAY.format(rules="classic_1959", play=orders)) == [""]


NOT_BY_ORDERS = {  # refusals that no order text can bring about: readers and offers stand before them
    "territory.unknown",  # names of territories are read by the map,
    "cards.unknown",  # those of cards by the family's catalogue
    "setup.plan_part",  # and parts of a plan by the rule set
    "battle.condition",  # negative numbers
    "bidding.least",
    "force.not_there",  # pieces that do not stand there are not read
    "order.no_condition",  # said where a text is handed in; a case goes on, with nothing played
    "battle.leaders_dice",  # a text counts the dice of ordinary units beside the leaders
    "purchase.deck_twice",  # a text that names a deck twice adds the cards up
    "cards.no_defender",  # nobody is asked where no player defends
    "pantheons.unknown",  # the reader knows the five pantheons
    "opening.temple_there",  # no other temple stands on a seat's land when its first is built
    "cards.none_to_trade",  # a text passes over `trade best` without a set; a program that sends it is told
    "cards.no_sky",  # nobody is asked about an invasion without their god of the sky
}


def test_every_refusal_is_named_by_a_case() -> None:
    entries = [entry for case in cases() if isinstance(case, Case) for entry in case.play]
    named = {entry.refused for entry in entries}
    named |= {str(case.expect["refused"]) for case in cases() if isinstance(case, Case) and "refused" in case.expect}
    ours = {code for rules in presets() for part in rulesets()[rules].mechanics for code in part.refusals}
    codes = {code for code in ERROR_MESSAGES if code in ours or code.partition(".")[0] in ("game", "turn", "order")}
    assert codes - NOT_BY_ORDERS <= named, sorted(codes - NOT_BY_ORDERS - named)


@pytest.mark.parametrize(("letter", "count"), [("R", RULINGS), ("F", DECISIONS)])
def test_every_ruling_is_told_in_the_manual(letter: str, count: int) -> None:
    manual = (ROOT / "docs" / "rulings.md").read_text("utf-8")
    told = re.findall(rf"^\*\*{letter}(\d+)\.", manual, re.MULTILINE)
    assert set(told) == {str(number) for number in range(1, count + 1)}
