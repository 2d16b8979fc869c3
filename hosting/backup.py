"""Backups: one archive with the database, as it is at one moment, the settings, and the secrets beside it.

The database is the file of a site on SQLite, or a dump of one on PostgreSQL (`hosting.postgres`). The settings are
those that stand in the environment and that `deploy/env.example` knows.
"""

from __future__ import annotations

import fcntl
import os
import re
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
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from config.environment import folder_of_data
from hosting import postgres
from hosting.sqlite import copy, damage, site_file

SQLITE, DUMP = "fieldpost.sqlite3", "fieldpost.dump"
"""The database in an archive, as the site has one or the other."""

SETTINGS = "settings.env"
KNOWN = re.compile(r"^#?([A-Z_]+)=", re.MULTILINE)
SECRETS = ("secret-key", "admin-password")
"""Files of the data folder: what signs sessions and links, and the password of the local administrator."""

BESIDE = ("-wal", "-shm")
"""Endings of the files that SQLite keeps beside a database in use."""

LAST_MOVE = "SELECT max(at) FROM games_entry"
MIGRATED = "SELECT app, name FROM django_migrations"


def database_name() -> str:
    """Return the name of this site's database in an archive."""
    return DUMP if site_file() is None else SQLITE


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
    source = site_file()
    if source is not None and not source.is_file():
        raise CommandError(_("There is no site in %(folder)s yet.") % {"folder": source.parent})
    if target.exists():
        raise CommandError(_("%(file)s exists already. Name another file.") % {"file": target})
    try:
        return _write(source, target)
    except (OSError, sqlite3.Error, DatabaseError) as error:
        raise CommandError(_("The backup was not made: %(error)s") % {"error": error}) from error


def _write(source: Path | None, target: Path) -> list[str]:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as place:
        files = [_copy(source, Path(place)), _settings_file(Path(place))]
        files += [path for name in SECRETS if (path := settings.DATA_DIR / name).is_file()]
        archive = Path(place) / "archive"
        archive.touch(mode=0o600)
        with tarfile.open(archive, "w:gz") as tar:
            for file in files:
                tar.add(file, arcname=file.name)
        archive.rename(target)
    return [file.name for file in files]


def _copy(source: Path | None, place: Path) -> Path:
    """Copy the database into a folder; the file. CommandError if it is damaged."""
    if source is None:
        postgres.dump(place / DUMP)
        return place / DUMP
    copy(source, place / SQLITE)
    if found := damage(place / SQLITE):
        raise CommandError(_("The database is damaged (%(found)s). Run manage.py fsck.") % {"found": found})
    return place / SQLITE


def _settings_file(place: Path) -> Path:
    """Write the settings that the environment has into a file that `deploy/manage`, systemd and compose can read."""
    known = KNOWN.findall((settings.BASE_DIR / "deploy" / "env.example").read_text(encoding="utf-8"))
    lines = [f"{name}={_quoted(os.environ[name])}\n" for name in known if name in os.environ]
    (place / SETTINGS).write_text("".join(lines), encoding="utf-8")
    return place / SETTINGS


def _quoted(value: str) -> str:
    """Write a value in the quotes of an environment file."""
    return f"'{value}'" if "'" not in value else '"' + re.sub(r'(["\\\\$`])', r"\\\1", value) + '"'


# ---- putting one back


@dataclass(frozen=True)
class Restored:
    """When the last move of the backup was made, what it replaced is in (empty: nothing), and the file with
    its settings, if they are not those of now."""

    last_move: str
    replaced: str
    settings: Path | None


def restore(archive: Path, *, replace: bool) -> Restored:
    """Put a backup in the place of the site's files. What was there is kept in a folder beside it.

    Raises CommandError, and changes nothing then, if the archive is no sound backup or of a newer release, if the
    site is running, or if there is a site already and `replace` was not said.
    """
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    with sole_user(settings.DATA_DIR), tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as folder:
        place = Path(folder)
        files = _unpack(archive, place)
        put = _put_dump if database_name() == DUMP else _put_file
        last_move, replaced = put(place / database_name(), archive, replace)
        for name in files:
            if name in SECRETS:
                (place / name).replace(settings.DATA_DIR / name)
        return Restored(last_move, replaced, _keep_settings(place))


def _put_file(database: Path, archive: Path, replace: bool) -> tuple[str, str]:
    """Put a file of SQLite in its place; the time of its last move, and the folder of what was there."""
    target = site_file()
    assert target is not None
    last_move = _require_usable(database, archive)
    if target.exists() and not replace:
        raise CommandError(_refusal(target, _last_move(target), last_move))
    replaced = str(_put_aside(target)) if target.exists() else ""
    database.replace(target)
    return last_move, replaced


