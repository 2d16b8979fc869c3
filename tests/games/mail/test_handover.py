"""The lock on the one mail of a worker that its server may have taken: between threads, and between processes."""

from __future__ import annotations

import fcntl
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from games.mail.smtp import HandoverLock, WorkerStopping

pytestmark = [pytest.mark.once, pytest.mark.timeout(20)]


@contextmanager
def held_by_another_process(lock: HandoverLock) -> Iterator[None]:
    """A fork that hands over a mail for the length of the block."""
    assert lock._process is not None
    (told, tell), (awaited, end) = os.pipe(), os.pipe()
    if not (child := os.fork()):
        fcntl.lockf(lock._process, fcntl.LOCK_EX)
        os.write(tell, b"x")
        os.read(awaited, 1)
        os._exit(0)
    os.read(told, 1)
    try:
        yield
    finally:
        os.write(end, b"x")
        os.waitpid(child, 0)
        for pipe in (told, tell, awaited, end):
            os.close(pipe)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has files in memory that are locked between processes")
def test_it_is_not_taken_while_another_process_has_it() -> None:
    lock = HandoverLock()
    with held_by_another_process(lock):
        assert not lock._take()
        assert not lock._thread.locked(), "the threads of this process have to try again"
    assert lock._take()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has files in memory that are locked between processes")
def test_another_process_may_take_it_once_it_is_let_go() -> None:
    lock = HandoverLock()
    lock.acquire(lambda: None)
    lock.release()
    with held_by_another_process(lock):
        assert not lock._take()


def test_it_is_not_taken_while_another_thread_has_it_and_only_its_holder_lets_go() -> None:
    lock, found = HandoverLock(), []
    lock.acquire(lambda: None)
    other = threading.Thread(target=lambda: (lock.release(), found.append(lock._take())))
    other.start()
    other.join()
    assert found == [False]
    lock.release()
    assert lock._take()


def test_nobody_takes_it_once_the_worker_stops() -> None:
    lock = HandoverLock()
    lock.stopping = True
    with pytest.raises(WorkerStopping):
        lock.acquire(lambda: None)
    assert lock._take()
