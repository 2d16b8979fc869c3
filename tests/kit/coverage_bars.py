"""Holds the coverage of the last run against the bars of the house: `python -m tests.kit.coverage_bars`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

REPORT = Path("artifacts/reports/coverage.json")


@dataclass(frozen=True)
class Bar:
    """What share of lines, and of branches, the files below these folders need at least; in percent."""

    folders: tuple[str, ...]
    lines: float
    branches: float


BARS = (
    Bar(("",), lines=92, branches=85),  # all of the product
    Bar(("engine/",), lines=98, branches=0),
    Bar(("games/services/",), lines=98, branches=0),
)


def share(summaries: Iterable[dict[str, int]], part: str) -> float:
    """Covered percent of `part` ("statements" or "branches") over all the files' summaries; 100 if there is nothing."""
    covered_name = {"statements": "covered_lines", "branches": "covered_branches"}[part]
    rows = list(summaries)
    total = sum(row[f"num_{part}"] for row in rows)
    return 100 * sum(row[covered_name] for row in rows) / total if total else 100.0


def measure(files: dict[str, dict[str, int]], bar: Bar) -> tuple[str, bool]:
    """A line to print about the bar, and whether it is held."""
    inside = [summary for name, summary in files.items() if name.startswith(bar.folders)]
    lines, branches = share(inside, "statements"), share(inside, "branches")
    held = lines >= bar.lines and branches >= bar.branches
    names = " ".join(bar.folders) or "all"
    wanted = f"wanted {bar.lines:g} and {bar.branches:g}"
    return f"{'ok  ' if held else 'LOW '} {names}: lines {lines:.1f} %, branches {branches:.1f} % ({wanted})", held


def worst(files: dict[str, dict[str, int]], count: int = 12) -> list[str]:
    """The files with most lines not run, as lines to print."""
    rows = sorted(files.items(), key=lambda item: -item[1]["missing_lines"])[:count]
    return [f"     {summary['missing_lines']:4} lines not run in {name}" for name, summary in rows]


def main() -> int:
    subprocess.run([sys.executable, "-m", "coverage", "combine", "-q"], check=True)
    subprocess.run([sys.executable, "-m", "coverage", "json", "-q", "-o", REPORT], check=True)
    files = {name: entry["summary"] for name, entry in json.loads(REPORT.read_text())["files"].items()}
    results = [measure(files, bar) for bar in BARS]
    print("\n".join(line for line, _ in results))
    if all(held for _, held in results):
        return 0
    print("\n".join(worst(files)))
    return 1


if __name__ == "__main__":
    sys.exit(main())
