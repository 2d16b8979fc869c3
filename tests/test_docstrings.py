"""Docstrings of functions begin with a verb. Ruff (D401) knows the verbs; this knows the words that never are any."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.certain import some
from tests.test_imports import ROOT, sources

pytestmark = [pytest.mark.once, pytest.mark.no_cover]
FOLDERS = ("engine", "games", "accounts", "common", "config", "benchmarks")
NO_VERBS = frozenset(
    """a all an any as by each every for from how if in its no nobody not of one only other others same so somebody that
    the these this those what when where whether which who whose why with""".split()  # noqa: SIM905
)


def begins_badly(function: ast.FunctionDef) -> bool:
    """Return whether a function's docstring begins with no verb; properties are named like what they are."""
    said = ast.get_docstring(function) or ""
    is_property = any("property" in ast.unparse(each) for each in function.decorator_list)
    return bool(said) and not is_property and said.split()[0].strip(".,:;`").lower() in NO_VERBS


def bad_beginnings(path: Path) -> Iterator[str]:
    """List the functions of a file whose docstring does not say what they do."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and begins_badly(node):
            yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_of_functions_begin_with_a_verb(folder: str) -> None:
    assert not [line for path in some(sources(folder)) for line in bad_beginnings(path)]


def test_the_check_finds_one_that_does_not() -> None:
    function, other = ast.parse('def f():\n    """Whether it is so."""\ndef g():\n    """Return it."""').body
    assert isinstance(function, ast.FunctionDef) and begins_badly(function)
    assert isinstance(other, ast.FunctionDef) and not begins_badly(other)
