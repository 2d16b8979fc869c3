"""How many cases name each section, ruling and card; and the table from rulebook sections to functions and cases."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from engine.conformance.case import Case
from engine.conformance.coverage_targets import is_named, items, sections, unknown_parts
from engine.conformance.files import Broken
from engine.core.family import Provable

ROOT = Path(__file__).resolve().parents[2]
TABLE_HEAD = """# From the rulebooks to the code

Which functions carry out each section of the rulebooks, and in 2210 each ruling and card, and which cases of
`tests/conformance` prove it. Made by `python -m engine conformance --table`; a test checks that it is current.
"""


def case_ids_naming(item: Provable, cases: Sequence[Case | Broken]) -> list[str]:
    """List the ids of the cases that name an item."""
    return [case.id for case in cases if is_named(item, case.source)]


def coverage(cases: Sequence[Case | Broken]) -> tuple[list[str], int]:
    """Return the lines to print, and how many items no case names."""
    lines: list[str] = []
    missing = 0
    for group, members in groupby(items(), key=lambda item: item.group):
        lines.append(group)
        for item in members:
            count = len(case_ids_naming(item, cases))
            proof = str(count) if not item.tests else f"{count}, {item.tests}"
            if not count and not (item.tests and (ROOT / item.tests).is_file()):
                missing += 1
                proof = "0  <- no case"
            lines.append(f"  {item.key:<28} {item.title:<32} {proof}".rstrip())
    return lines, missing


def unknown_sources(cases: Sequence[Case | Broken]) -> list[str]:
    """Report the sources that name what is not in the book, one line each."""
    return [
        f"{case.id}: the source names {part!r}, which is not in the book"
        for case, parts in zip(cases, unknown_parts(case.source for case in cases), strict=True)
        for part in parts
    ]


def sections_table(cases: Sequence[Case | Broken]) -> str:
    """Lay out the sections with their functions and cases as Markdown."""
    lines = [TABLE_HEAD]
    for group, members in groupby(sections(), key=lambda item: item.group):
        lines += [f"## {group}", "", "| section | functions | cases |", "| --- | --- | --- |"]
        for item in members:
            code = "<br>".join(f"`{name.removeprefix('engine.')}`" for name in item.code)
            name = f"{item.title} ({item.key})" if item.title else item.key
            lines.append(f"| {name} | {code} | {', '.join(case_ids_naming(item, cases))} |")
        lines.append("")
    return "\n".join(lines)
