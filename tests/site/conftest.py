"""A site that has run, for tests of what comes after a first start."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.kit import forked
from tests.kit.migrated import migrated_file
from tests.kit.shared import alone_in, shared_folder
from tests.kit.stack import free_port
from tests.site.local import site, wait_until_ready


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The data folder of a site that has run, and a backup made while it ran. Tests change copies. It has its tables
    from others; `test_up` has a site make them at its first start."""
    folder = shared_folder(tmp_path_factory, "begun")
    data, archive = folder / "data", folder / "site.tar.gz"
    with alone_in(folder):
        if not archive.exists():
            data.mkdir(mode=0o700, exist_ok=True)
            shutil.copy(migrated_file(shared_folder(tmp_path_factory, "ready")), data)
            with site(data, free_port()) as running:
                wait_until_ready(running)
                made = forked.run(
                    "manage.py", "backup", str(archive), env=forked.environ(EMBEDDED="true", DATA_DIR=str(data))
                )
                assert made.returncode == 0, made.stderr
    return data, archive
