"""SMTP with the patience that RFC 5321 (4.5.3.2) asks of a client: each answer has minutes of its own.

For the threads that send the outbox. A page that sends a mail by itself waits as `EMAIL_TIMEOUT` says.
"""

from __future__ import annotations

import smtplib
import socket
from typing import Any

from django.conf import settings
from django.core.mail.backends import smtp

BLOCK = 64 * 1024
"""Bytes of a mail that are handed over at a time; each such block has its own minutes."""


class Patient:
    """Gives each step of a conversation its time from `SMTP_WAITS`, in seconds."""

    sock: socket.socket | None

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        """A server that is not there is found out soon; one that is there may take long to greet."""
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


class PatientSMTP(Patient, smtplib.SMTP):
    pass


class PatientSMTPOverTLS(Patient, smtplib.SMTP_SSL):
    pass


class EmailBackend(smtp.EmailBackend):
    """Django's, with that patience."""

    @property
    def connection_class(self) -> Any:
        return PatientSMTPOverTLS if self.use_ssl else PatientSMTP
