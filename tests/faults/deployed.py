"""A site as `deploy/` has it: the commands of the systemd units, the settings of the example, and an environment with
the packages of the production lock and no other."""

from __future__ import annotations

import re
import secrets
import shlex
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from deploy.environment_file import read
from tests.faults.visitor import Visitor
from tests.kit.services import Services
from tests.kit.shared import alone_in
from tests.kit.stack import ROOT, Stack

DEPLOY = ROOT / "deploy"
LOCK = ROOT / "requirements.txt"
HOME, DATA, COUNTED, PORT = "/srv/fieldpost", "/var/lib/fieldpost", "/run/fieldpost-web", "8000"
"""Where the units have the project, its files, what it counts and its pages; the tests have them elsewhere."""


def production_environment() -> Path:
    """The folder of programs of an environment made from the production lock; made anew when the lock changes."""
    place = ROOT / "artifacts" / "production"
    place.mkdir(parents=True, exist_ok=True)
    made, stamp = place / "venv", place / "requirements.txt"
    with alone_in(place):
        if not stamp.exists() or stamp.read_bytes() != LOCK.read_bytes():
            stamp.unlink(missing_ok=True)
            uv = [sys.executable, "-m", "uv"]
            run(*uv, "venv", "-q", "--clear", "--python", sys.executable, str(made))
            run(*uv, "pip", "install", "-q", "--python", str(made / "bin/python"), "--require-hashes", "-r", str(LOCK))
            stamp.write_bytes(LOCK.read_bytes())
    return made / "bin"


def run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"


def unit(name: str) -> dict[str, list[str]]:
    """What a unit of systemd says under each key; `name@1` is the first instance of the template `name@`."""
    base, _, instance = name.partition("@")
    text = (DEPLOY / "systemd" / f"{base}{'@' if instance else ''}.service").read_text()
    specifiers = {"%": "%", "i": instance}
    found = defaultdict(list)
    for line in text.splitlines():
        key, mark, value = line.partition("=")
        if mark:
            found[key].append(re.sub("%(.)", lambda match: specifiers[match[1]], value))
    return found


def example_settings() -> dict[str, str]:
    """The settings of `deploy/env.example` that are not commented out, read as systemd does."""
    return read((DEPLOY / "env.example").read_text())


class Deployed(Stack):
    """Web, workers and beat as the units start them. Pages are asked for as the proxy does."""

    def __init__(self, services: Services, folder: Path, mail_url: str) -> None:
        super().__init__(services, folder)
        self.programs = production_environment()
        filled_in = {
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": self.database_url,
            "REDIS_URL": services.redis_url,
            "EMAIL_URL": mail_url,
        }
        # Nobody reads so much in a minute, nor does anybody here have a passkey.
        tests_alone = {"ANONYMOUS_READS_A_MINUTE": "100000", "STAFF_SECOND_STEP": "false", "METRICS_TOKEN": "watcher"}
        self.environ = {"PATH": "/usr/bin:/bin", **example_settings(), **filled_in, **tests_alone}
        self.host = self.environ["ALLOWED_HOSTS"]

    def begin(self, name: str) -> None:
        """Do what systemd does with `systemctl start NAME`."""
        said = unit(name)
        words = [part for line in said["Environment"] for part in shlex.split(self.here(line))]
        self.environ |= dict(word.split("=", 1) for word in words)
        for line in said["ExecStartPre"]:
            self.command(*shlex.split(self.here(line)))
        (program,) = said["ExecStart"]
        self.start_program(*shlex.split(self.here(program)))

    def here(self, line: str) -> str:
        """A line of a unit with the places of this test."""
        line = line.replace(f"{HOME}/.venv/bin", str(self.programs)).replace(f"{HOME}/deploy", str(DEPLOY))
        line = line.replace(DATA, str(self.folder)).replace(COUNTED, str(self.folder / "counted"))
        return line.replace(f"--port {PORT}", f"--port {self.port}")

    def command(self, *words: str) -> str:
        """Run a command of the site to its end; its output."""
        done = subprocess.run(words, cwd=ROOT, env=self.environ, capture_output=True, text=True)
        assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}\n{self.logs()}"
        return done.stdout

    def python(self, *words: str) -> str:
        return self.command(str(self.programs / "python"), *words)

    def grow(self) -> str:
        """Fill the site; see `tests.faults.grown`, which needs more than the packages of production."""
        return self.command(sys.executable, "-m", "tests.faults.grown")

    def visitor(self, session: str = "", token: str = "") -> Visitor:
        """Make a browser behind the proxy; with a session it is somebody's, with a token their program too."""
        visitor = Visitor(
            self.address, headers=self.headers() | ({"Authorization": f"Bearer {token}"} if token else {})
        )
        if session:
            visitor.cookies += f"; __Host-session={session}"
        return visitor

    def headers(self) -> dict[str, str]:
        return {"Host": self.host, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}

    def workers(self) -> list[str]:
        """The names of the workers that have done something."""
        said = [path.read_text(errors="replace") for path in self.folder.glob("*.log")]
        names = [re.findall(r'"event": "(\S+@\S+) ready\."', log) for log in said if " succeeded in " in log]
        return sorted(name for each in names for name in each)
