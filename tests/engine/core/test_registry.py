"""Walks over the registered rule sets: what a mechanic must bring, and whether the catalogue is whole."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import engine
from engine import ERROR_MESSAGES, RuleSet, rulesets
from engine.core.mapgraph import mapgraph
from tests.kit.certain import some

SOURCE = Path(engine.__file__).parent
FAMILIES = ("core", "mechanics", "rules")
KINDS = {"territory", "number", "choice", "cards", "placements", "force", "pieces", "seat", "ranking"}
CODE = re.compile(r"[a-z]+\.[a-z_]+")


@pytest.fixture(params=[rules for rules in rulesets() if mapgraph(rulesets()[rules].map)])
def rules(request: pytest.FixtureRequest) -> RuleSet:
    return rulesets()[request.param]


def test_every_event_says_what_of_it_is_secret(rules: RuleSet) -> None:
    for event in some(rules.events()):
        assert set(event.secret) | set(event.secret.values()) <= set(event.__struct_fields__), event


def test_every_decision_has_offers_a_default_and_a_sentence(rules: RuleSet) -> None:
    for asked in some(rules.decisions()):
        assert asked in rules.offers
        assert asked in rules.defaults
        assert asked.ask and asked.step and asked.pace in ("turn", "reaction", "window", "sealed"), asked


def test_every_action_has_a_verb_and_every_verb_its_help(rules: RuleSet) -> None:
    assert {verb.action for verb in rules.commands} >= rules.actions() > set()
    for verb in some(rules.commands):
        assert verb.usage.startswith(verb.word)
        assert verb.help


def test_the_summary_and_the_switches_speak(rules: RuleSet) -> None:
    assert rules.title and rules.summary
    assert {switch.name for switch in rules.switches} <= set(rules.options.__struct_fields__)
    for switch in rules.switches:
        value = getattr(rules.options, switch.name)
        allowed = [choice for choice, _ in switch.choices] or range(switch.least, switch.most + 1)
        assert switch.help and value in allowed


def refusals_in_code() -> Iterator[tuple[str, str]]:
    """Every code that some line of the engine refuses with, and where."""
    for folder in FAMILIES:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _callee(node) in ("refuse", "require", "IllegalAction"):
                    texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                    yield from ((code, path.name) for code in texts if isinstance(code, str))


def codes_by_name() -> Iterator[str]:
    """Every code that stands in the code of a family, but as the key of its sentence: hooks return it."""
    for path in sorted((SOURCE / "rules").rglob("*.py")) + sorted((SOURCE / "mechanics").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        keys = {id(key) for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in keys:
                yield node.value


def _callee(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def test_every_refusal_of_the_code_is_in_the_catalogue() -> None:
    for code, path in some(refusals_in_code()):
        assert CODE.fullmatch(code), (code, path)
        assert code in ERROR_MESSAGES, (code, path)


def test_every_refusal_of_the_catalogue_is_used() -> None:
    """Sentences of rule sets that live in tests alone are left out."""
    used = {code for code, _ in refusals_in_code()} | set(codes_by_name())
    own = {
        code for rules in rulesets().values() for part in rules.mechanics for code in part.refusals if _is_ours(part)
    }
    core = {"game.over", "turn.not_yours", "order.not_now", "territory.unknown", "force.not_there", "force.no_piece"}
    assert own - core and own | core <= used


def _is_ours(mechanic: object) -> bool:
    verbs = [*mechanic.steps.values(), *mechanic.answers.values()]  # type: ignore[attr-defined]
    return all(call.__module__.startswith("engine.") for call in verbs)


def test_every_sentence_of_the_catalogue_ends_like_one() -> None:
    for code, sentence in some(ERROR_MESSAGES.items()):
        assert sentence.endswith((".", "}")), code
        assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(sentence)), code


def test_steps_that_begin_a_part_of_the_turn_name_it() -> None:
    for rules in (rulesets()["classic_1959"], rulesets()["modern"]):
        assert [step.step for step in rules.turn if step.step] == ["trade", "place", "attack", "fortify"]
