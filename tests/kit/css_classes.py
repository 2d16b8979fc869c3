"""Compare the classes of the style sheets with those that templates, drawings and scripts give.

python -m tests.kit.css_classes          the classes that only one side knows
python -m tests.kit.css_classes NAME     where a class stands
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.kit.packages import ROOT, is_test, product, templates

OF_DJANGO = ("static/css/admin.css", "templates/admin")
"""The sheet and templates of pages whose classes Django's admin gives."""

HOOKS = {"advice": "static/js/fieldpost.js hides the one that does not fit", "way": "tests follow these links"}
"""Classes without a style, each with what finds its elements by them."""

SHEETS = ("static/css/*.css", "templates/jinja2/emails/*.css", "*/static/**/*.css")
PICTURES = ("games/boards/flat.py", "*/pages/pictures.py")
SCRIPTS = ("static/js/*.js", "*/static/**/*.js")
TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
GIVEN = re.compile(r"""\bclass=\\?"((?:\{\{.*?\}\}|\{%.*?%\}|\{[^{}]*\}|[^"{\\])*)""", re.DOTALL)
NAMES = re.compile(r"-?[a-zA-Z_][\w-]*(?: -?[a-zA-Z_][\w-]*)*")
BETWEEN = ("{% el", "{% end", "{#")
HOLE = "*"
"""Stands in a class for what is put in when a page is made: `w-*`."""


def styled() -> dict[str, list[str]]:
    """Return the classes that the site's own sheets have rules for, each with its sheets."""
    found: dict[str, list[str]] = {}
    for path in found_by(SHEETS):
        if is_ours(path):
            for name in set(re.findall(r"\.([a-zA-Z_][\w-]*)", selectors(path.read_text("utf-8")))):
                found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return found


def is_ours(path: Path) -> bool:
    return not str(path.relative_to(ROOT)).startswith(OF_DJANGO)


def selectors(text: str) -> str:
    """Return a style sheet without comments, strings, addresses and declarations."""
    for pattern in (r"/\*.*?\*/", r'"[^"]*"', r"url\([^)]*\)"):
        text = re.sub(pattern, "", text, flags=re.DOTALL)
    return re.sub(r"\{[^{}]*\}", "{}", text)


def given() -> dict[str, list[str]]:
    """Return the classes that stand in `class` attributes of templates, drawings and scripts, each with its files."""
    found: dict[str, list[str]] = {}
    for path in files():
        for value in GIVEN.findall(path.read_text("utf-8")):
            for name in set(classes_of(value)):
                found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return found


def files() -> Iterator[Path]:
    yield from filter(is_ours, templates())
    for package in product():
        if package != "engine":
            yield from (path for path in sorted((ROOT / package).rglob("*.py")) if not is_test(path.relative_to(ROOT)))
    yield from found_by(SCRIPTS)


def found_by(patterns: Iterable[str]) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def classes_of(value: str) -> Iterator[str]:
    """Yield the classes of an attribute's value, with those that an expression in it may choose."""
    for tag in TAG.findall(value):
        if not tag.startswith("{%"):
            for text in re.findall(r"'([^']*)'|\"([^\"]*)\"", tag):
                yield from "".join(text).split()
    plain = TAG.sub(lambda tag: HOLE if tag[0].startswith("{{") else " " * tag[0].startswith(BETWEEN), value)
    for name in re.sub(r"\{[^{}]*\}", HOLE, plain).split():
        if name.strip(HOLE + "-"):
            yield name


@cache
def words() -> frozenset[str]:
    """List the words of strings in Python, scripts and tags of templates, which may be put in as classes."""
    texts: set[str] = set()
    for path in files():
        text = path.read_text("utf-8")
        if path.suffix == ".py":
            texts |= {said for node in ast.walk(ast.parse(text)) if (said := text_of(node))}
        else:
            tags = "\n".join(TAG.findall(text)) if path.suffix == ".html" else text
            texts |= {"".join(found) for found in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`", tags)}
    return frozenset(word.lstrip(".") for text in texts for word in re.split(r"[\s,>+~]+|(?<=\w)(?=\.)", text) if word)


def text_of(node: ast.AST) -> str:
    """Return the text of a string, with HOLE for what is put into it; empty for anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or HOLE for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def matches(name: str, pattern: str) -> bool:
    """Return whether a class is the one that is given, or one that an expression may make of it."""
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), name) is not None


def unstyled() -> list[str]:
    """List the classes that are given and that no sheet knows, without HOOKS."""
    known = {*styled(), *in_pictures(), *HOOKS}
    return sorted(name for name in given() if not any(matches(each, name) for each in known))


def in_pictures() -> set[str]:
    """List the classes that pictures in mails have rules for, which know no sheet."""
    texts = (path.read_text("utf-8") for path in found_by(PICTURES))
    return {name for text in texts for name in re.findall(r"\.([a-z][\w-]*)", text)}


def unused() -> list[str]:
    """List the classes of the sheets that nothing gives."""
    plain = given()
    patterns = [name for name in {*plain, *words()} if HOLE in name and NAMES.fullmatch(name.replace(HOLE, ""))]
    left = [name for name in styled() if name not in plain and name not in words()]
    return sorted(name for name in left if not any(matches(name, pattern) for pattern in patterns))


def main(arguments: list[str]) -> None:
    for name in arguments:
        print(name, *sorted({*styled().get(name, ()), *given().get(name, ())}), sep="\n  ")
    if not arguments:
        print("given, without a style:", *unstyled(), sep="\n  ")
        print("styled, and given nowhere:", *unused(), sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1:])
