"""Dumps of a site on PostgreSQL and their way back, by PostgreSQL's own programs."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from django.core.management.base import CommandError
from django.db import connection, transaction
from django.utils.translation import gettext as _

ASIDE = "replaced_"
"""Begins the names of schemas that keep the tables which a restore has replaced."""

NOT_FOR_PROGRAMS = ("password", "client_encoding", "context", "cursor_factory", "prepare_threshold")
OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
WHOLE_OR_NOT = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = %s"


def dump(target: Path) -> None:
    """Write all of the database, as it is at one moment, in pg_dump's custom format."""
    run_program("pg_dump", "--format=custom", f"--exclude-schema={ASIDE}*", f"--file={target}", connected=True)


def migrations_in(file: Path) -> set[tuple[str, str]]:
    """Read a dump to its end and list the migrations that its database has had. CommandError if it is damaged."""
    run_program("pg_restore", f"--file={os.devnull}", str(file))
    said = run_program("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
    rows = [line.split("\t") for line in said.splitlines() if line.count("\t") == 3]
    return {(app, name) for _id, app, name, _applied in rows}


def put_back(file: Path) -> str:
    """Put a dump in the place of the tables that are there; the name of the schema that keeps those, or "".

    CommandError if that fails; the tables are then what they were.
    """
    kept = ""
    if present := tables():
        kept = f"{ASIDE}{datetime.now(UTC):%Y_%m_%d_%H%M%S}"
        move(present, schema(), kept)
    try:
        run_program("pg_restore", *WHOLE_OR_NOT, str(file), connected=True)
    except CommandError:
        if kept:
            move(present, kept, schema())
        raise
    return kept


def require_alone() -> None:
    """Raise CommandError while anybody else is connected to the database."""
    if ask(OTHERS)[0][0]:
        raise CommandError(
            _("A site is using the database %(name)s. Stop web, workers and beat first, and leave psql.")
            % {"name": connection.settings_dict["NAME"]}
        )


def tables() -> list[str]:
    """List the tables that are there."""
    return [str(name) for (name,) in ask(TABLES, schema())]


def schema() -> str:
    """Return the schema that the site's tables are in, usually public."""
    return str(ask("SELECT current_schema()")[0][0])


@transaction.atomic
def move(names: list[str], source: str, target: str) -> None:
    """Move tables with all that belongs to them to another schema. One for what is replaced is made and removed."""
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        if target.startswith(ASIDE):
            cursor.execute(f"CREATE SCHEMA {quote(target)}")
        for name in names:
            cursor.execute(f"ALTER TABLE {quote(source)}.{quote(name)} SET SCHEMA {quote(target)}")
        if source.startswith(ASIDE):
            cursor.execute(f"DROP SCHEMA {quote(source)}")


def ask(question: str, *params: str) -> list[tuple[object, ...]]:
    """Ask the database; all rows."""
    with connection.cursor() as cursor:
        cursor.execute(question, params)
        return list(cursor.fetchall())


# ---- PostgreSQL's programs


def run_program(name: str, *words: str, connected: bool = False) -> str:
    """Run a program to its end, on the site's database if it is `connected`; its output. CommandError with what it
    said, and with what would be right if it is missing or older than the server."""
    program = shutil.which(name)
    if program is None:
        raise CommandError(_("%(name)s is not on this machine.") % {"name": name} + " " + how_to_get_it())
    password = str(connection.get_connection_params().get("password") or "")
    environ = os.environ | ({"PGPASSWORD": password} if password else {})
    database = [f"--dbname={conninfo()}"] if connected else []
    done = subprocess.run([program, *database, *words], env=environ, capture_output=True, text=True)
    if done.returncode:
        said = " ".join(done.stderr.split())
        hint = " " + how_to_get_it() if "version" in said else ""
        raise CommandError(_("%(name)s failed: %(said)s") % {"name": name, "said": said} + hint)
    return done.stdout


def conninfo() -> str:
    """Write where the database is, without the password, which others could read in the list of processes."""
    from psycopg.conninfo import make_conninfo  # which a site on SQLite has no use for

    params = connection.get_connection_params()
    return make_conninfo("", **{name: value for name, value in params.items() if name not in NOT_FOR_PROGRAMS})


def how_to_get_it() -> str:
    """Say which programs a host has to install."""
    shown = ask("SHOW server_version")  # as typed
    version = str(shown[0][0]).partition(".")[0]
    return _(
        "Install the client programs of PostgreSQL %(version)s, the version of your server, or a later one: "
        "apt install postgresql-client-%(version)s"
    ) % {"version": version}
