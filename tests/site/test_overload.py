"""A web process with more to do than it can: who waits too long is refused in time, and nothing is made for them."""

from __future__ import annotations

import http.client
import logging
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from config import overload
from config.overload import BUSY, Door, Refusals
from config.wsgi import handler
from tests.games.kit import person, table
from tests.kit.slow_pages import DEADLINE, SlowPages
from tests.kit.stack import ROOT, free_port
from tests.kit.wsgi import one_connection


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowPages]:
    """With a short patience, and room for two that wait."""
    monkeypatch.setattr(overload, "LONGEST_WAIT", 0.2)
    monkeypatch.setattr(overload, "LONGEST_QUEUE", 2)
    made = SlowPages()
    yield made
    made.go.set()


START: Any = lambda *_: None  # noqa: E731  # takes status and headers


def ask(door: Door, path: str) -> bytes:
    return b"".join(door({"PATH_INFO": path}, START))


def fill(door: Door, slow: SlowPages, readers: ThreadPoolExecutor) -> list[Future[bytes]]:
    """Let pages be asked for until all makers are at work."""
    asked = [readers.submit(ask, door, f"/{number}") for number in range(overload.MAKERS)]
    until = time.monotonic() + DEADLINE
    while len(slow.begun) < overload.MAKERS:
        assert time.monotonic() < until
        time.sleep(0.01)
    return asked


def test_who_waits_too_long_is_refused_and_nothing_is_made_for_them(slow: SlowPages) -> None:
    door = Door(slow)
    with ThreadPoolExecutor(8) as readers:
        asked = fill(door, slow, readers)
        assert ask(door, "/late") == b"busy"
        slow.go.set()
        assert [each.result(DEADLINE) for each in asked] == [b"/0", b"/1", b"/2", b"/3"]
    assert ask(door, "/then") == b"/then"
    assert sorted(slow.begun) == ["/0", "/1", "/2", "/3", "/then"]


def test_a_full_queue_refuses_at_once(slow: SlowPages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overload, "LONGEST_WAIT", DEADLINE)
    door = Door(slow)
    with ThreadPoolExecutor(8) as readers:
        asked = fill(door, slow, readers)
        while door.pages.places.acquire(blocking=False):
            pass  # those who wait
        assert ask(door, "/more") == b"busy"
        slow.go.set()
        assert all(each.result(DEADLINE) for each in asked)


def test_livez_and_readyz_wait_for_no_page(slow: SlowPages) -> None:
    door = Door(slow)
    with ThreadPoolExecutor(8) as readers:
        fill(door, slow, readers)
        assert ask(door, "/livez") == b"/livez"
        readyz = readers.submit(ask, door, "/readyz")
        while "/readyz" not in slow.begun:
            assert not readyz.done(), "refused"
        slow.go.set()
        assert readyz.result(DEADLINE) == b"/readyz"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/livez", "/static/none.css", "/livezz"])
def test_what_does_not_wait_asks_nothing_whoever_comes(
    client: Client, path: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Each thread of the server would open a connection of its own to the database."""
    client.force_login(person("alice"))
    environ = client._base_environ(PATH_INFO=path)  # type: ignore[attr-defined]
    with one_connection(), django_assert_num_queries(0):
        assert b"".join(Door(handler)(environ, START))
    with one_connection(), CaptureQueriesContext(connection) as asked:
        assert b"".join(Door(handler).application(environ, START))
    assert asked.captured_queries


def test_what_fails_in_a_page_fails_as_before() -> None:
    def broken(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask(Door(broken), "/")


@pytest.mark.django_db
def test_a_refusal_says_when_to_come_back_and_asks_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, caplog: pytest.LogCaptureFixture
) -> None:
    with django_assert_num_queries(0):
        looked, program = (client.get(path, **{BUSY: True}) for path in ("/games/", "/api/turns/"))  # type: ignore[arg-type]
    for answer in (looked, program):
        assert answer.status_code == 503 and 3 <= int(answer["Retry-After"]) <= 8
        assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert looked["Refresh"] == looked["Retry-After"] and "Very busy right now" in looked.content.decode()
    assert program.json()["code"] == "site.busy" and program.json()["params"] == {}
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.django_db
def test_an_order_that_is_refused_is_not_played(client: Client) -> None:
    play = table()
    client.force_login(play.asked_user)
    before = play.fresh().seq
    path, order = f"/g/{play.game.slug}/", {"line": "", "order": play.likely(), "ref": play.waiting.ref, "key": "k"}
    answer = client.post(path, order, **{BUSY: True})  # type: ignore[arg-type]
    assert answer.status_code == 503 and "Refresh" not in answer and play.fresh().seq == before
    client.post(path, order)
    assert play.fresh().seq > before


def test_the_log_tells_of_refusals_once_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("config.overload.time.monotonic", lambda: now[0])
    refusals = Refusals()
    for _ in range(500):
        refusals.note()
    now[0] += 61
    refusals.note()
    assert [(record.levelname, record.args) for record in caplog.records] == [("WARNING", (1,)), ("WARNING", (500,))]


def test_the_server_refuses_and_lives_while_all_pages_are_slow() -> None:
    """With granian itself, for its threads are the places in which requests wait."""
    port = free_port()
    words = ["--interface", "wsgi", "--port", str(port), "--blocking-threads", "32", "--factory"]
    server = subprocess.Popen([sys.executable, "-m", "granian", *words, "tests.kit.slow_pages:served"], cwd=ROOT)
    try:
        with ThreadPoolExecutor(12) as readers:
            fetch(port, "/livez", patient=True)
            pages = [readers.submit(fetch, port, f"/{number}") for number in range(12)]
            while len(refused := [page for page in pages if page.done()]) < len(pages) - overload.MAKERS:
                wait(pages, timeout=0.1)
            assert {page.result() for page in refused} == {503} and fetch(port, "/livez") == 200
            fetch(port, "/livez/go")
            assert sorted(page.result(DEADLINE) for page in pages) == [200] * overload.MAKERS + [503] * len(refused)
    finally:
        server.terminate()
        server.wait(DEADLINE)


def fetch(port: int, path: str, patient: bool = False) -> int:
    """The status of an answer; waits for a server that only begins."""
    until = time.monotonic() + DEADLINE
    while True:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE)
        try:
            line.request("GET", path)
            return line.getresponse().status
        except ConnectionError:
            assert patient and time.monotonic() < until
            time.sleep(0.1)
        finally:
            line.close()
