"""Mails about the account itself: codes, warnings, answers. Written here, sent by whoever listens to `account_mail`.

They hold codes, so what is handed over is sealed: a copy of the database opens no account.
"""

from __future__ import annotations

import json
from datetime import datetime

from accounts.models import User
from accounts.sealing import seal, unseal
from accounts.signals import account_mail

PURPOSE = "account mail"  # as typed


def hand_over(address: str, subject: str, text: str, expires_at: datetime | None = None) -> None:
    """Give a mail to the sender of the site's mails; after `expires_at` it is not sent any more.

    Raises RuntimeError if nothing sends mail here: a code that silently goes nowhere is worse than an error.
    """
    sealed = seal(json.dumps([subject, text]), PURPOSE)
    if not account_mail.send(sender=User, address=address, sealed=sealed, expires_at=expires_at):
        raise RuntimeError("no receiver of accounts.signals.account_mail is connected, so no account mail can be sent")


def open_mail(sealed: str) -> tuple[str, str]:
    """Open a sealed mail; returns its subject and its text."""
    subject, text = json.loads(unseal(sealed, PURPOSE))
    return subject, text
