"""One closing line for all the runs of `./test`, in pytest's own shape.

`python -m tests.kit.summary FOLDER [FAILED STAGE …]` reads the JUnit reports in the folder. The exit code is 1 if a
stage failed or a test did.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

WIDTH = 100


def count(report: Path) -> tuple[Counter[str], float]:
    """How many tests of one report passed, failed, erred and were skipped, and its seconds."""
    found: Counter[str] = Counter()
    seconds = 0.0
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        numbers = {name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")}
        found["failed"] += numbers["failures"]
        found["skipped"] += numbers["skipped"]
        found["errors"] += numbers["errors"]
        found["passed"] += numbers["tests"] - numbers["failures"] - numbers["errors"] - numbers["skipped"]
        seconds += float(suite.get("time", 0))
    return found, seconds


def closing_line(found: Counter[str], seconds: float) -> str:
    """Such as `==== 2 failed, 811 passed, 1 skipped in 301.25s ====`."""
    parts = [f"{found[name]} {name}" for name in ("failed", "passed", "skipped", "errors") if found[name]]
    return f" {', '.join(parts) or 'no tests ran'} in {seconds:.2f}s ".center(WIDTH, "=")


def main() -> int:
    folder, failed_stages = Path(sys.argv[1]), sys.argv[2:]
    found: Counter[str] = Counter()
    seconds = 0.0
    for report in sorted(folder.glob("*.xml")):
        here, took = count(report)
        found += here
        seconds += took
    print()
    for name in failed_stages:
        print(f"FAILED stage: {name}")
    print(closing_line(found, seconds))
    return 1 if failed_stages or found["failed"] or found["errors"] or not found["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
