"""A clock that runs ahead for some processes and is set right again, by libfaketime."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

HOW_TO_GET_IT = (
    "libfaketime is not on this machine, so no process can be given a wrong clock. "
    "Debian, Ubuntu: apt install libfaketime; Fedora: dnf install libfaketime."
)
SLEEP = """
import select, time
time.sleep = lambda seconds: select.select([], [], [], seconds) and None
"""
"""Run by each Python first: libfaketime 0.9 refuses the sleep until a moment that Python's own asks for."""


def library() -> Path:
    """The library that changes clocks. Without it the test is skipped, but fails in CI."""
    found = [path for lib in ("/usr/lib", "/usr/lib64") for path in Path(lib).glob("**/faketime/libfaketime.so.1")]
    if not found:
        pytest.fail(HOW_TO_GET_IT) if os.environ.get("CI") else pytest.skip(HOW_TO_GET_IT)
    return found[0]


class WrongClock:
    """The clock of every process that is started with `environ`; `set` changes it while they run.

    Sleeping and waiting go by the machine's own steady clock, as when somebody sets the wall clock.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self.set("+0")
        (folder / "sitecustomize.py").write_text(SLEEP)
        self.environ = {
            "LD_PRELOAD": str(library()),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "PYTHONPATH": str(folder),
            "FAKETIME_NO_CACHE": "1",
            "DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def set(self, offset: str) -> None:
        """Let the clock be ahead by so much, such as "+60" seconds or "+100h"; "+0" sets it right."""
        new = self._file.with_name("clock.new")
        new.write_text(f"{offset}\n")
        new.replace(self._file)
