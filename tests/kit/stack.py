"""The site as production runs it, in processes of their own on real services: web, workers, clock."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import psycopg

from tests.kit import forked
from tests.kit.services import Services

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90  # seconds; for busy machines
ALWAYS = """
trap 'over=yes; kill $child' TERM
until [ "$over" ]; do
    "$@" & child=$!
    wait $child; wait $child  # a signal ends the first
    [ "$over" ] || sleep 2
done
"""
"""What deploy/systemd says of the processes: Restart=always, RestartSec=2."""


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def new_database(url: str, source: str = "template1") -> str:
    """Make a database beside the one of the URL, empty or a copy of another to which nobody connects; its own URL."""
    name = f"stack_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {source}".encode())
    head, mark, query = url.partition("?")
    return f"{head.rpartition('/')[0]}/{name}{mark}{query}"


def database_of(url: str) -> str:
    """The name of the database of a URL."""
    return url.partition("?")[0].rpartition("/")[2]


class Stack:
    """Processes with production's settings on a database of their own. `stop` ends all that still run."""

    def __init__(self, services: Services, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.server_url = services.database_url
        self.database_url = new_database(services.database_url)
        self.environ = {
            **forked.environ(),
            "SECRET_KEY": secrets.token_urlsafe(50),
            "SITE_URL": self.address,
            "ALLOW_HTTP": "true",
            "ALLOWED_HOSTS": "127.0.0.1",
            "DATABASE_URL": self.database_url,
            "REDIS_URL": services.redis_url,
            "EMAIL_URL": "dummymail://",
            "PROXIES": "0",
            "DATA_DIR": str(folder),
            "STATIC_ROOT": str(folder / "static"),
        }
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start `python -m words…`; see `start_program`."""
        return self.start_program(sys.executable, "-m", *words)

    def start_program(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a program in a session of its own, and again whenever it ends; output goes to a log."""
        with (self.folder / f"{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                ["sh", "-c", ALWAYS, "sh", *words],
                cwd=ROOT,
                env=self.environ,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def web(self) -> subprocess.Popen[bytes]:
        where = ("--host", "127.0.0.1", "--port", str(self.port))
        return self.start("granian", "--interface", "wsgi", *where, "config.wsgi:application")

    def worker(self) -> subprocess.Popen[bytes]:
        quiet = ("--without-gossip", "--without-mingle", "--concurrency", "2")
        return self.start("celery", "-A", "config", "worker", *quiet, "-n", f"{secrets.token_hex(3)}@%h")

    def clock(self) -> subprocess.Popen[bytes]:
        return self.start("celery", "-A", "config", "beat", "--pidfile=")

    def headers(self) -> dict[str, str]:
        """What is sent with each request."""
        return {}

    def get(self, path: str) -> tuple[int, str]:
        """Status and body as text; waits while nobody listens yet."""
        until = time.monotonic() + PATIENCE
        asked = urllib.request.Request(self.address + path, headers=self.headers())
        while True:
            try:
                with urllib.request.urlopen(asked, timeout=30) as answer:
                    return answer.status, answer.read().decode(errors="replace")
            except urllib.error.HTTPError as error:
                with error:
                    return error.code, error.read().decode()
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > until:
                    raise RuntimeError(f"the site does not answer:\n{self.logs()}") from None
                time.sleep(0.1)

    def drop_database(self) -> None:
        """Take the database away while everything runs."""
        name = self.database_url.partition("?")[0].rpartition("/")[2]
        with psycopg.connect(self.server_url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    def logs(self) -> str:
        """All that the processes have written."""
        return "\n".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))

    def stop(self) -> None:
        """End every process and its children, kindly first."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and its children at once, as a power cut would."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
