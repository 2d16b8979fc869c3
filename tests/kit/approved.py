"""Compare what is made with a text that somebody has read: `pytest --approve TEST …` writes such texts anew.

A change that is meant shows in the diff of `tests/approved`. Read it, as a player would, before you commit it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any
from zlib import crc32

FOLDER = Path(__file__).parent.parent / "approved"
WRITES = False
"""Whether texts are written rather than compared, as `--approve` says."""


def check(name: str, text: str) -> None:
    """Fail unless the approved text of this name is this one."""
    path = FOLDER / f"{name}.txt"
    if WRITES:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    approved = path.read_text("utf-8").splitlines() if path.is_file() else []
    lines = text.splitlines()
    apart = next((pair for pair in zip_longest(approved, lines, fillvalue="") if pair[0] != pair[1]), ("", ""))
    assert lines == approved, (
        f"approved: {apart[0][:300]}\nnow:      {apart[1][:300]}\n"
        f"if this is meant: pytest --approve, and read the diff of {path}"
    )


def names(folder: str) -> list[str]:
    """List the names of the approved texts in a folder, without the folder."""
    return sorted(path.stem for path in (FOLDER / folder).glob("*.txt"))


def write_value(value: Any, longest: int) -> str:
    """Write a value in one line: of records, the fields that differ from their defaults. What has more letters than
    `longest` is written as its beginning and a sum of all."""
    text = _write(value)
    return text if len(text) <= longest else f"{text[:longest]}… {crc32(text.encode()):08x}"


def _write(value: Any) -> str:
    if is_dataclass(value) and not isinstance(value, type):
        kept = [(each.name, getattr(value, each.name)) for each in fields(value) if not _is_default(value, each)]
        return f"{type(value).__name__}({', '.join(f'{name}={_write(part)}' for name, part in kept)})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_write(key)}: {_write(part)}" for key, part in value.items()) + "}"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(_write, value))) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_write, value)) + "]"
    if isinstance(value, float):
        return f"{value:.4f}"
    if value is None or isinstance(value, bool | int):
        return str(value)
    return type(value).__name__ if hasattr(value, "__struct_fields__") or callable(value) else repr(str(value))


def _is_default(record: Any, field: Any) -> bool:
    value = getattr(record, field.name)
    if field.default_factory is not MISSING:
        return bool(value == field.default_factory())
    return field.default is not MISSING and bool(value == field.default)
