"""Databases with all their tables and no more, migrated once for all processes of the tests; each takes a copy."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from tests.kit import forked
from tests.kit.shared import alone_in
from tests.kit.stack import database_of, new_database

FILE = "fieldpost.sqlite3"
IN_MEMORY = "file:memorydb_default?mode=memory&cache=shared"
"""Django's name for the database of tests that is kept in memory."""


def migrated_file(ready: Path) -> Path:
    """A file of SQLite in the folder that all processes know."""
    with alone_in(ready):
        if not (ready / FILE).exists():
            made = ready / "migrated"
            made.mkdir(exist_ok=True)
            migrate(EMBEDDED="true", DATA_DIR=str(made))
            with contextlib.closing(sqlite3.connect(made / FILE)) as writer:
                writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            shutil.copy(made / FILE, ready / FILE)
    return ready / FILE


@contextlib.contextmanager
def migrated_memory(ready: Path) -> Iterator[None]:
    """Fill the database that this process keeps in memory, before Django connects to it."""
    target = sqlite3.connect(IN_MEMORY, uri=True, check_same_thread=False)
    with contextlib.closing(target), contextlib.closing(sqlite3.connect(migrated_file(ready))) as source:
        source.backup(target)
        yield


def migrated_template(ready: Path, server_url: str) -> str:
    """The name of a database on a server of PostgreSQL to which nobody connects."""
    note = ready / f"migrated-{crc32(server_url.encode()):x}"
    with alone_in(ready):
        if not note.exists():
            url = new_database(server_url)
            migrate(EMBEDDED="true", DATA_DIR=str(ready), DATABASE_URL=url)
            note.write_text(database_of(url))
    return note.read_text()


def migrate(**environ: str) -> None:
    """Run `manage.py migrate`; raises RuntimeError with all it said."""
    done = forked.run("manage.py", "migrate", "--noinput", "-v", "0", env=forked.environ(**environ))
    if done.returncode:
        raise RuntimeError(f"{done.stdout}{done.stderr}")
