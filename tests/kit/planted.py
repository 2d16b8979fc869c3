"""Plant small faults one at a time and see whether the tests find them: `python -m tests.kit.planted --seed WORD`.

Each fault is a change of one place in one function, as a slip would make it: a comparison turned, `and` for `or`, a
number off by one, a call left out, two arguments swapped. It is planted in a copy of the checkout, and those tests run
of which `tests.kit.guards` knows that they run its line. What none of them finds is printed to be judged: some faults
change nothing that anybody could notice, each of the others wants a test.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.kit import guards
from tests.kit.packages import ROOT

AREAS = {
    "engine": (("engine",), 28),
    "play": (("games/services", "games/play"), 21),
    "doors": (("games/mail", "games/decisions", "accounts"), 31),
}
"""Each area with its folders and how many faults are planted there."""

LEFT_OUT = ("migrations", "bench.py", "conformance", "cli", "management")
"""Parts of paths in which no fault is planted: they are tools, or a fault there tells of no rule."""

TURNED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: (" in ", " not in "),
    ast.NotIn: (" not in ", " in "),
    ast.Is: (" is ", " is not "),
    ast.IsNot: (" is not ", " is "),
    ast.And: (" and ", " or "),
    ast.Or: (" or ", " and "),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
}
"""An operator, as it is written and what is planted for it."""

SYMMETRIC = ("max", "min")
"""Functions of which two arguments may change places, unless a `key` says which of equal ones comes first."""

WIDE = {"engine": ("tests/engine/test_answers.py", "tests/engine/bots/test_thoughts.py")}
"""Tests that run most of a package and are not measured. They are tried first."""

FEW, MANY = 40, 400
"""How many tests of a line are tried first, and how many after them. What a process keeps is measured in its first test
alone, so the whole folder is tried before a fault lives."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One change: the characters `start` to `end` of a module's text become `planted`."""

    module: Path
    function: str
    line: int
    start: int
    end: int
    planted: str

    def plant(self, text: str) -> str:
        return text[: self.start] + self.planted + text[self.end :]

    def show(self, text: str) -> str:
        """Return the lines before and after, as a short diff."""
        before, after = text.splitlines(), self.plant(text).splitlines()
        gone = [line for line in before if line not in after] or [before[self.line - 1]]
        come = [line for line in after if line not in before] or [after[self.line - 1]]
        marked = [f"  - {line.strip()}" for line in gone] + [f"  + {line.strip()}" for line in come]
        return f"{self.module}:{self.line} in {self.function}\n" + "\n".join(marked)


class Text:
    """The text of a module, with the offset of each place that its tree names."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place; columns of a tree count bytes."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.offset(node.end_lineno, node.end_col_offset)

    def between(self, left: ast.expr, right: ast.expr, operator: ast.AST) -> tuple[int, int, str] | None:
        """Return where an operator stands between two operands, with what is planted for it."""
        if type(operator) not in TURNED:
            return None
        written, planted = TURNED[type(operator)]
        found = self.text.find(written, self.end(left), self.start(right))
        return (found, found + len(written), planted) if found >= 0 else None


def list_faults(module: Path, text: str) -> list[Fault]:
    """List the faults that can be planted in the functions of a module."""
    read = Text(text)
    return [
        Fault(module, function.name, line, start, end, planted)
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef)
        for node in walk_body(function)
        for line, start, end, planted in changes_of(node, read)
    ]


def walk_body(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield what a function does: neither its docstring, notes of types, refusals in words nor functions inside it."""
    rest: list[ast.AST] = list(function.body)
    while rest:
        node = rest.pop()
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.Raise | ast.Assert | ast.JoinedStr):
            continue
        yield node
        children = list(ast.iter_child_nodes(node))
        if isinstance(node, ast.AnnAssign):
            children.remove(node.annotation)
        rest.extend(children)


def changes_of(node: ast.AST, read: Text) -> Iterator[tuple[int, int, int, str]]:
    """Yield the changes of one node: its line, the offsets of what goes, and what comes."""
    if isinstance(node, ast.Compare):
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
            if found := read.between(left, right, operator):
                yield node.lineno, *found
    elif isinstance(node, ast.BoolOp):
        if found := read.between(node.values[0], node.values[1], node.op):
            yield node.lineno, *found
    elif isinstance(node, ast.BinOp):
        if found := read.between(node.left, node.right, node.op):
            yield node.lineno, *found
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.lineno, read.start(node), read.start(node.operand), ""
    elif isinstance(node, ast.If | ast.IfExp):
        yield node.lineno, read.start(node.test), read.start(node.test), "not "
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield node.lineno, read.start(node), read.end(node), str(node.value + 1)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield node.lineno, read.start(node), read.end(node), "pass"
    elif isinstance(node, ast.Call) and has_an_order(node):
        first, second = node.args[:2]
        words = read.text[read.start(second) : read.end(second)], read.text[read.start(first) : read.end(first)]
        if words[0] != words[1]:
            middle = read.text[read.end(first) : read.start(second)]
            yield node.lineno, read.start(first), read.end(second), words[0] + middle + words[1]


