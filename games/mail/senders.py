"""The threads that send mail: a slow mail server keeps them waiting, and no deadline.

A task only wakes them. It ends at once, so no time limit breaks off a mail in the middle, which would then go out
twice, and no worker is kept from passing turns.
"""

from __future__ import annotations

import logging
import threading
import time

from django.db import connections

from games.mail import leases
from games.mail.outbox import outbox_deliver
from games.mail.smtp import HANDOVER

log = logging.getLogger(__name__)

MOST_THREADS = 4
"""How many threads of one process send. Each holds a connection to the mail server and one to the database while it
works. They greet the server side by side and hand over mails one by one: see `games.mail.smtp.HandoverLock`."""


class Sender(threading.Thread):
    """Sends what is due until nothing is left."""

    def __init__(self, stopping: threading.Event) -> None:
        super().__init__(name="sender", daemon=True)
        self._stopping = stopping
        self._since = time.monotonic()

    @property
    def is_slow(self) -> bool:
        return time.monotonic() - self._since > leases.SLOW

    def run(self) -> None:
        try:
            while outbox_deliver(go_on=self.go_on) and not self._stopping.is_set():
                pass
        except Exception:
            log.exception("sending mail broke off; the next tick goes on")
        finally:
            connections.close_all()

    def go_on(self) -> bool:
        """Check whether to send one more mail."""
        self._since = time.monotonic()
        return not self._stopping.is_set()


class Senders:
    """The threads of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._running: list[Sender] = []

    def wake(self) -> bool:
        """Have due mails sent by a thread that is at it and gets on, else by a new one. Returns whether one began."""
        with self._lock:
            self._running = [sender for sender in self._running if sender.is_alive()]
            busy = len(self._running) >= MOST_THREADS or any(not sender.is_slow for sender in self._running)
            if busy or self._stopping.is_set():
                return False
            self._running.append(Sender(self._stopping))
            self._running[-1].start()
            return True

    def finish(self, seconds: float) -> None:
        """Take up no further mail, begin to hand over none, and wait so long for the one that is being handed over."""
        self._stopping.set()
        HANDOVER.stopping = True
        until = time.monotonic() + seconds
        for sender in self._running:
            sender.join(max(0.0, until - time.monotonic()))
        self._stopping = threading.Event()  # for a worker that is started anew in this process
        HANDOVER.stopping = False


SENDERS = Senders()
