"""Backups of a site on SQLite: one archive with the database, as it is at one moment, and the secrets beside it."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from config.environment import folder_of_data
from config.sqlite import copy, damage, site_file

DATABASE = "fieldpost.sqlite3"
SECRETS = ("secret-key", "admin-password")
"""Files of the data folder: what signs sessions and links, and the password of the local administrator."""

BESIDE = ("-wal", "-shm")
"""Endings of the files that SQLite keeps beside a database in use."""

LAST_MOVE = "SELECT max(at) FROM games_entry"
MIGRATED = "SELECT app, name FROM django_migrations"


def database_file() -> Path:
    """Return the site's SQLite file. Raises CommandError for a site on PostgreSQL."""
    path = site_file()
    if path is None:
        raise CommandError(_("This site is on PostgreSQL: use pg_dump and pg_restore, as docs/hosting.md says."))
    return path


@contextmanager
def sole_user(folder: Path) -> Iterator[None]:
    """Hold the data folder for one process, such as a running site. CommandError if another one does."""
    with folder_of_data(folder):
        mark = (folder / "running").open("w")
    with mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sentence = _("A site is running on %(folder)s. Stop it first (Ctrl-C), or name another folder with --data.")
            raise CommandError(sentence % {"folder": folder}) from None
        yield


# ---- making one


def backup(target: Path) -> list[str]:
    """Write the archive `target`, which only its owner may read; the names of what is in it."""
    source = database_file()
    if not source.is_file():
        raise CommandError(_("There is no site in %(folder)s yet.") % {"folder": source.parent})
    if target.exists():
        raise CommandError(_("%(file)s exists already. Name another file.") % {"file": target})
    try:
        return _write(source, target)
    except (OSError, sqlite3.Error) as error:
        raise CommandError(_("The backup was not made: %(error)s") % {"error": error}) from error


def _write(source: Path, target: Path) -> list[str]:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as place:
        whole = Path(place) / DATABASE
        copy(source, whole)
        if found := damage(whole):
            raise CommandError(_("The database is damaged (%(found)s). Run manage.py fsck.") % {"found": found})
        files = [whole, *(path for name in SECRETS if (path := settings.DATA_DIR / name).is_file())]
        archive = Path(place) / "archive"
        archive.touch(mode=0o600)
        with tarfile.open(archive, "w:gz") as tar:
            for file in files:
                tar.add(file, arcname=file.name)
        archive.rename(target)
    return [file.name for file in files]


# ---- putting one back


@dataclass(frozen=True)
class Restored:
    """When the last move of the backup was made, and where the files are that it replaced (None: there were none)."""

    last_move: str
    replaced: Path | None


def restore(archive: Path, *, replace: bool) -> Restored:
    """Put a backup in the place of the site's files. What was there is kept in a folder beside it.

    Raises CommandError, and changes nothing then, if the archive is no sound backup or of a newer release, if the
    site is running, or if there is a site already and `replace` was not said.
    """
    target = database_file()
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    with sole_user(settings.DATA_DIR), tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as place:
        files = _unpack(archive, Path(place))
        last_move = _require_usable(Path(place) / DATABASE, archive)
        if target.exists() and not replace:
            raise CommandError(_refusal(target, last_move))
        replaced = _put_aside(target) if target.exists() else None
        for name in files:
            (Path(place) / name).replace(target if name == DATABASE else settings.DATA_DIR / name)
    return Restored(last_move, replaced)


def _unpack(archive: Path, place: Path) -> list[str]:
    """Write the files of an archive into a folder; their names. Anything else in it is not looked at."""
    try:
        with tarfile.open(archive, "r:gz") as tar:
            found = {member.name: member for member in tar if member.isfile() and member.name in (DATABASE, *SECRETS)}
            for name, member in found.items():
                content = tar.extractfile(member)
                assert content is not None
                with os.fdopen(os.open(place / name, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
                    shutil.copyfileobj(content, file)
    except (OSError, EOFError, tarfile.TarError, zlib.error) as error:
        sentence = _("%(file)s cannot be read as a backup: %(error)s")
        raise CommandError(sentence % {"file": archive, "error": error}) from error
    if DATABASE not in found:
        sentence = _("%(file)s is not a backup made by manage.py backup: it holds no %(name)s.")
        raise CommandError(sentence % {"file": archive, "name": DATABASE})
    return list(found)


def _require_usable(database: Path, archive: Path) -> str:
    """Refuse a database that is damaged or of a newer release; the time of its last move."""
    if found := damage(database):
        sentence = _("The database in %(file)s is damaged (%(found)s). Take an earlier backup.")
        raise CommandError(sentence % {"file": archive, "found": found})
    with closing(sqlite3.connect(database)) as reader:
        migrated = set(reader.execute(MIGRATED))
    loader = MigrationLoader(None)
    known = {*loader.disk_migrations, *(old for new in loader.disk_migrations.values() for old in new.replaces)}
    if newer := sorted(f"{app} {name}" for app, name in migrated - known):
        sentence = _("%(file)s was made by a newer Fieldpost (%(newer)s). Upgrade first, then restore.")
        raise CommandError(sentence % {"file": archive, "newer": newer[-1]})
    return _last_move(database)


def _last_move(database: Path) -> str:
    """Format the minute of the last move; for an unreadable file, say so."""
    try:
        with closing(sqlite3.connect(database)) as reader:
            found = reader.execute(LAST_MOVE).fetchone()[0]
    except sqlite3.Error:
        return _("unknown (the file cannot be read)")
    return f"{found[:16]} UTC" if found else _("none")


def _refusal(present: Path, last_move: str) -> str:
    sentence = _(
        "There is a site in %(file)s (last move: %(here)s); the backup's last move: %(there)s. With --replace the "
        "backup takes its place, and the present files are kept in a folder beside it."
    )
    return sentence % {"file": present, "here": _last_move(present), "there": last_move}


def _put_aside(database: Path) -> Path:
    """Move the site's files into a new folder, whose path is returned."""
    place = settings.DATA_DIR / f"replaced-{datetime.now(UTC):%Y-%m-%d-%H%M%S}"
    place.mkdir(mode=0o700)
    beside = [database.with_name(database.name + ending) for ending in BESIDE]
    for file in [database, *beside, *(settings.DATA_DIR / name for name in SECRETS)]:
        if file.exists():
            file.replace(place / file.name)
    return place