def has_an_order(call: ast.Call) -> bool:
    """Return whether a call has two arguments that mean something else the other way round."""
    is_symmetric = isinstance(call.func, ast.Name) and call.func.id in SYMMETRIC and not call.keywords
    return len(call.args) >= 2 and not is_symmetric and not any(isinstance(each, ast.Starred) for each in call.args)


def draw_faults(folders: tuple[str, ...], number: int, chance: random.Random) -> list[Fault]:
    """Draw faults from the modules of some folders, each in a function of its own."""
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    modules = [path.relative_to(ROOT) for path in paths if not set(LEFT_OUT) & set(path.relative_to(ROOT).parts)]
    faults = [fault for module in modules for fault in list_faults(module, (ROOT / module).read_text("utf-8"))]
    chance.shuffle(faults)
    drawn: dict[tuple[Path, str], Fault] = {}
    for fault in faults:
        text = (ROOT / fault.module).read_text("utf-8")
        if is_python(fault.plant(text)):
            drawn.setdefault((fault.module, fault.function), fault)
        if len(drawn) == number:
            break
    return list(drawn.values())


def is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def copy_checkout(folder: Path) -> None:
    """Copy what git tracks, with the environment of this checkout."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in tracked.split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    (folder / ".venv").symlink_to((ROOT / ".venv").resolve())


def fails(tests: list[str], folder: Path, seconds: int) -> bool:
    """Return whether one of the tests fails in a checkout, or takes so long that somebody would notice."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    surroundings = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "artifacts" / "compiled")}
    try:
        done = subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


@cache
def known_tests() -> frozenset[str]:
    """Collect the names of all tests. Pytest fails for a name that it does not know, which finds no fault."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return frozenset(line.partition("[")[0] for line in listed.splitlines() if "::" in line)


def is_found(fault: Fault, folder: Path) -> bool:
    """Plant a fault in a checkout, run tests until one fails, and take it out again."""
    place, text = folder / fault.module, (ROOT / fault.module).read_text("utf-8")
    ran = guards.tests_of_line(fault.module, fault.line, guards.measured())
    tests = nearest_first(fault.module, [test for test in ran if test in known_tests()])
    wide, own = [*WIDE.get(fault.module.parts[0], ())], [str(folder_of(fault.module))]
    write(place, fault.plant(text))
    try:
        return any(fails(part, folder, 600) for part in (wide, tests[:FEW], tests[FEW:MANY], own) if part)
    finally:
        write(place, text)


def nearest_first(module: Path, tests: list[str]) -> list[str]:
    """Sort tests by how likely they are about a module: those in files named for it, those of its folder, then all
    others. Of each of the three the files take turns, so that some of every file come before many of one."""

    def distance(test: str) -> int:
        file = Path(test.partition("::")[0])
        named = file.stem.removeprefix("test_") in (module.stem, module.parent.name)
        return 0 if named else 1 if file.is_relative_to(folder_of(module)) else 2

    turns: Counter[str] = Counter()
    places = {}
    for test in tests:
        file = test.partition("::")[0]
        places[test] = distance(test), turns[file]
        turns[file] += 1
    return sorted(tests, key=places.__getitem__)


def folder_of(module: Path) -> Path:
    """Return the folder of tests like that of a module, or the nearest above it."""
    return next(each for each in (Path("tests") / module).parents if (ROOT / each).is_dir())


def write(place: Path, text: str) -> None:
    """Write a module with a time of its own, by which Python knows that what it compiled is of before."""
    place.write_text(text, "utf-8")
    now = time.time_ns()
    os.utime(place, ns=(now, now))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", default="usual", help="another word plants other faults")
    parser.add_argument("--area", choices=AREAS, help="only this area")
    parser.add_argument("--number", type=int, help="this many in each area")
    words = parser.parse_args()
    lived = planted = 0
    with tempfile.TemporaryDirectory(prefix="planted-") as name:
        copy_checkout(Path(name))
        for area, (folders, usual) in AREAS.items():
            if words.area in (None, area):
                faults = draw_faults(folders, words.number or usual, random.Random(f"{words.seed} {area}"))
                for fault in faults:
                    found = is_found(fault, Path(name))
                    planted, lived = planted + 1, lived + (not found)
                    print(
                        "found" if found else "LIVES", fault.show((ROOT / fault.module).read_text("utf-8")), flush=True
                    )
    print(f"{planted} planted, {planted - lived} found, {lived} to be judged")


if __name__ == "__main__":
    main()
