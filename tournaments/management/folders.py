"""Folders that commands write."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def write_files(files: Iterable[tuple[str, bytes]], folder: Path) -> list[str]:
    """Write files by their paths in a folder, which is made if need be; returns the paths. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, body in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        written.append(name)
    return written
