"""Reads the environment for `config.settings`, and says clearly what a site still lacks."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]"]  # any other name could be a stranger's page that points here
# The classic transaction of SQLite starts as a reader and may fail when it turns into a writer; IMMEDIATE waits
# its turn instead. WAL lets pages read while a move is written; FULL makes a move durable before its answer.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}

LONGEST_LOCAL_PART = 64
"""Letters before the @ of an address (RFC 5321, 4.5.3.1.1)."""
LONGEST_TOKEN = 46
"""Letters that the token of a reply address may need there (`games.mail.reply`)."""


def debug(env: environ.Env, embedded: bool) -> bool:
    """Return whether errors are shown in the browser, with settings and code: on one's own machine alone."""
    return embedded and env.bool("DEBUG", default=False)


def secret_key(env: environ.Env, embedded: bool, data_dir: Path) -> str:
    """Return the signing key: from the environment, or for the embedded site one made once and kept in its data
    folder."""
    key: str = env.str("SECRET_KEY", default="")
    if key:
        return key
    if not embedded:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Make one with: python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
        )
    return kept_secret(data_dir / "secret-key")


def kept_secret(path: Path, size: int = 50) -> str:
    """Read the secret in a file that only its owner may read; the first call makes it of `size` random bytes."""
    with folder_of_data(path.parent):
        if not path.exists():
            path.touch(mode=0o600)
            path.write_text(secrets.token_urlsafe(size))
        return path.read_text()


@contextmanager
def folder_of_data(folder: Path) -> Iterator[None]:
    """Make the folder, and say what would be right if nothing can be kept in it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        close_to_others(folder)
        yield
    except OSError as error:
        why = "it is a file" if isinstance(error, FileExistsError) else str(error.strerror).lower()
        raise ImproperlyConfigured(
            f"Nothing can be kept in {folder} ({why}). Name a folder of your own: ./run --data DIR, or DATA_DIR."
        ) from error


def metrics_folder(env: environ.Env) -> None:
    """Make the folder in which web processes count together for `/metrics`, if PROMETHEUS_MULTIPROC_DIR names one."""
    if not (name := env.str("PROMETHEUS_MULTIPROC_DIR", default="")):
        os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)  # set to nothing means unset to nobody but us
        return
    try:
        Path(name).mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"PROMETHEUS_MULTIPROC_DIR must be a folder that the site may write to; {name}: {error.strerror}"
        ) from error


def close_to_others(folder: Path) -> None:
    """Let nobody but its owner read a data folder that an earlier release made open. Folders that hold no site yet, and
    those of somebody else, stay as they are."""
    found = folder.stat()
    holds_a_site = any((folder / name).exists() for name in ("secret-key", "fieldpost.sqlite3"))
    if holds_a_site and found.st_uid == os.geteuid() and found.st_mode & 0o077:
        folder.chmod(0o700)


def site_url(env: environ.Env, embedded: bool) -> str:
    """Return the address of the site without a slash at the end, as it stands in mails."""
    url: str = env.str("SITE_URL", default="http://127.0.0.1:8000" if embedded else "").rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ImproperlyConfigured("SITE_URL must be the site's address, such as https://play.example.org")
    if parts.scheme == "http" and not embedded and not env.bool("ALLOW_HTTP", default=False):
        raise ImproperlyConfigured("SITE_URL must start with https:// (ALLOW_HTTP=true is for a trial on one machine).")
    return url


def allowed_hosts(env: environ.Env, embedded: bool) -> list[str]:
    """List the host names the site answers to; the embedded one listens on this machine alone."""
    hosts: list[str] = env.list("ALLOWED_HOSTS", default=LOCAL_HOSTS if embedded else [])
    if not hosts:
        raise ImproperlyConfigured("ALLOWED_HOSTS is not set. Name the site's hosts, such as play.example.org")
    return hosts


def database(env: environ.Env, embedded: bool, data_dir: Path) -> dict[str, object]:
    """Return the database settings of DATABASE_URL; without it the embedded site has SQLite in its data folder.

    A socket directory goes into the query: postgresql://user@/name?host=/run/postgresql
    """
    if not embedded and not env.str("DATABASE_URL", default=""):
        raise ImproperlyConfigured("DATABASE_URL is not set, such as postgresql://user:password@host/fieldpost")
    found = dict(env.db_url("DATABASE_URL", default=f"sqlite:///{data_dir / 'fieldpost.sqlite3'}"))
    if found["ENGINE"] == "django.db.backends.sqlite3":
        with folder_of_data(Path(str(found["NAME"])).parent):
            found["OPTIONS"] = SQLITE_OPTIONS
    else:
        found["CONN_HEALTH_CHECKS"] = True
    found["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)  # opening one costs more than most queries
    return found


def reply_address(given: str, sender: str) -> str:
    """Return the shape of reply addresses, with `{token}` for what each names: as given, or beside the address of the
    sender. Raises ImproperlyConfigured for one that mail servers would refuse."""
    shape = given or f"game+{{token}}@{sender.rpartition('@')[2]}"
    local, at, host = shape.partition("@")
    if shape.count("{token}") != 1 or "{token}" not in local or not at or not host:
        raise ImproperlyConfigured(f"REPLY_ADDRESS needs {{token}} before its @, as in game+{{token}}@{host or sender}")
    if len(local) - len("{token}") + LONGEST_TOKEN > LONGEST_LOCAL_PART:
        most = LONGEST_LOCAL_PART - LONGEST_TOKEN
        raise ImproperlyConfigured(f"REPLY_ADDRESS has more than {most} letters beside {{token}} before its @")
    return shape


def cache(redis_url: str) -> dict[str, object]:
    """Build the CACHES setting: Redis where there is one, else the memory of the one process."""
    if redis_url:
        options = {  # seconds; nobody waits long for a cache
            "socket_connect_timeout": 1,
            "socket_timeout": 1,
            "serializer": "common.caches.PlainValues",
        }
        # Version 1 was written as pickles, which are read no more.
        return {"BACKEND": "common.redis_cache.RedisOrMemory", "LOCATION": redis_url, "OPTIONS": options, "VERSION": 2}
    return {"BACKEND": "common.caches.Memory", "LOCATION": "fieldpost"}
