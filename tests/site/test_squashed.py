"""A fresh site runs one migration for each app, and ends as one of the last release that was upgraded."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Collection
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.kit import forked
from tests.kit.last_release import unpack
from tests.kit.migrated import FILE, migrated_file, migrated_template
from tests.kit.services import Services
from tests.kit.shared import shared_folder
from tests.kit.stack import database_of, new_database

Key = tuple[str, str]

SET_UP = """
import django
django.setup()
from django.core.management import call_command
"""
BEGIN = (
    SET_UP
    + """
from games.services.demo import seed_demo
call_command("migrate", interactive=False, verbosity=0)
seed_demo()
"""
)
"""For the code of the last release: a site on which a game runs."""

STEPWISE = (
    SET_UP
    + """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
executor = MigrationExecutor(connection)
executor.loader = MigrationLoader(connection, replace_migrations=False)
new = {key for key, migration in executor.loader.disk_migrations.items() if migration.replaces}
executor.migrate([leaf for leaf in executor.loader.graph.leaf_nodes() if leaf not in new])
for key in new:
    executor.recorder.record_unapplied(*key)  # a site that was here before them has not heard of them
"""
)
AT_ONCE = (
    SET_UP
    + """
call_command("migrate", interactive=False, verbosity=0)
"""
)
CHECK = """
from config.health import migrations_missing
from games.models import Game
assert not migrations_missing()
call_command("fsck", *Game.objects.values_list("slug", flat=True))
"""
ONE_APP = (
    SET_UP
    + """
