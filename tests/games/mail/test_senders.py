"""The threads that send: how long one goes on, when another is begun, and how a worker that stops waits for them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from games.mail import leases, senders
from games.mail.senders import MOST_THREADS, Sender, Senders
from games.mail.smtp import HANDOVER

SOON = 20.0
"""Seconds that a thread may take to get on, on a machine that is busy with other things."""


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """One item for each time that a sender has closed its connections."""
    found: list[bool] = []
    others = set(threading.enumerate()) - {threading.current_thread()}

    def note() -> None:  # a thread that an earlier test left behind may end just now
        if threading.current_thread() not in others:
            found.append(True)

    monkeypatch.setattr(senders.connections, "close_all", note)
    return found


class Server:
    """Stands for the mails that are due: each hand-over lasts until `go`."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.begun = threading.Semaphore(0)
        self.was_stopping: list[bool] = []

    def deliver(self, go_on: Callable[[], bool]) -> int:
        self.begun.release()
        assert self.go.wait(SOON)
        self.was_stopping.append(HANDOVER.stopping)
        return 0


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, closed: list[bool]) -> Iterator[Server]:
    made = Server()
    monkeypatch.setattr(senders, "outbox_deliver", made.deliver)
    yield made
    made.go.set()


@pytest.mark.parametrize(("delivered", "calls"), [([3, 1, 0, 1], 3), ([0], 1)])
def test_a_sender_goes_on_until_nothing_is_due(
    delivered: list[int], calls: int, closed: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter(delivered)
    asked: list[bool] = []

    def deliver(go_on: Callable[[], bool]) -> int:
        asked.append(go_on())
        return next(left)

    monkeypatch.setattr(senders, "outbox_deliver", deliver)
    Sender(threading.Event()).run()
    assert asked == [True] * calls and closed == [True]


def test_a_sender_ends_with_the_mail_in_its_hands_when_its_worker_stops(
    closed: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    stopping = threading.Event()
    asked: list[bool] = []

    def deliver(go_on: Callable[[], bool]) -> int:
        stopping.set()
        asked.append(go_on())
        return 1

    monkeypatch.setattr(senders, "outbox_deliver", deliver)
    Sender(stopping).run()
    assert asked == [False] and closed == [True]


def test_a_sender_that_breaks_off_says_so_and_closes_its_connections(
    closed: list[bool], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(go_on: Callable[[], bool]) -> int:
        raise RuntimeError("a fault of the database")

    monkeypatch.setattr(senders, "outbox_deliver", breaks)
    Sender(threading.Event()).run()
    assert "sending mail broke off" in caplog.text and "a fault of the database" in caplog.text
    assert closed == [True]


def test_another_sender_begins_while_all_others_are_slow_up_to_four(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Senders()
    assert made.wake() and not made.wake(), "the first gets on"
    monkeypatch.setattr(leases, "SLOW", -1.0)
    assert [made.wake() for _ in range(MOST_THREADS)] == [True] * (MOST_THREADS - 1) + [False]
    server.go.set()
    made.finish(SOON)
    assert made.wake(), "those that have ended make room"
    made.finish(SOON)
    assert len(server.was_stopping) == MOST_THREADS + 1


def test_a_sender_is_slow_by_its_last_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "SLOW", 60.0)
    sender = Sender(threading.Event())
    assert not sender.is_slow
    sender._since -= 61
    assert sender.is_slow and sender.go_on() and not sender.is_slow


def test_a_worker_that_stops_waits_for_the_mail_that_is_handed_over(server: Server) -> None:
    made = Senders()
    assert made.wake() and server.begun.acquire(timeout=SOON)
    stopping = threading.Thread(target=made.finish, args=(SOON,))
    stopping.start()
    until = time.monotonic() + SOON
    while not HANDOVER.stopping and time.monotonic() < until:
        time.sleep(0.001)
    assert not made.wake() and stopping.is_alive(), "none is begun, and the worker waits"
    server.go.set()
    stopping.join(SOON)
    assert server.was_stopping == [True] and not HANDOVER.stopping


def test_a_worker_that_stops_waits_no_longer_than_it_may(server: Server) -> None:
    made = Senders()
    assert made.wake() and server.begun.acquire(timeout=SOON)
    began = time.monotonic()
    made.finish(0.05)
    assert 0.05 <= time.monotonic() - began < SOON / 2 and not server.was_stopping
    assert not HANDOVER.stopping and not made.wake(), "the old one is still at it"
    server.go.set()
