"""What one process of the tests makes for all of them."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit import forked


def shared_folder(factory: pytest.TempPathFactory, name: str) -> Path:
    """A folder of this run that all processes of the tests know by this name."""
    own = factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / name
    folder.mkdir(exist_ok=True)
    return folder


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Let one process of the tests at a time make what all shall find there."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def share_plates(data: Path, ready: Path) -> None:
    """Let a site's data folder take the plates of boards from those of the run. Those of the board on which most sites
    play are painted before the first of them starts: while a busy machine paints, no mail leaves, and sites that all
    began to paint would take several times as long."""
    common = ready / "plates"
    with alone_in(ready):
        if not common.exists():
            alone = forked.environ(EMBEDDED="true", DATA_DIR=str(ready))
            forked.run("manage.py", "plates", "--board", "classic42", env=alone).check_returncode()
    with contextlib.suppress(FileExistsError):  # processes that share a data folder come here at once
        (data / "plates").symlink_to(common)
