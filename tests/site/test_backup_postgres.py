"""Backups of a site on PostgreSQL: made while it runs, put back whole, and never over a site by mistake."""

from __future__ import annotations

import os
import stat
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from deploy.environment_file import read
from tests.kit import forked
from tests.kit.migrated import migrated_template
from tests.kit.services import Services, programs
from tests.kit.shared import shared_folder
from tests.kit.stack import Stack, new_database

pytestmark = [pytest.mark.services, pytest.mark.no_cover]
ENTRIES = "SELECT count(*), max(at) FROM games_entry"
SPECIAL = """p&ss"w'rd$HOME\\x;`"""


class Sites:
    """Sites on databases of their own on one server, with the commands of a host."""

    def __init__(self, services: Services, folder: Path) -> None:
        self.services, self.folder = services, folder
        path = f"{programs()}{os.pathsep}{os.environ['PATH']}"
        self.environ = Stack(services, folder / "data").environ | {"PATH": path, "METRICS_TOKEN": SPECIAL}

    def manage(self, url: str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return forked.run("manage.py", *words, env=self.environ | {"DATABASE_URL": url} | more)

    def well(self, url: str, *words: str, **more: str) -> str:
        done = self.manage(url, *words, **more)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def refused(self, url: str, *words: str, **more: str) -> str:
        """The one sentence of a refusal."""
        done = self.manage(url, *words, **more)
        assert done.returncode == 1 and "Traceback" not in done.stderr, done.stdout + done.stderr
        return done.stderr

    def empty(self) -> str:
        return new_database(self.services.database_url)


def rows(url: str, question: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(question.encode())
        return cursor.fetchall() if cursor.description else []


@pytest.fixture(scope="module")
def sites(real_services: Services, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    yield Sites(real_services, tmp_path_factory.mktemp("postgres"))


@pytest.fixture(scope="module")
def begun(sites: Sites, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A site with a game, and its backup, which was made while somebody was connected."""
    server = sites.services.database_url
    url = new_database(server, migrated_template(shared_folder(tmp_path_factory, "ready"), server))
    done = forked.run("-m", "tests.faults.seed", "1", "3600", env=sites.environ | {"DATABASE_URL": url})
    assert done.returncode == 0, done.stderr
    archive = sites.folder / "site.tar.gz"
    with psycopg.connect(url):
        sites.well(url, "backup", str(archive))
    return url, archive


def test_a_backup_holds_database_and_settings_and_is_closed_to_others(sites: Sites, begun: tuple[str, Path]) -> None:
    url, archive = begun
    with tarfile.open(archive) as tar:
        assert set(tar.getnames()) == {"fieldpost.dump", "settings.env"}
        kept = tar.extractfile("settings.env")
        assert kept is not None
        found = read(kept.read().decode())
    assert found["SECRET_KEY"] == sites.environ["SECRET_KEY"] and found["DATABASE_URL"] == url
    assert found["METRICS_TOKEN"] == SPECIAL and "PATH" not in found
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600


def test_it_is_put_back_in_an_empty_database_and_is_the_same_site(sites: Sites, begun: tuple[str, Path]) -> None:
    url, archive = begun
    new = sites.empty()
    data = sites.folder / "new"
    told = sites.well(new, "restore", str(archive), DATA_DIR=str(data), SECRET_KEY="another")
    assert "The backup is in place. Its last move: 20" in told and "SECRET_KEY first" in told
    assert read((data / "restored-settings.env").read_text())["SECRET_KEY"] == sites.environ["SECRET_KEY"]
    assert stat.S_IMODE((data / "restored-settings.env").stat().st_mode) == 0o600
    assert rows(new, ENTRIES) == rows(url, ENTRIES) != [(0, None)]
    slugs = [str(slug) for (slug,) in rows(new, "SELECT slug FROM games_game")]
    assert slugs and "nothing wrong" in sites.well(new, "fsck", *slugs)
    sites.well(new, "migrate", "--check")


def test_a_site_is_replaced_on_a_clear_word_alone_and_its_tables_are_kept(
    sites: Sites, begun: tuple[str, Path]
) -> None:
    url, archive = begun
    other = sites.empty()
    sites.well(other, "restore", str(archive))
    rows(other, "UPDATE games_entry SET at = '2026-01-02 03:04:05Z'")
    changed = rows(other, ENTRIES)
    told = sites.refused(other, "restore", str(archive))
    assert "(last move: 2026-01-02 03:04 UTC)" in told and "--replace" in told
    with psycopg.connect(other):
        assert "Stop web, workers and beat first" in sites.refused(other, "restore", str(archive), "--replace")
    assert rows(other, ENTRIES) == changed
    assert "What was there before is in replaced_" in sites.well(other, "restore", str(archive), "--replace")
    assert rows(other, ENTRIES) == rows(url, ENTRIES)
    ((kept,),) = rows(other, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'replaced%'")
    assert rows(other, ENTRIES.replace("games_entry", f"{kept}.games_entry")) == changed
    again = sites.folder / "again.tar.gz"
    sites.well(other, "backup", str(again))
    new = sites.empty()
    sites.well(new, "restore", str(again))
    assert not rows(new, "SELECT 1 FROM pg_namespace WHERE nspname LIKE 'replaced%'")


def with_dump(archive: Path, target: Path, content: bytes) -> Path:
    """A backup whose dump is something else."""
    dump = target.with_suffix(".dump")
    dump.write_bytes(content)
    with tarfile.open(target, "w:gz") as tar:
        tar.add(dump, arcname="fieldpost.dump")
    return target


def test_what_is_no_sound_backup_changes_nothing(sites: Sites, begun: tuple[str, Path]) -> None:
    _, archive = begun
    with tarfile.open(archive) as tar:
        whole = tar.extractfile("fieldpost.dump")
        assert whole is not None
        content = whole.read()
    other = sites.empty()
    sites.well(other, "restore", str(archive))
    before = rows(other, ENTRIES)
    rubbish = with_dump(archive, sites.folder / "rubbish.tar.gz", b"words")
    cut = with_dump(archive, sites.folder / "cut.tar.gz", content[: len(content) // 2])
    for broken in (rubbish, cut):
        assert "pg_restore failed" in sites.refused(other, "restore", str(broken), "--replace")
    assert rows(other, ENTRIES) == before
    assert not rows(other, "SELECT 1 FROM pg_namespace WHERE nspname LIKE 'replaced%'")
    local = {"EMBEDDED": "true", "DATA_DIR": str(sites.folder / "local")}
    told = sites.refused(f"sqlite:///{sites.folder}/local/fieldpost.sqlite3", "restore", str(archive), **local)
    assert "goes back into the same kind of database" in told


def test_a_backup_of_a_newer_release_waits_for_the_upgrade(sites: Sites, begun: tuple[str, Path]) -> None:
    newer = sites.empty()
    sites.well(newer, "restore", str(begun[1]))
    rows(newer, "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_later', now())")
    later = sites.folder / "later.tar.gz"
    sites.well(newer, "backup", str(later))
    told = sites.refused(sites.empty(), "restore", str(later))
    assert "was made by a newer Fieldpost (games 9999_later). Upgrade first" in told


def test_a_restore_that_fails_half_way_leaves_the_tables_as_they_were(sites: Sites, begun: tuple[str, Path]) -> None:
    other = sites.empty()
    sites.well(other, "restore", str(begun[1]))
    before = rows(other, ENTRIES)
    # An index's name is free until the tables have gone aside, and then a view has taken it.
    rows(other, "ALTER INDEX outbox_due RENAME TO outbox_due_2")
    rows(other, "CREATE VIEW outbox_due AS SELECT 1")
    assert "already exists" in sites.refused(other, "restore", str(begun[1]), "--replace")
    assert rows(other, ENTRIES) == before
    assert not rows(other, "SELECT 1 FROM pg_namespace WHERE nspname LIKE 'replaced%'")


def test_a_machine_without_pg_dump_says_what_to_install(sites: Sites, begun: tuple[str, Path]) -> None:
    bare = sites.folder / "bare"
    bare.mkdir()
    told = sites.refused(begun[0], "backup", str(sites.folder / "none.tar.gz"), PATH=str(bare))
    assert "pg_dump is not on this machine" in told and "apt install postgresql-client-" in told
    assert "pg_restore is not on this machine" in sites.refused(sites.empty(), "restore", str(begun[1]), PATH=str(bare))
