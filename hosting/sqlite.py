"""The one file of a site on SQLite: where it is, whether it is whole, and copies of it while the site runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _


def site_file() -> Path | None:
    """Return the file of the site's database; None if it is not SQLite."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] != "django.db.backends.sqlite3":
        return None
    return Path(str(database["NAME"]))


def damage(path: Path) -> str:
    """Check the whole file; SQLite's first complaint, or "" if it is sound."""
    try:
        with closing(sqlite3.connect(path)) as reader:
            found = reader.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == "ok" else " ".join(found.replace("***", "").split())


def copy(source: Path, target: Path) -> None:
    """Copy a database that may be in use, as it is at one moment. Raises sqlite3.Error."""
    with closing(sqlite3.connect(source)) as reader, closing(sqlite3.connect(target)) as writer:
        reader.backup(writer)


@contextmanager
def faults_in_words() -> Iterator[None]:
    """Say of a database that cannot be read what is wrong with it, as CommandError."""
    try:
        yield
    except DatabaseError as error:
        require_sound_file()
        raise CommandError(_("The database cannot be read: %(error)s") % {"error": error}) from error


def require_sound_file() -> None:
    """Raise CommandError with what to do if the site's SQLite file is damaged."""
    path = site_file()
    if path is not None and path.is_file() and (found := damage(path)):
        sentence = _(
            "The database file %(path)s is damaged (%(found)s). Stop the site, keep a copy of the file, and restore "
            "the last backup: manage.py restore FILE --replace"
        )
        raise CommandError(sentence % {"path": path, "found": found})