def _put_dump(database: Path, archive: Path, replace: bool) -> tuple[str, str]:
    """Put a dump in the place of the database's tables; the time of its last move, and the schema of what was there."""
    try:
        _require_not_newer(postgres.migrations_in(database), archive)
        postgres.require_alone()
        if postgres.tables() and not replace:
            raise CommandError(_refusal(str(connection.settings_dict["NAME"]), _last_move_here(), ""))
        kept = postgres.put_back(database)
        return _last_move_here(), kept
    except DatabaseError as error:
        raise CommandError(_("The backup was not restored: %(error)s") % {"error": error}) from error


def _last_move_here() -> str:
    """Format the minute of the last move in the present database."""
    if "games_entry" not in postgres.tables():
        return _("none")
    ((found,),) = postgres.ask(LAST_MOVE)
    return f"{found:%Y-%m-%d %H:%M} UTC" if isinstance(found, datetime) else _("none")


def _keep_settings(place: Path) -> Path | None:
    """Keep the settings of a backup in the data folder unless they are those of now; the file."""
    here = _settings_file(Path(tempfile.mkdtemp(dir=place)))
    if not (place / SETTINGS).exists() or (place / SETTINGS).read_text() == here.read_text():
        return None
    kept: Path = settings.DATA_DIR / "restored-settings.env"
    (place / SETTINGS).replace(kept)
    return kept


def _unpack(archive: Path, place: Path) -> list[str]:
    """Write the files of an archive into a folder; their names. Anything else in it is not looked at."""
    database = database_name()
    wanted = (SQLITE, DUMP, SETTINGS, *SECRETS)
    try:
        with tarfile.open(archive, "r:gz") as tar:
            found = {member.name: member for member in tar if member.isfile() and member.name in wanted}
            for name, member in found.items():
                content = tar.extractfile(member)
                assert content is not None
                with os.fdopen(os.open(place / name, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
                    shutil.copyfileobj(content, file)
    except (OSError, EOFError, tarfile.TarError, zlib.error) as error:
        sentence = _("%(file)s cannot be read as a backup: %(error)s")
        raise CommandError(sentence % {"file": archive, "error": error}) from error
    if database not in found:
        other = next((name for name in (SQLITE, DUMP) if name in found), "")
        sentence = _("%(file)s is not a backup made by manage.py backup: it holds no %(name)s.")
        if other:
            sentence = _(
                "%(file)s holds %(other)s and this site needs %(name)s: a backup goes back into the same kind of "
                "database, SQLite or PostgreSQL, that it came from."
            )
        raise CommandError(sentence % {"file": archive, "name": database, "other": other})
    return list(found)


def _require_usable(database: Path, archive: Path) -> str:
    """Refuse a database that is damaged or of a newer release; the time of its last move."""
    if found := damage(database):
        sentence = _("The database in %(file)s is damaged (%(found)s). Take an earlier backup.")
        raise CommandError(sentence % {"file": archive, "found": found})
    with closing(sqlite3.connect(database)) as reader:
        _require_not_newer(set(reader.execute(MIGRATED)), archive)
    return _last_move(database)


def _require_not_newer(migrated: set[tuple[str, str]], archive: Path) -> None:
    """Refuse a database that has had migrations which this release does not know."""
    loader = MigrationLoader(None)
    known = {*loader.disk_migrations, *(old for new in loader.disk_migrations.values() for old in new.replaces)}
    if newer := sorted(f"{app} {name}" for app, name in migrated - known):
        sentence = _("%(file)s was made by a newer Fieldpost (%(newer)s). Upgrade first, then restore.")
        raise CommandError(sentence % {"file": archive, "newer": newer[-1]})


def _last_move(database: Path) -> str:
    """Format the minute of the last move; for an unreadable file, say so."""
    try:
        with closing(sqlite3.connect(database)) as reader:
            found = reader.execute(LAST_MOVE).fetchone()[0]
    except sqlite3.Error:
        return _("unknown (the file cannot be read)")
    return f"{found[:16]} UTC" if found else _("none")


def _refusal(present: Path | str, here: str, there: str) -> str:
    """Say that there is a site, with the last moves of both; that of a dump is only known once it is back."""
    if not there:
        sentence = _(
            "There is a site in the database %(file)s (last move: %(here)s). With --replace the backup takes its "
            "place, and the present tables are kept in a schema beside it."
        )
    else:
        sentence = _(
            "There is a site in %(file)s (last move: %(here)s); the backup's last move: %(there)s. With --replace the "
            "backup takes its place, and the present files are kept in a folder beside it."
        )
    return sentence % {"file": present, "here": here, "there": there}


def _put_aside(database: Path) -> Path:
    """Move the site's files into a new folder, whose path is returned."""
    place = settings.DATA_DIR / f"replaced-{datetime.now(UTC):%Y-%m-%d-%H%M%S}"
    place.mkdir(mode=0o700)
    beside = [database.with_name(database.name + ending) for ending in BESIDE]
    for file in [database, *beside, *(settings.DATA_DIR / name for name in SECRETS)]:
        if file.exists():
            file.replace(place / file.name)
    return place
