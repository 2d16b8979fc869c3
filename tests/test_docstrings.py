"""Docstrings of functions begin with a verb. Ruff (D401) tells its moods apart; this knows the verbs that we use."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.certain import some
from tests.kit.packages import ROOT, product
from tests.test_imports import sources

pytestmark = [pytest.mark.once, pytest.mark.no_cover]
FOLDERS = (*product(), "benchmarks")
VERBS = frozenset(
    """
    activate add adjudicate allocate allow annotate announce answer append apply ask assign attack autoplay begin
    bid bind blank book bring build buy cache calculate call cancel change check choose claim clamp classify clean
    clear close collapse collect combine compare compile complete compose compress compute connect consume convert
    copy count create credit cut deal decide declare decline decode decorate decrypt define delete deliver derive
    describe discard do draw drop dump eliminate emit empty encode encrypt end enforce estimate evaluate expand
    explain export extend feed fetch fight fill filter find fit fold follow forget format get give go group hand
    handle hash have hire hold identify ignore import inline invite join journal judge keep label lay leave let
    limit link list load locate lock log look mail make map mark measure merge move mute name normalize note offer open
    pack paint pair parse part pause pay pick place plan play preview print put query queue raise rank rasterize
    rate read rearrange reassign rebuild recompute record redact redirect reduce refer refuse register relate
    release remember remind remove render renew renumber replace replay report require reroll reset resign resolve
    restore restyle resume retry return revoke rewind roll run save say scope script search seat seed select send
    serialize serve set settle share shift show sign skip snap sort spell split spread start stop store strike strip
    subtract suggest sum summarize suspend tabulate take tell time trade translate trust try turn undo unmute update
    validate verify void wait wake warn wrap write yield zoom
    """.split()  # noqa: SIM905
)
"""First words that say what a function does. A new one is added here if it is a verb in the imperative."""


def begins_badly(function: ast.FunctionDef) -> bool:
    """Return whether a function's docstring begins with no verb; properties are named like what they are."""
    said = ast.get_docstring(function) or ""
    is_property = any("property" in ast.unparse(each) for each in function.decorator_list)
    return bool(said) and not is_property and said.split()[0].rstrip(",:;").lower() not in VERBS


def bad_beginnings(path: Path) -> Iterator[str]:
    """List the functions of a file whose docstring does not say what they do."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and begins_badly(node):
            yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_of_functions_begin_with_a_verb(folder: str) -> None:
    assert not [line for path in some(sources(folder)) for line in bad_beginnings(path)]


@pytest.mark.parametrize(
    "said", ["Whether it is so.", "Armies on it.", '"3 armies", "1 army".', "`left` of it.", "5.0 is 5."]
)
def test_the_check_finds_one_that_begins_with_none(said: str) -> None:
    without, with_one = ast.parse(f"def f():\n    '''{said}'''\ndef g():\n    '''Return it.'''").body
    assert isinstance(without, ast.FunctionDef) and begins_badly(without)
    assert isinstance(with_one, ast.FunctionDef) and not begins_badly(with_one)
