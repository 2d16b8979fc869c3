"""The site in one process, as `./run` starts it: a real process on a port and a data folder of its own."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.kit.stack import PATIENCE, ROOT


def heed_interrupts() -> None:
    """In the new process: who runs the tests in the background hands down that Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Site:
    """A running `manage.py up`."""

    def __init__(self, data: Path, port: int) -> None:
        self.port = port
        environ = {
            **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")},
            "EMBEDDED": "true",
            "DATA_DIR": str(data),
            "SITE_URL": f"http://127.0.0.1:{port}",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port)],
            cwd=ROOT,
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=heed_interrupts,
        )

    def get(self, path: str) -> tuple[int, str]:
        """Status and body; a refused connection is asked again until PATIENCE ends or the process does."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
                    connection.request("GET", path)
                    answer = connection.getresponse()
                    return answer.status, answer.read().decode()
            except ConnectionError:
                assert self.process.poll() is None, self.process.communicate()[0]
                assert time.monotonic() < until, "the site did not come up"
                time.sleep(0.1)

    def stop(self, with_signal: signal.Signals) -> tuple[int, str, float]:
        """Exit code, everything printed, and seconds it took to stop."""
        began = time.monotonic()
        self.process.send_signal(with_signal)
        output = self.process.communicate(timeout=PATIENCE)[0]
        return self.process.returncode, output, time.monotonic() - began


@contextlib.contextmanager
def site(data: Path, port: int) -> Iterator[Site]:
    started = Site(data, port)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.process.kill()
            started.process.communicate()


def wait_until_ready(running: Site) -> None:
    """The worker sweeps by itself: /readyz turns to 200 once it has."""
    until = time.monotonic() + PATIENCE
    while (answer := running.get("/readyz"))[0] != 200:
        assert time.monotonic() < until, answer[1]
        time.sleep(0.5)
