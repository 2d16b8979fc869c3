"""A mail backend for the local site: mails go into a table and are read at /inbox/."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from games.models import InboxMail


class InboxBackend(BaseEmailBackend):
    """Stores each message once for each of its recipients."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            InboxMail.objects.bulk_create(stored(message, recipient) for recipient in message.recipients())
        return len(email_messages)


def stored(message: EmailMessage, recipient: str) -> InboxMail:
    """Build the row of one message for one of its recipients."""
    html = ""
    if isinstance(message, EmailMultiAlternatives):
        html = next((str(part[0]) for part in message.alternatives if part[1] == "text/html"), "")
    return InboxMail(
        recipient=recipient,
        subject=message.subject[:300],
        text=str(message.body),
        html=html,
        raw=message.message().as_bytes(),
    )
