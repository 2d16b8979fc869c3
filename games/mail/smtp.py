"""SMTP with the patience that RFC 5321 (4.5.3.2) asks of a client: each answer has minutes of its own.

For the threads that send the outbox. A page that sends a mail by itself waits as `EMAIL_TIMEOUT` says.
"""

from __future__ import annotations

import fcntl
import os
import smtplib
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.mail.backends import smtp

BLOCK = 64 * 1024
"""Bytes of a mail that are handed over at a time; each such block has its own minutes."""

ALIVE_SECONDS = 60.0
"""How often a server hears from somebody who waits; RFC 5321 lets it hang up after five minutes."""


class WorkerStopping(Exception):
    """The worker is about to stop, and the mail was not handed over."""


class HandoverLock:
    """A lock on the one mail of this worker that its server may have taken while "sent" is not stored yet.

    A crash sends that mail again, and no other. The price: a worker hands over one mail at a time, so a server that
    needs 45 s to accept one gets at most 1.3 a minute from it, however many threads wait. More workers send more.
    """

    def __init__(self) -> None:
        self._thread = threading.Lock()
        # The processes of a worker are forked from the one that makes this. What one holds is free when it dies.
        self._process = os.memfd_create("handover") if sys.platform == "linux" else None
        self._holder = 0
        self.stopping = False

    def acquire(self, still_here: Callable[[], object]) -> None:
        """Wait until no other mail is being handed over; `still_here` keeps the connection. Raises WorkerStopping."""
        heard = time.monotonic()
        while not self._take():
            if self.stopping:
                raise WorkerStopping
            if time.monotonic() - heard > ALIVE_SECONDS:
                heard = time.monotonic()
                still_here()
        self._holder = threading.get_ident()
        if self.stopping:  # the one before was waited for, and nobody follows it
            self.release()
            raise WorkerStopping

    def _take(self) -> bool:
        if not self._thread.acquire(timeout=0.5):
            return False
        try:
            if self._process is not None:
                fcntl.lockf(self._process, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except OSError:  # another process has it
            self._thread.release()
            time.sleep(0.02)
            return False

    def release(self) -> None:
        """Let the next mail in, if this thread holds the lock: what became of its own is stored."""
        if self._holder == threading.get_ident():
            self._holder = 0
            if self._process is not None:
                fcntl.lockf(self._process, fcntl.LOCK_UN)
            self._thread.release()


HANDOVER = HandoverLock()


class PatientTimeouts:
    """A mixin: a timeout for each step of a session (`SMTP_WAITS`, seconds), and one mail handed over at a time."""

    sock: socket.socket | None

    def data(self, msg: Any) -> Any:
        HANDOVER.acquire(self.noop)  # type: ignore[attr-defined]  # here and below: of smtplib.SMTP, beside which it is mixed
        return super().data(msg)  # type: ignore[misc]

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        """Connect with a short timeout, so that a server that is down is found out soon; one that is up may take long
        to greet."""
        connected: socket.socket = super()._get_socket(host, port, settings.SMTP_WAITS["connect"])  # type: ignore[misc]
        connected.settimeout(settings.SMTP_WAITS["greeting"])
        return connected

    def putcmd(self, cmd: str, args: str = "") -> None:
        self._wait_for(cmd.lower())
        super().putcmd(cmd, args)  # type: ignore[misc]

    def send(self, s: Any) -> None:
        """Send a command as it is, and a mail in blocks; its last line is answered when the server has taken it."""
        if isinstance(s, str):
            super().send(s)  # type: ignore[misc]
            return
        for at in range(0, len(s), BLOCK):
            self._wait_for("block")
            super().send(s[at : at + BLOCK])  # type: ignore[misc]
        self._wait_for("end")

    def _wait_for(self, step: str) -> None:
        if self.sock is not None:
            self.sock.settimeout(settings.SMTP_WAITS.get(step, settings.SMTP_WAITS["other"]))


class PatientSMTP(PatientTimeouts, smtplib.SMTP):
    pass


class PatientSMTPOverTLS(PatientTimeouts, smtplib.SMTP_SSL):
    pass


class EmailBackend(smtp.EmailBackend):
    """Django's, with that patience."""

    @property
    def connection_class(self) -> Any:
        return PatientSMTPOverTLS if self.use_ssl else PatientSMTP
