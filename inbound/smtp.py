"""The door by SMTP and LMTP: takes mails for reply addresses and hands each over once its row is safe.

An address that is not ours, or whose signature is false, is refused before anything of the mail is sent; so nobody
fills the table who has no mail of ours. 250 is said only after the commit.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from email.utils import parseaddr

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import DatabaseError, close_old_connections

from games.mail.reply import read_address
from games.services.locks import db_now
from inbound.models import InboundMail
from inbound.reading.mails import LARGEST
from inbound.services.receiving import mail_receive

log = logging.getLogger(__name__)

TAKEN = "250 OK"
UNKNOWN = "550 5.1.1 No such address here"  # as typed
LATER = "451 4.3.0 Try again later"  # as typed
MOST_RECIPIENTS = 2
"""Of our addresses in one mail: with two nothing is played, and its sender is told."""
TOO_MANY = "452 4.5.3 Too many recipients"  # as typed


class Door:
    """Takes what a mail server, or a mail program on this machine, sends."""

    async def handle_MAIL(  # as aiosmtpd calls it
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Sequence[str]
    ) -> str:
        envelope.mail_from = address or ""
        envelope.mail_options.extend(options)
        return TAKEN

    async def handle_RCPT(  # as above
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Sequence[str]
    ) -> str:
        """Take an address of ours."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        try:
            is_known = await sync_to_async(is_known_address)(address)
        except DatabaseError:
            return LATER
        if not is_known:
            return UNKNOWN
        envelope.rcpt_tos.append(address)
        return TAKEN

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # as above
        """Store a mail, once for all its addresses."""
        try:
            await sync_to_async(store)(envelope)
        except DatabaseError:
            log.warning("a mail could not be stored, and its server tries again", exc_info=True)
            return LATER
        return TAKEN


def is_known_address(address: str) -> bool:
    """Check whether an address is the site's own, or a reply address with a good signature."""
    close_old_connections()
    if address.lower() == parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower():
        return True
    found = read_address(address)
    if found is None:
        return False
    people = get_user_model().objects.filter(pk=found.named.user_id, is_active=True)
    epoch = people.values_list("reply_epoch", flat=True).first()
    return epoch is not None and found.is_genuine(epoch)


def store(envelope: Envelope) -> None:
    """Store a mail with its return path, as a mail server leaves it. Raises DatabaseError."""
    close_old_connections()
    content = envelope.original_content or envelope.content or b""
    raw = content if isinstance(content, bytes) else content.encode()
    path = f"Return-Path: <{(envelope.mail_from or '').strip('<>')}>\r\n".encode("utf-8", "replace")
    mail_receive(path + raw, InboundMail.Door.SMTP, db_now(), ", ".join(envelope.rcpt_tos))


class SmtpDoor(Controller):
    """Listens in a thread of its own; with `speaks_lmtp` as a mail server's last stop."""

    def __init__(self, host: str, port: int, *, speaks_lmtp: bool = False) -> None:
        self.speaks_lmtp = speaks_lmtp
        super().__init__(Door(), hostname=host, port=port, data_size_limit=LARGEST, decode_data=False)

    def factory(self) -> SMTP:
        kind = LMTP if self.speaks_lmtp else SMTP
        return kind(self.handler, **self.SMTP_kwargs)


class MailDoor:
    """The door as a service that runs until it is stopped."""

    def __init__(self, host: str, port: int, *, speaks_lmtp: bool = False) -> None:
        self._door = SmtpDoor(host, port, speaks_lmtp=speaks_lmtp)
        self._stopped = threading.Event()

    def start(self) -> None:
        """Take mail until `stop`. Raises OSError for a port that is taken."""
        self._door.start()
        self._stopped.wait()
        self._door.stop()

    def stop(self) -> None:
        self._stopped.set()
