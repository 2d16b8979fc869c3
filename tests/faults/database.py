"""A PostgreSQL of a test's own, which crashes and comes back. Unlike that of the run it makes each commit durable."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from tests.kit.services import _account_for, _postgres_programs, _run, _wait_for_postgres

SETTINGS = ("fsync=off", "full_page_writes=off", "max_connections=100")
"""The machine stays up, so what the server has written is there after its crash; `synchronous_commit` stays on."""


class Database:
    """Listens on a socket in a temporary folder only."""

    def __init__(self) -> None:
        self._place = tempfile.TemporaryDirectory(prefix="fp-pg-", dir="/tmp")
        self.folder = Path(self._place.name)
        self.url = f"postgresql://postgres@/postgres?host={self.folder}"
        self._account = _account_for(self.folder)
        self._programs = _postgres_programs(self.folder)
        self._process: subprocess.Popen[bytes] | None = None
        self.data = self.folder / "data"
        self.settings = list(SETTINGS)
        init = ["-D", str(self.data), "-U", "postgres"]
        self.program("initdb", *init, "-A", "trust", "-E", "UTF8", "--no-locale", "-N")

    def program(self, name: str, *words: str, env: dict[str, str] | None = None) -> None:
        """Run one of PostgreSQL's programs to its end, as the account of the server."""
        _run([self._programs / name, *words], self._account, env)

    @property
    def environ(self) -> dict[str, str]:
        """What tells PostgreSQL's programs to ask this server, as its administrator."""
        return {"PGHOST": str(self.folder), "PGUSER": "postgres"}

    def own_file(self, name: str) -> None:
        """Make an empty file that belongs to the account of the server."""
        made = self.folder / name
        made.touch()
        shutil.chown(made, self.folder.owner(), self.folder.group())

    def own_copy(self, source: Path, target: Path) -> None:
        """Copy a folder, for the account of the server."""
        shutil.copytree(source, target)
        for path in (target, *target.rglob("*")):
            shutil.chown(path, self.folder.owner(), self.folder.group())

    def own_folder(self, name: str) -> Path:
        """Make a folder that belongs to the account of the server."""
        made = self.folder / name
        made.mkdir()
        shutil.chown(made, self.folder.owner(), self.folder.group())
        return made

    def start(self) -> None:
        """Begin, or go on after a crash; returns when it answers."""
        words = [str(self._programs / "postgres"), "-D", str(self.data), "-k", str(self.folder), "-h", ""]
        for setting in self.settings:
            words += ["-c", setting]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                words, stdout=log, stderr=subprocess.STDOUT, cwd="/", start_new_session=True, user=self._account
            )
        _wait_for_postgres(self.url, self.folder / "log")

    def crash(self) -> None:
        """Break off every transaction and leave without tidying up, as `pg_ctl stop -m immediate` does."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def __enter__(self) -> Database:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self.crash()
        self._place.cleanup()
