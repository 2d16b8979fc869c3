"""Take a mail from a door: nothing is parsed before its row is safe."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime

from django.db import transaction

from games.services.locks import after_commit
from inbound.models import LONGEST_ADDRESS, InboundMail

MESSAGE_ID = re.compile(rb"^message-id:\s*(<[^<>\s]{1,990}>)", re.IGNORECASE | re.MULTILINE)
RECEIVED = re.compile(
    rb"^(?:received|delivered-to|return-path):[^\n]*\n(?:[ \t][^\n]*\n)*", re.IGNORECASE | re.MULTILINE
)
HEAD = re.compile(rb"\r?\n\r?\n")
LARGEST_STORED = 1024 * 1024
"""Bytes that are stored of a mail; doors refuse larger ones, and four times less is all that is read."""


def mail_receive(
    raw: bytes,
    door: str,
    arrived_at: datetime,
    envelope_to: str = "",
    proof: bool = False,
    *,
    ticket: str | None = None,
) -> InboundMail:
    """Store a mail and wake its reader. `arrived_at` is when the door had it, `proof` whether the door vouches for its
    sender. What comes under a `ticket` that was used is not stored: the row of the first time is returned. Whatever a
    mail holds, this does not fail for it; it raises DatabaseError if the row cannot be stored."""
    fields = {
        "raw": raw[:LARGEST_STORED],
        "door": door,
        "arrived_at": arrived_at,
        "envelope_to": envelope_to[:LONGEST_ADDRESS].replace("\0", ""),
        "is_proved": proof,
        "named": name_of(raw),
    }
    with transaction.atomic():
        if ticket is None:
            mail = InboundMail.objects.create(**fields)
        else:
            mail, _is_new = InboundMail.objects.get_or_create(ticket=ticket, defaults=fields)
        after_commit("inbound.tasks.read")
    return mail


def name_of(raw: bytes) -> str:
    """Hash the Message-ID of a mail; of one without, all its bytes but for the lines that servers add on its way."""
    head = HEAD.split(raw[:LARGEST_STORED], 1)[0]
    found = MESSAGE_ID.search(head)
    if found:
        return hashlib.sha256(found[1]).hexdigest()
    rest = raw[len(head) :]
    return hashlib.sha256(RECEIVED.sub(b"", head + b"\n") + rest).hexdigest()
