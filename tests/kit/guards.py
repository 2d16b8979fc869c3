"""Say which tests guard a module, by what they run of it: `python -m tests.kit.guards games/services/orders.py`.

Without a name, the modules are listed of which no test runs a function. What each test runs is measured once, by all
quick tests on SQLite, and kept in `artifacts/guards/`; `--measure` measures again. That takes some ten minutes. What a
test runs in threads and processes of its own, as commands and senders of mail, is not seen; nor is what fixtures run.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from subprocess import run

from coverage import CoverageData

from tests.kit.packages import ROOT, is_test, product

KEPT = ROOT / "artifacts" / "guards"
TESTS = ("-n", "2", "-m", "not services and not no_cover", "--ignore=tests/browser", "--ignore=tests/faults")
SHOWN = 12


def modules() -> list[Path]:
    """List the modules of these packages by their paths from the root, without migrations and empty ones."""
    found = [path for package in product() for path in sorted((ROOT / package).rglob("*.py")) if bodies(path)]
    paths = [path.relative_to(ROOT) for path in found]
    return [path for path in paths if "migrations" not in path.parts and not is_test(path)]


@cache
def bodies(path: Path) -> frozenset[int]:
    """List the lines inside of functions, which an import does not run."""
    functions = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef))
    spans = (range(part.lineno, (part.end_lineno or part.lineno) + 1) for each in functions for part in each.body)
    return frozenset(line for span in spans for line in span)


def measure(tests: Sequence[str] = TESTS, kept: Path = KEPT) -> None:
    """Run tests and keep which lines each of them ran. What fails is said, and kept all the same."""
    kept.mkdir(parents=True, exist_ok=True)
    for old in kept.glob(".coverage*"):
        old.unlink()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["coverage"]["run"]
    settings |= {"branch": False, "dynamic_context": "test_function"}
    words = (f"{name} = {', '.join(value) if isinstance(value, list) else value}\n" for name, value in settings.items())
    (kept / "rc").write_text("[run]\n" + "".join(words))
    coverage = [sys.executable, "-m", "coverage"]
    files = [f"--rcfile={kept / 'rc'}", f"--data-file={kept / '.coverage'}"]
    run([*coverage, "run", *files, "-m", "pytest", "-q", *tests], cwd=ROOT)
    run([*coverage, "combine", "-q", *files], cwd=ROOT, check=True)


def measured(kept: Path = KEPT) -> CoverageData:
    """Read what was measured; the first time, measure it."""
    if not (kept / ".coverage").exists():
        measure(kept=kept)
    data = CoverageData(str(kept / ".coverage"))
    data.read()
    return data


def guards(module: Path, data: CoverageData) -> Counter[str]:
    """Count the lines in functions of a module that each file of tests runs."""
    found: Counter[str] = Counter()
    for line, contexts in data.contexts_by_lineno(str(ROOT / module)).items():
        if line in bodies(ROOT / module):
            found.update({file for context in contexts if (file := file_of(context))})
    return found


def tests_of_line(module: Path, line: int, data: CoverageData) -> list[str]:
    """List the tests that run a line of a module, as pytest names them, by their names."""
    contexts = data.contexts_by_lineno(str(ROOT / module)).get(line, ())
    return sorted(filter(None, map(node_of, contexts)))


@cache
def node_of(context: str) -> str:
    """Return the name by which pytest knows a test whose dotted name coverage gives, its class included; empty for what
    runs outside of tests."""
    file = file_of(context)
    module = file.removesuffix(".py").replace("/", ".")
    return "::".join([file, *context.removeprefix(f"{module}.").split(".")]) if file else ""


@cache
def file_of(context: str) -> str:
    """Return the file of a test whose dotted name coverage gives; empty for what runs outside of tests."""
    parts = context.split(".")
    paths = (Path(*parts[:count]).with_suffix(".py") for count in range(len(parts) - 1, 0, -1))
    return next((str(path) for path in paths if (ROOT / path).exists()), "")


def unguarded(data: CoverageData) -> Iterator[Path]:
    """Yield the modules of which no test runs a function."""
    return (module for module in modules() if not guards(module, data))


def main(names: list[str]) -> None:
    if "--measure" in names:
        measure()
        names.remove("--measure")
    data = measured()
    for name in names:
        found = guards(Path(name), data)
        print("\n".join(f"{lines:5} lines in {test}" for test, lines in found.most_common(SHOWN)) or f"None: {name}")
        if len(found) > SHOWN:
            print(f"      and in {len(found) - SHOWN} more")
    if not names:
        print("\n".join(map(str, unguarded(data))) or "Every module is guarded.")


if __name__ == "__main__":
    main(sys.argv[1:])
