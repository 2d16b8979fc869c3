"""The site in one process, as `./run` starts it: a real process on a port and a data folder of its own."""

from __future__ import annotations

import contextlib
import json
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time
from pathlib import Path

import pytest

from hosting.management.commands import up
from tests.kit import forked
from tests.kit.certain import some
from tests.kit.stack import PATIENCE, ROOT, free_port
from tests.site.local import site, wait_until_ready

pytestmark = [pytest.mark.once, pytest.mark.long, pytest.mark.nothing_new]


@pytest.fixture
def data(begun: tuple[Path, Path], tmp_path: Path) -> Path:
    """A data folder as a first start left it."""
    return shutil.copytree(begun[0], tmp_path / "data")


def password_in(output: str) -> str:
    found = re.search(r"admin / (\S+)", output)
    assert found, output
    return found.group(1)


def test_it_serves_works_and_stops_twice_in_a_row(tmp_path: Path) -> None:
    port, began = free_port(), time.monotonic()
    with site(tmp_path, port) as first:
        assert first.get("/livez") == (200, "ok\n")
        until_it_answers = time.monotonic() - began
        assert first.get("/inbox/")[0] == 200
        wait_until_ready(first)
        code, output, seconds = first.stop(signal.SIGTERM)
    assert code == 0
    assert seconds < 20 + until_it_answers  # two where nothing else is to do; a busy machine starts it slowly too
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


BEGIN_AGAIN = """
import ctypes, time
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from hosting.management.commands.up import Kept, make_clock, make_worker
from games.models import Heartbeat

Heartbeat.objects.all().delete()

def wait_for_a_sweep():
    until = time.monotonic() + 90
    while not Heartbeat.objects.filter(name="sweep").exists():
        assert time.monotonic() < until, "nobody sweeps"
        time.sleep(0.1)

threads = {"worker": Kept("worker", make_worker), "clock": Kept("clock", make_clock)}
for thread in threads.values():
    thread.start()
try:
    wait_for_a_sweep()
    for ended in threads.values():
        before = ended.service
        killed = ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ended.ident), ctypes.py_object(MemoryError))
        assert killed == 1
        until = time.monotonic() + 90
        while ended.service is before:
            assert time.monotonic() < until, "it was not begun again"
            time.sleep(0.1)
        Heartbeat.objects.all().delete()
        wait_for_a_sweep()
finally:
    for thread in threads.values():
        thread.stop()
print("it sweeps again, and again")
"""


def test_a_thread_that_dies_is_started_again(data: Path) -> None:
    environ = forked.environ(EMBEDDED="true", DATA_DIR=str(data), DJANGO_SETTINGS_MODULE="config.settings")
    done = forked.run("-c", BEGIN_AGAIN, env=environ)
    assert done.stdout == "it sweeps again, and again\n", done.stderr
    for name in ("worker", "clock"):
        assert f"the {name} ended by itself" in done.stderr


LOADED_FIRST = """
import sys
import django
django.setup()

class Noted:
    names = []

    def find_spec(self, name, *more):
        self.names.append(name)

from hosting.management.commands.up import make_clock
sys.meta_path.insert(0, Noted())
make_clock()
print(next(name for name in Noted.names if "celery" in name))
"""


def test_worker_and_clock_load_celery_by_the_same_door(tmp_path: Path) -> None:
    environ = forked.environ(EMBEDDED="true", DATA_DIR=str(tmp_path), DJANGO_SETTINGS_MODULE="config.settings")
    done = forked.run("-c", LOADED_FIRST, env=environ)
    assert done.stdout == "config.celery\n", done.stderr


def test_a_damaged_database_is_named_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "fieldpost.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as writer, writer:
        writer.execute("CREATE TABLE filled (text)")
        writer.executemany("INSERT INTO filled VALUES (?)", [("x" * 500,)] * 100)
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + bytes(8192) + whole[16_384:])
    with site(tmp_path, free_port()) as running:
        output = running.process.communicate(timeout=PATIENCE)[0]
    assert running.process.returncode == 1 and f"{file} is damaged" in output and "Traceback" not in output


def limit_file_size(process: subprocess.Popen[str], size: int) -> None:
    """From now on, no file that the process writes to may grow beyond this."""
    hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, hard))


@pytest.mark.no_cover
def test_pages_can_be_read_while_the_disk_takes_nothing(data: Path) -> None:
    with site(data, free_port()) as running:
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


def up_at(port: int, data: Path) -> subprocess.CompletedProcess[str]:
    """`manage.py up`, where it ends by itself."""
    return forked.run("manage.py", "up", "--port", str(port), env=forked.environ(EMBEDDED="true", DATA_DIR=str(data)))


def test_a_taken_port_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        late = up_at(port, tmp_path)
    assert late.returncode == 1 and not late.stdout
    assert late.stderr.startswith(f"CommandError: Port {port} cannot be used")
    assert "Traceback" not in late.stderr


def test_a_port_beyond_the_last_is_refused_in_one_sentence(tmp_path: Path) -> None:
    nowhere = up_at(70_000, tmp_path)
    assert nowhere.returncode == 1 and not nowhere.stdout
    sentence = "There is no port 70000: choose one from 1 to 65535, such as ./run --port 8001"
    assert nowhere.stderr.strip() == f"CommandError: {sentence}"


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


def test_it_has_the_boards_of_mails_painted_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDDED", "true")
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setattr(up, "PAINT_SECONDS", 0)
    with up.painting():
        until = time.monotonic() + PATIENCE
        while not list(tmp_path.glob("plates/*-*/index.png")):
            assert time.monotonic() < until, "nothing was painted"
            time.sleep(0.1)
