"""Files of cases, found and read; what cannot be read counts as a case that does not hold."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from engine.conformance.case import Case, read_case
from engine.core.written import CaseError

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the one in C is ten times as fast where it is installed


@dataclass(frozen=True)
class Broken:
    """A case, or a whole file, that cannot be read."""

    id: str
    title: str
    source: str
    why: str


def read_files(paths: list[Path]) -> Iterator[Case | Broken]:
    """Yield every case of the files and folders, in the order of their names."""
    for named in paths:
        for path in _files(named):
            yield from _read_file(path)


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(found for found in path.rglob("*") if found.suffix in (".yaml", ".yml"))
    return [path]


def _read_file(path: Path) -> Iterator[Case | Broken]:
    try:
        rows = _rows(list(yaml.load_all(path.read_text("utf-8"), LOADER)))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        yield Broken(path.name, "", "", f"{path} cannot be read: {' '.join(str(error).split())}")
        return
    if rows is None:
        yield Broken(path.name, "", "", f"{path} is no list of cases")
        return
    for number, row in enumerate(rows, 1):
        yield _read_case(row, path, number)


def _rows(documents: list[object]) -> list[object] | None:
    """Return the cases of a file: a list, several lists, a single case, or a list under `cases`; None for anything
    else."""
    rows: list[object] = []
    for said in documents:
        if isinstance(said, dict):
            said = said["cases"] if isinstance(said.get("cases"), list) else [said]
        if said is not None and not isinstance(said, list):
            return None
        rows += said or []
    return rows


def _read_case(row: object, path: Path, number: int) -> Case | Broken:
    name = f"{path.name}#{number}"
    if not isinstance(row, dict):
        return Broken(name, "", "", "a case is a mapping of keys")
    source = row.get("source", "")
    joined = "; ".join(map(str, source)) if isinstance(source, list) else str(source)
    labels = str(row.get("id", name)), str(row.get("title", "")), joined
    try:
        return read_case(row, path, *labels)
    except CaseError as error:
        return Broken(*labels, str(error))
