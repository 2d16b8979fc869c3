"""Find the packages of the project: whatever Python could import from its root, by lying there, installed or not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WORKSHOP = frozenset({"benchmarks", "conftest", "deploy", "docs", "manage", "tests"})
"""What is no part of the product: it uses all of that, and nothing of that uses it."""

LEFT_BEHIND = frozenset({"artifacts", "node_modules", "var"})
"""Folders that Git ignores, with anything in them."""


@cache
def top_level(root: Path = ROOT) -> tuple[str, ...]:
    """List the names of folders with Python in them, and of single modules."""
    names = {path.stem for path in root.iterdir() if path.suffix == ".py" or holds_python(path)}
    return tuple(sorted(name for name in names - LEFT_BEHIND if name.isidentifier()))


def holds_python(path: Path) -> bool:
    """Return whether a path is a folder that could be imported and has a module somewhere in it."""
    is_package = path.is_dir() and path.name.isidentifier() and path.name not in LEFT_BEHIND
    return is_package and any(path.rglob("*.py"))


def product(root: Path = ROOT) -> list[str]:
    """List the packages of the product: engine, site and the apps above the games."""
    return [name for name in top_level(root) if name not in WORKSHOP]


def templates(pattern: str = "*.html", root: Path = ROOT) -> list[Path]:
    """List the templates of the site and those that apps bring in their own folders."""
    own = (root / name / folder for name in product(root) for folder in ("templates", "jinja2"))
    folders = [root / "templates", *own]
    return sorted(path for folder in folders for path in folder.rglob(pattern))


def is_test(path: Path) -> bool:
    """Return whether a path, from the root, is among the tests that an app brings in its own folder."""
    return path.parts[1:2] == ("tests",)
