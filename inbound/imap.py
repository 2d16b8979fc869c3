"""The door by IMAP: fetches mails from a mailbox, and moves each away only once its row is safe."""

from __future__ import annotations

import imaplib
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from urllib.parse import unquote, urlsplit

from django.conf import settings
from imap_tools import BaseMailBox, MailBox, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError

from games.services.locks import db_now
from inbound.models import InboundMail
from inbound.services.receiving import mail_receive

DONE = "Done"
BATCH = 100
FAULTS = (OSError, ImapToolsError, imaplib.IMAP4.error)
"""What a mailbox that cannot be used raises: of its connection, of a folder, of the talk with its server."""
WHOLE = "(INTERNALDATE BODY.PEEK[])"
"""A mail as the server has it, and when it came: nothing is parsed here."""


@contextmanager
def open_mailbox() -> Iterator[BaseMailBox]:
    """Open the mailbox of IMAP_URL, such as imaps://name:password@mail.example.org/INBOX."""
    parts = urlsplit(settings.IMAP_URL)
    secure = parts.scheme == "imaps"
    kind = MailBox if secure else MailBoxUnencrypted
    mailbox = kind(parts.hostname or "", port=parts.port or (993 if secure else 143))
    folder = parts.path.strip("/") or "INBOX"
    with ExitStack() as refused:
        refused.callback(mailbox.client.shutdown)  # which nobody does for a login that fails
        mailbox.login(unquote(parts.username or ""), unquote(parts.password or ""), initial_folder=folder)
        refused.pop_all()
    with mailbox:
        yield mailbox


def fetch_mails(mailbox: BaseMailBox) -> int:
    """Store the mails of a mailbox, the oldest first, and move each to `DONE`; returns how many. Raises DatabaseError
    for one that cannot be stored, which stays where it is."""
    if not mailbox.folder.exists(DONE):
        mailbox.folder.create(DONE)
    count = 0
    for uid in mailbox.uids()[:BATCH]:
        _answer, parts = mailbox.client.uid("fetch", uid, WHOLE)
        head, raw = next((part for part in parts if isinstance(part, tuple)), (b"", b""))
        if raw:
            mail_receive(raw, InboundMail.Door.IMAP, arrived_at(head))
        mailbox.move(uid, DONE)
        count += bool(raw)
    return count


def arrived_at(head: bytes) -> datetime:
    """Return when the mail server had a mail, never later than now."""
    now, said = db_now(), imaplib.Internaldate2tuple(head)
    return min(now, datetime.fromtimestamp(time.mktime(said), UTC)) if said else now
