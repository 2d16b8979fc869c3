"""The code of the last release, which goes on for some minutes beside the new code when a site is upgraded."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NUMBER = (ROOT / "tests/last-release").read_text().strip()
"""Of the last release. Its commit is the one that wrote this number into pyproject.toml."""


@cache
def commit() -> str:
    """The commit of the last release."""
    found = git("log", "--reverse", "--format=%H", f'-Sversion = "{NUMBER}"', "--", "pyproject.toml").decode().split()
    if not found:
        pytest.fail(
            f'No commit of this clone writes version = "{NUMBER}", as tests/last-release says, into pyproject.toml.\n'
            "A shallow clone lacks it: git fetch --unshallow (in CI, clone with the whole history)."
        )
    return found[0]


def unpack(folder: Path) -> Path:
    """Lay the code of the last release out in a folder."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", "--format=tar", commit()))) as archive:
        archive.extractall(folder, filter="data")
    return folder


def released_migrations(app: str) -> set[str]:
    """Names of the migrations of an app that the last release has."""
    found = git("ls-tree", "--name-only", commit(), f"{app}/migrations/").decode().split()
    return {Path(path).stem for path in found if path.endswith(".py")} - {"__init__"}


def git(*words: str) -> bytes:
    """What git says of this project. A clone without the last release fails; no clone at all skips, but never in CI."""
    if not (ROOT / ".git").exists():
        why = "This is no clone, so the code of the last release is not at hand."
        pytest.fail(why) if os.environ.get("CI") or os.environ.get("REQUIRE_BROWSER") else pytest.skip(why)
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True)
    if done.returncode:
        pytest.fail(f"git {' '.join(words)}: {done.stderr.decode().strip()}")
    return done.stdout
