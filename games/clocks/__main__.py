"""Run cases of the clock: `python -m games.clocks cases FILE ... [--json]`, without settings or a database.

Prints a line for each case that fails, with what was wanted and what came, and last how many passed and failed. The
status is 0 only if none failed and one ran.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from games.clocks.cases import Case, is_met, run_case


def read_cases(files: list[Path]) -> Iterator[Case]:
    """Yield the cases of some files. Raises OSError and ValueError for what cannot be read."""
    for path in files:
        yield from json.loads(path.read_text("utf-8"))["cases"]


def run_all(files: list[Path]) -> Iterator[Case]:
    """Run the cases of some files; yields the id of each, whether it is met, its title, what was wanted and came."""
    for case in read_cases(files):
        got = run_or_say(case)
        names = ("id", "title")
        yield {
            **{name: case.get(name, "") for name in names},
            "ok": is_met(case, got),
            "wanted": case["expect"],
            "got": got,
        }


def run_or_say(case: Case) -> Case:
    """Run a case. One that cannot be run, because of an event that there is not, fails alone."""
    try:
        return run_case(case)
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError) as exc:
        return {"error": f"{type(exc).__name__}: {exc}"}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m games.clocks", description=__doc__.split("\n")[0])
    parser.add_argument("command", choices=["cases"])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    words = parser.parse_args(arguments)
    try:
        results = list(run_all(words.files))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as exc:
        parser.error(f"these are no cases of the clock: {exc}")
    failed = [result for result in results if not result["ok"]]
    passed = len(results) - len(failed)
    if words.json:
        cases = [{name: result[name] for name in ("id", "ok", "got")} for result in results]
        print(json.dumps({"passed": passed, "failed": len(failed), "cases": cases}))
    else:
        for each in failed:
            print(f"{each['id']} {each['title']}: wanted {json.dumps(each['wanted'])}, got {json.dumps(each['got'])}")
        print(f"{passed} passed, {len(failed)} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
