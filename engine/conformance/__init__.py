"""The conformance book: numbered cases of the rules that a person can read, add to and dispute.

`python -m engine conformance [PATH ...]` runs the cases in `tests/conformance` or in the files and folders named, with
a line for each that does not hold. docs/conformance.md tells how a case is written.
"""

from collections.abc import Sequence
from pathlib import Path

from engine.cli.arguments import BadInput, Parser
from engine.conformance.coverage import ROOT, coverage, sections_table, unknown_sources
from engine.conformance.files import read_files
from engine.conformance.run import Failure, problem_with, run_all

BOOK = ROOT / "tests" / "conformance"

__all__ = ["BOOK", "Failure", "main", "problem_with", "run_all"]


def main(argv: Sequence[str]) -> int:
    """Run the command; 0 only if a case ran and none failed. Raises BadInput for a path that is not there."""
    parser = Parser("conformance", "Run cases of the rules.")
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help="files or folders of cases")
    parser.add_argument("--coverage", action="store_true", help="how many cases name each section, ruling and card")
    parser.add_argument("--table", action="store_true", help="sections, functions and cases as Markdown")
    arguments = parser.parse_args(list(argv))
    paths = arguments.paths or [BOOK]
    for path in paths:
        if not path.exists():
            raise BadInput(f"There is no file or folder {path}.")
    if arguments.table:
        print(sections_table(list(read_files(paths))), end="")
        return 0
    return _coverage(paths) if arguments.coverage else _run(paths)


def _run(paths: list[Path]) -> int:
    passed = failed = 0
    for failure in run_all(paths):
        if failure is None:
            passed += 1
        else:
            failed += 1
            print(failure)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


def _coverage(paths: list[Path]) -> int:
    cases = list(read_files(paths))
    lines, missing = coverage(cases)
    unclear = unknown_sources(cases)
    print(*lines, *unclear, sep="\n")
    print(f"{missing} without a case")
    return 1 if missing or unclear else 0
