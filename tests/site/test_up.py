"""The site in one process, as `./run` starts it: a real process on a port and a data folder of its own."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.certain import some

pytestmark = [pytest.mark.once, pytest.mark.long]
ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 90  # seconds for a first start on a busy machine; how fast it is, is measured elsewhere


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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


def password_in(output: str) -> str:
    found = re.search(r"admin / (\S+)", output)
    assert found, output
    return found.group(1)


def test_it_serves_works_and_stops_twice_in_a_row(tmp_path: Path) -> None:
    port = free_port()
    with site(tmp_path, port) as first:
        assert first.get("/livez") == (200, "ok\n")
        assert first.get("/inbox/")[0] == 200
        wait_until_ready(first)
        code, output, seconds = first.stop(signal.SIGTERM)
    assert code == 0
    assert seconds < 20  # two on a machine that has nothing else to do
    for address in (
        f"http://127.0.0.1:{port}/\n",
        f"http://127.0.0.1:{port}/inbox/",
        f"http://127.0.0.1:{port}/admin/",
    ):
        assert address in output
    with site(tmp_path, port) as second:
        assert second.get("/livez")[0] == 200
        again = second.stop(signal.SIGINT)
    assert again[0] == 0
    assert password_in(again[1]) == password_in(output)
    assert (tmp_path / "admin-password").stat().st_mode & 0o077 == 0


def wait_until_ready(running: Site) -> None:
    """The worker sweeps by itself: /readyz turns to 200 once it has."""
    until = time.monotonic() + PATIENCE
    while (answer := running.get("/readyz"))[0] != 200:
        assert time.monotonic() < until, answer[1]
        time.sleep(0.5)


BEGIN_AGAIN = """
import ctypes, sys, time
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from games.management.commands.up import Kept, make_clock, make_worker
from games.models import Heartbeat

def wait_for_a_sweep():
    until = time.monotonic() + 90
    while not Heartbeat.objects.filter(name="sweep").exists():
        assert time.monotonic() < until, "nobody sweeps"
        time.sleep(0.1)

threads = {"worker": Kept("worker", make_worker), "clock": Kept("clock", make_clock)}
for thread in threads.values():
    thread.start()
wait_for_a_sweep()
ended = threads[sys.argv[1]]
before = ended.service
assert ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ended.ident), ctypes.py_object(MemoryError)) == 1
until = time.monotonic() + 90
while ended.service is before:
    assert time.monotonic() < until, "it was not begun again"
    time.sleep(0.1)
Heartbeat.objects.all().delete()
wait_for_a_sweep()
for thread in threads.values():
    thread.stop()
print("it sweeps again")
"""


@pytest.mark.parametrize("name", ["worker", "clock"])
def test_a_thread_that_dies_is_started_again(name: str, tmp_path: Path) -> None:
    environ = {"PATH": os.environ["PATH"], "EMBEDDED": "true", "DATA_DIR": str(tmp_path)}
    environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    words = [sys.executable, "-c", BEGIN_AGAIN, name]
    done = subprocess.run(words, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=240)
    assert done.stdout == "it sweeps again\n", done.stderr
    assert f"the {name} ended by itself" in done.stderr


def limit_file_size(process: subprocess.Popen[str], size: int) -> None:
    """From now on, no file that the process writes to may grow beyond this."""
    hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, hard))


def test_pages_can_be_read_while_the_disk_takes_nothing(tmp_path: Path) -> None:
    with site(tmp_path, free_port()) as running:
        wait_until_ready(running)
        assert running.process.stdout is not None
        threading.Thread(target=running.process.stdout.read, daemon=True).start()  # complaints would fill the pipe
        game = some(re.findall(r'href="(/g/[^/"]+/)"', running.get("/")[1]))[0]
        limit_file_size(running.process, 0)
        until = time.monotonic() + PATIENCE
        while (answer := running.get("/readyz"))[0] == 200:
            assert time.monotonic() < until, "the site does not notice that it cannot write"
            time.sleep(0.5)
        assert "cannot be written" in json.loads(answer[1])["database"]
        for path in ("/", game, f"{game}history/", "/help/", "/accounts/login/", "/livez"):
            assert running.get(path)[0] == 200, path
        limit_file_size(running.process, resource.RLIM_INFINITY)
        wait_until_ready(running)


def test_a_taken_port_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with site(tmp_path, port) as late:
            output = late.process.communicate(timeout=PATIENCE)[0]
    assert late.process.returncode == 1
    assert output.startswith(f"CommandError: Port {port} cannot be used")
    assert "Traceback" not in output


def test_a_port_beyond_the_last_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with site(tmp_path, 70_000) as nowhere:
        output = nowhere.process.communicate(timeout=PATIENCE)[0]
    assert nowhere.process.returncode == 1
    assert (
        output.strip() == "CommandError: There is no port 70000: choose one from 1 to 65535, such as ./run --port 8001"
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--port"], ""),
        (["--port", "eighty"], "--port takes a number"),
        (["--port", "0"], "--port takes a number"),
        (["--port", "65536"], "--port takes a number from 1 to 65535, not: 65536"),
        (["--port", "700000"], "--port takes a number"),
        (["--loud"], "does not know: --loud"),
    ],
)
def test_run_refuses_what_it_does_not_know(words: list[str], complaint: str) -> None:
    done = subprocess.run([ROOT / "run", *words], capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert complaint in done.stderr
