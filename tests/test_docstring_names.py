"""Docstrings and the heads of templates name what exists: code in backticks, errors after "Raises", classes."""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.kit.certain import some
from tests.kit.packages import ROOT, product, templates
from tests.test_docstrings import FOLDERS
from tests.test_imports import sources

pytestmark = [pytest.mark.once, pytest.mark.no_cover]
BACKTICKED = re.compile(r"`([A-Za-z_.]+)(?:\(\))?`")
RAISES = re.compile(r"[Rr]aises ((?:[A-Z]\w+(?:, | and | or )?)+)")
MARKUP = {"href"}
KEY = re.compile(r"[\w.]+")
COMMENT = re.compile(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", re.DOTALL)
CLASS = re.compile(rf"\b(?:{'|'.join(product())})(?:\.\w+)+|\b[A-Z][a-z]+[A-Z][a-z]\w+")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """List the strings that stand alone: docstrings, and those below an assignment."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value


def named_words(text: str) -> Iterator[str]:
    """List the names that a docstring uses, in backticks or as errors."""
    yield from BACKTICKED.findall(text)
    for errors in RAISES.findall(text):
        yield from re.findall(r"[A-Z]\w+", errors)


def words_of_code(tree: ast.AST) -> Iterator[str]:
    """List every name that code defines, imports or uses, and the strings that are keys, docstrings aside."""
    said = {id(node) for node in docstrings(tree)}
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if isinstance(value, str) and field in ("id", "attr", "arg", "name", "asname", "module"):
                yield from value.split(".")
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield from node.value.split(".") if KEY.fullmatch(node.value) else ()


@cache
def known_words() -> frozenset[str]:
    files = [path for folder in FOLDERS for path in sources(folder)]
    trees = (parsed(path) for path in files)
    names = {part for path in files for part in path.relative_to(ROOT).with_suffix("").parts}
    return frozenset(names.union(MARKUP, *map(words_of_code, trees)))


def exists(name: str) -> bool:
    """Return whether a name can be imported where it begins with one of our packages, else whether code knows it."""
    if name.partition(".")[0] not in FOLDERS or "." not in name:
        return known_words().issuperset(filter(None, name.split(".")))
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def unknown_names(text: str) -> list[str]:
    return [name for name in named_words(text) if not exists(name)]


def faults(path: Path) -> list[str]:
    """List the names that docstrings of a file use and that do not exist."""
    found = docstrings(parsed(path))
    return [
        f"{path.relative_to(ROOT)}:{node.lineno} {name}" for node in found for name in unknown_names(str(node.value))
    ]


def test_docstrings_name_what_exists() -> None:
    assert not [fault for folder in FOLDERS for path in some(sources(folder)) for fault in faults(path)]


def head_faults(template: str) -> list[str]:
    """List the names with dots or two capitals in the comments of a template that do not exist."""
    comments = " ".join(COMMENT.findall(template))
    return [name for name in CLASS.findall(comments) if not exists(name)]


def test_heads_of_templates_name_what_exists() -> None:
    for path in some(templates("*.*")):
        assert not head_faults(path.read_text(encoding="utf-8")), path


def test_a_name_that_is_gone_is_found() -> None:
    assert unknown_names("See `links.OldLink`. Raises GameError, OldLink.") == ["links.OldLink", "OldLink"]
    assert head_faults("{# Context: head (OldHead), link (games.mail.links.OrderLink). #}") == ["OldHead"]
    assert head_faults("{# Context: link (games.mail.OrderLink). #}") == ["games.mail.OrderLink"]
    assert not unknown_names("Read `games.mail.links.read_link`. Raises InvalidLink, ExpiredLink.")
