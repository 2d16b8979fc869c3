"""Runs `python WORDS…` on the project in a third of the time: forked from a process that has loaded the libraries.

None of the project's own modules and no settings are loaded there, so a command reads its environment and the project
as a new interpreter does. It ends as one does too: exit code, traceback, `atexit`.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = (
    "django.core.management",
    "django.db.migrations.loader",
    "django.db.backends.sqlite3.base",
    "django.db.backends.postgresql.base",
    "django.contrib.postgres.fields",
    "django.core.serializers.json",
    "django.contrib.sessions.middleware",
    "django.template.defaulttags",
    "django.test",
    "django.views.generic",
    "rest_framework.compat",
    "celery.app.base",
    "kombu",
    "redis.asyncio",
    "requests",
    "fido2.server",
    "structlog",
    "environ",
    "msgspec",
)
"""What can be loaded before there are settings."""


def environ(**more: str) -> dict[str, str]:
    """A bare environment for a process of the site; compiled modules are where those of the run are."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPYCACHEPREFIX") if name in os.environ}
    return {**kept, **more}


def run(*words: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """`python WORDS…` in the project's folder, to its end: a file, `-m` and a module, or `-c` and a program."""
    with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile() as err:
        code = _parent().fork({"words": words, "env": env, "files": [out.name, err.name]})
        texts = [file.read().decode(errors="replace") for file in (out, err)]
    return subprocess.CompletedProcess(words, code, *texts)


class Parent:
    """The process that has loaded the libraries, and runs one command at a time."""

    def __init__(self) -> None:
        # What it runs is not measured, whether coverage follows processes or not.
        env = {name: value for name, value in os.environ.items() if name != "COVERAGE_PROCESS_CONFIG"}
        words, pipe = [sys.executable, "-m", __name__], subprocess.PIPE
        self._process = subprocess.Popen(words, cwd=ROOT, env=env, stdin=pipe, stdout=pipe, text=True, process_group=0)
        self._alone = Lock()
        atexit.register(self._process.communicate)  # it ends when its input does

    def fork(self, asked: dict[str, object]) -> int:
        assert self._process.stdin and self._process.stdout
        with self._alone:
            try:
                print(json.dumps(asked), file=self._process.stdin, flush=True)
                return int(self._process.stdout.readline())
            except BaseException:  # a test is out of time: what it waits for goes with it
                _parent.cache_clear()
                os.killpg(self._process.pid, signal.SIGKILL)
                raise


@cache
def _parent() -> Parent:
    return Parent()


def main() -> None:
    """Fork for each line of the input. The child leaves this function and ends as the program that it runs."""
    for library in LIBRARIES:
        import_module(library)
    for line in sys.stdin:
        if not (child := os.fork()):
            become(**json.loads(line))
            return
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def become(words: list[str], env: dict[str, str], files: list[str]) -> None:
    """Run a program in this process, with an environment and files for its output."""
    for descriptor, name in zip((0, 1, 2), (os.devnull, *files), strict=True):
        os.dup2(os.open(name, os.O_RDWR), descriptor)
    os.environ.clear()
    os.environ.update(env)
    if words[0] == "-m":
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    elif words[0] == "-c":
        sys.argv = ["-c", *words[2:]]
        exec(words[1], {"__name__": "__main__"})
    else:
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    main()
