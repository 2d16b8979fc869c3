"""The examples in docstrings of the engine run and give what they say."""

from __future__ import annotations

from doctest import DocTestFinder, DocTestRunner
from importlib import import_module

import pytest

import engine
from tests.test_imports import module_name, sources

FIRST = ("ruleset", "new_game", "open_decision", "view_for", "parse_order", "apply")
FIRST += ("play", "default_answer", "event_for", "format_order")
"""What a reader of the engine meets first."""

MODULES = [module_name(path) for path in sources("engine") if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("module", MODULES)
def test_examples_give_what_they_say(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    runner = DocTestRunner()
    for example in DocTestFinder(exclude_empty=True).find(import_module(module), module):
        runner.run(example)
    assert runner.tries and not runner.failures, capsys.readouterr().out


@pytest.mark.parametrize("name", FIRST)
def test_what_a_reader_meets_first_has_an_example(name: str) -> None:
    assert ">>> from engine import " in (getattr(engine, name).__doc__ or "")
