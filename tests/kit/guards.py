"""Say which tests guard a module: `python -m tests.kit.guards games/services/orders.py`.

The tests of a module stand in the folder of `tests/` that mirrors its own: `test_orders.py` if it has a file to itself,
else in files there that import it. Without a name, the modules that no such test guards are listed.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("engine", "games")


def modules() -> list[Path]:
    """List the modules of engine and games by their paths from the root, without migrations and empty packages."""
    found = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return [path.relative_to(ROOT) for path in found if "migrations" not in path.parts and defines(path)]


def defines(path: Path) -> bool:
    """Return whether a module has functions or classes, which a test may guard."""
    return any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in ast.parse(path.read_text("utf-8")).body)


def name_of(module: Path) -> str:
    """Return the dotted name of a module."""
    parts = module.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def mirror(module: Path) -> Path:
    """Return where the test of a module stands if it has a file to itself."""
    folder = Path("tests") / module.parent
    return folder / f"test_{module.parent.name if module.stem == '__init__' else module.stem}.py"


@cache
def imported(test: Path) -> frozenset[str]:
    """List the dotted names that a test file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / test).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


def guards(module: Path, folder: Path) -> Iterator[Path]:
    """Yield the tests below a folder that guard a module: its mirror first, then those that import it."""
    tests = [path.relative_to(ROOT) for path in sorted((ROOT / folder).rglob("test_*.py"))]
    own = mirror(module)
    yield from (test for test in tests if test == own)
    yield from (test for test in tests if test != own and name_of(module) in imported(test))


def unguarded() -> list[Path]:
    """List the modules that no test of their own folder guards."""
    return [module for module in modules() if not any(guards(module, mirror(module).parent))]


def main(names: list[str]) -> None:
    for name in names:
        found = list(guards(Path(name), Path("tests")))
        print("\n".join(map(str, found)) or f"No test imports {name}; its own would be {mirror(Path(name))}.")
    if not names:
        print("\n".join(f"{module}  lacks {mirror(module)}" for module in unguarded()) or "Every module is guarded.")


if __name__ == "__main__":
    main(sys.argv[1:])
