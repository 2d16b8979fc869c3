"""An upgrade migrates first and restarts after: for some minutes the old code works on the new schema."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.sites import Embedded, Hosted, Post, Site
from tests.kit import forked
from tests.kit.last_release import unpack

pytestmark = [pytest.mark.faults, pytest.mark.no_cover]
DAY = Path(__file__).with_name("old_code.py")


@pytest.fixture(scope="session")
def old_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(tmp_path_factory.mktemp("last-release"))


@pytest.mark.long
@pytest.mark.services
def test_the_last_releases_code_works_on_todays_schema(
    hosted: Hosted, post: Post, old_code: Path, tmp_path: Path
) -> None:
    a_day_of_old_code(hosted, old_code, tmp_path, DATABASE_URL=hosted.stack.database_url)


@pytest.mark.once
def test_the_last_releases_code_works_on_todays_schema_on_sqlite(
    embedded: Embedded, old_code: Path, tmp_path: Path
) -> None:
    a_day_of_old_code(embedded, old_code, tmp_path)


def a_day_of_old_code(site: Site, old_code: Path, folder: Path, **more: str) -> None:
    """Let the old code play on a database that today's code has migrated, and today's code look whether all is well."""
    environ = {
        **forked.environ(),
        "EMBEDDED": "true",
        "SITE_URL": "http://localhost",
        "ALLOWED_HOSTS": "testserver",
        "SECRET_KEY": "only-for-tests",
        "DATA_DIR": str(folder),
        "EMAIL_URL": site.environ["EMAIL_URL"],
        **more,
    }
    done = subprocess.run([sys.executable, str(DAY)], cwd=old_code, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr[-6000:]
    assert "a day of play" in done.stdout
    site.check()