from django.db import connection
call_command("migrate", "press", interactive=False, verbosity=0)
assert "tournaments_tournament" not in connection.introspection.table_names()
call_command("migrate", interactive=False, verbosity=0)
"""
)
CLOCK = "SELECT * FROM games_siteclock"
HAD = "SELECT app, name FROM django_migrations"
TOLD = "SELECT count(*) FROM games_outboxmail WHERE template = 'press_begins'"


class Base(ABC):
    """A database and the site on it."""

    def __init__(self, **environ: str) -> None:
        self.environ = forked.environ(EMBEDDED="true", DJANGO_SETTINGS_MODULE="config.settings", **environ)

    def run(self, *words: str) -> str:
        """What today's code says to a command or program."""
        done = forked.run(*words, env=self.environ)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def begin(self, code: Path) -> None:
        """Begin as a site of the code in a folder."""
        words = (sys.executable, "-c", BEGIN)
        done = subprocess.run(words, cwd=code, env=self.environ, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    @abstractmethod
    def rows(self, question: str) -> list[tuple[object, ...]]: ...

    @abstractmethod
    def copy(self) -> Base: ...

    @abstractmethod
    def schema(self) -> dict[object, object]:
        """What stands in the database but for rows: by its name, how it is made."""


class File(Base):
    def __init__(self, folder: Path) -> None:
        super().__init__(DATA_DIR=str(folder))
        self.folder = folder

    def rows(self, question: str) -> list[tuple[object, ...]]:
        with contextlib.closing(sqlite3.connect(self.folder / FILE)) as reader:
            return reader.execute(question).fetchall()

    def copy(self) -> File:
        self.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        return File(Path(shutil.copytree(self.folder, f"{self.folder}-again", dirs_exist_ok=True)))

    def schema(self) -> dict[object, object]:
        """The columns of a table stand in no order: SQLite makes a table anew to change one, and Django then puts what
        was changed among the others by which of its models it made first."""
        found = self.rows("SELECT type, name, tbl_name, sql FROM sqlite_master")
        return {tuple(names): sorted(parts(str(sql))) if names[0] == "table" else sql for *names, sql in found}


class Server(Base):
    def __init__(self, url: str, folder: Path) -> None:
        super().__init__(DATABASE_URL=url, DATA_DIR=str(folder))
        self.url, self.folder = url, folder

    def rows(self, question: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url) as reader:
            return reader.execute(question.encode()).fetchall()

    def copy(self) -> Server:
        return Server(new_database(self.url, database_of(self.url)), self.folder)

    def schema(self) -> dict[object, object]:
        return {question: set(self.rows(question)) for question in CATALOGUES}


CATALOGUES = (
    "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = 'public'",
    "SELECT table_name, column_name, ordinal_position, data_type, character_maximum_length, numeric_precision,"
    " is_nullable, column_default, is_identity, identity_generation, collation_name"
    " FROM information_schema.columns WHERE table_schema = 'public'",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "SELECT conrelid::regclass::text, conname, contype, condeferrable, condeferred, pg_get_constraintdef(oid)"
    " FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
    "SELECT sequencename, data_type::text, start_value, increment_by, max_value FROM pg_sequences",
    "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
)
"""What is asked of PostgreSQL; each may be answered in any order."""


def parts(sql: str) -> list[str]:
    """What a statement lists between its outer parentheses, and what stands before them."""
    head, _, body = sql.partition("(")
    found, depth = [""], 0
    for letter in body.rpartition(")")[0]:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [head, *(part.strip() for part in found)]


@pytest.fixture(scope="module")
def old_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(tmp_path_factory.mktemp("last-release"))


def upgrade(old: Base, code: Path, fresh: Base) -> Base:
    """Let a site of the last release come to today's code as `migrate` does it, and a copy through each single step,
    as sites do that are upgraded from day to day; the copy."""
    old.begin(code)
    copy = old.copy()
    for base, program in ((old, AT_ONCE), (copy, STEPWISE)):
        assert "nothing wrong" in base.run("-c", program + CHECK)
        assert base.schema() == fresh.schema()
        assert base.rows(CLOCK) == fresh.rows(CLOCK) != []
        assert base.rows(TOLD) == [(1,)], "nobody is told that players can write to each other now"
    assert not squashed() & set(copy.rows(HAD))
    return copy


@pytest.mark.long
@pytest.mark.once
@pytest.mark.no_cover
def test_sites_of_the_last_release_end_as_fresh_ones_do(
    old_code: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    fresh = File(migrated_file(shared_folder(tmp_path_factory, "ready")).parent)
    stepwise = upgrade(File(tmp_path / "old"), old_code, fresh)
    stepwise.run("manage.py", "backup", str(tmp_path / "site.tar.gz"))
    restored = File(tmp_path / "restored")
    restored.run("manage.py", "restore", str(tmp_path / "site.tar.gz"))
    restored.run("manage.py", "migrate", "--check")


@pytest.mark.long
@pytest.mark.services
@pytest.mark.no_cover
def test_sites_of_the_last_release_end_as_fresh_ones_do_on_postgresql(
    old_code: Path, real_services: Services, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server, ready = real_services.database_url, shared_folder(tmp_path_factory, "ready")
    fresh = Server(new_database(server, migrated_template(ready, server)), tmp_path)
    upgrade(Server(new_database(server), tmp_path), old_code, fresh)


def squashed() -> set[Key]:
    """The migrations that stand for others."""
    return {key for key, migration in MigrationLoader(None).disk_migrations.items() if migration.replaces}


@pytest.mark.once
@pytest.mark.no_cover
def test_one_app_can_be_migrated_before_the_others(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    alone = File(tmp_path)
    alone.run("-c", ONE_APP)
    assert alone.schema() == File(migrated_file(shared_folder(tmp_path_factory, "ready")).parent).schema()


@pytest.mark.once
@pytest.mark.django_db
def test_a_site_goes_on_from_wherever_it_stopped() -> None:
    """What it has not had yet comes once each, as a file of its own or within one that stands for several."""
    recorder, new = MigrationRecorder(connection), squashed()
    steps = every_step()
    assert steps and new
    for done in range(len(steps) + 1):
        recorder.flush()
        recorder.Migration.objects.bulk_create(recorder.Migration(app=app, name=name) for app, name in steps[:done])
        executor = MigrationExecutor(connection)
        executor.loader.check_consistent_history(connection)
        comes = [plain for key in plan(executor) for plain in executor.loader.disk_migrations[key].replaces or [key]]
        assert sorted(comes) == sorted(steps[done:]), steps[done - 1 : done]
        assert done or new <= set(plan(executor)), "a fresh site takes the long way"


def every_step() -> list[Key]:
    """All migrations in their order, as if none stood for others."""
    executor = MigrationExecutor(None)
    executor.loader = MigrationLoader(None, replace_migrations=False)
    return plan(executor, without=squashed())


def plan(executor: MigrationExecutor, without: Collection[Key] = ()) -> list[Key]:
    """What is still to be done to come to the last migration of each app."""
    leaves = [leaf for leaf in executor.loader.graph.leaf_nodes() if leaf not in without]
    return [(migration.app_label, migration.name) for migration, _ in executor.migration_plan(leaves)]
