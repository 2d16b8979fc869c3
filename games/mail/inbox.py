"""A mail backend for the local site: mails go into a table and are read at /inbox/, and answered from there."""

from __future__ import annotations

import smtplib
from collections.abc import Sequence
from email.message import EmailMessage as PlainMail
from email.parser import BytesHeaderParser
from email.policy import SMTP
from email.utils import format_datetime, make_msgid, parseaddr

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import GameError
from games.mail.reply import read_address
from games.models import InboxMail

DOOR = "127.0.0.1"
DOOR_SECONDS = 10
LONGEST_THREAD = 40


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
        message_id=message.extra_headers.get("Message-ID", "")[:200],
        in_reply_to=message.extra_headers.get("In-Reply-To", "")[:200],
    )


# ---- answers


def reply_address_of(mail: InboxMail) -> str:
    """Return the address that a mail asks to be answered at; empty for one that asks for no answer."""
    address = parseaddr(BytesHeaderParser().parsebytes(bytes(mail.raw)).get("Reply-To", ""))[1]
    return address if read_address(address) else ""


def inbox_reply(mail: InboxMail, text: str) -> InboxMail:
    """Answer a mail as its reader would, through the site's own SMTP door, and keep the answer beside it. Raises
    GameError if the door does not take it."""
    reply = answer_to(mail, text)
    try:
        with smtplib.SMTP(DOOR, settings.MAIL_PORT, timeout=DOOR_SECONDS) as door:
            door.send_message(reply)
    except smtplib.SMTPResponseException as refused:
        raise GameError(
            _("The site’s mail door refused your email: %(why)s") % {"why": refused.smtp_error}
        ) from refused
    except (OSError, smtplib.SMTPException) as error:
        raise GameError(_("The site’s mail door cannot be reached. Is the worker running?")) from error
    return InboxMail.objects.create(
        recipient=reply["To"],
        subject=reply["Subject"],
        text=reply.get_content(),
        raw=reply.as_bytes(),
        message_id=reply["Message-ID"],
        in_reply_to=mail.message_id,
    )


def answer_to(mail: InboxMail, text: str) -> PlainMail:
    """Write an answer above a quotation of the mail, as mail programs do."""
    ours, now = settings.DEFAULT_FROM_EMAIL, timezone.now()
    quoted = "\n".join(f"> {line}" for line in mail.text.splitlines())
    made = PlainMail(policy=SMTP)
    made["From"], made["To"] = mail.recipient, reply_address_of(mail)
    made["Subject"] = mail.subject if mail.subject.startswith("Re: ") else f"Re: {mail.subject}"
    made["Date"], made["Message-ID"] = format_datetime(now), make_msgid(domain="localhost.localdomain")
    made["In-Reply-To"] = made["References"] = mail.message_id
    attribution = f"On {now:%d %b %Y at %H:%M}, {ours} wrote:"  # as typed
    made.set_content(f"{text.strip()}\n\n{attribution}\n{quoted}\n")
    return made


def thread_of(mail: InboxMail) -> list[InboxMail]:
    """List the mails of one conversation, the oldest first: what a mail answers, and what answers it."""
    first = mail
    for _step in range(LONGEST_THREAD):
        before = InboxMail.objects.filter(message_id=first.in_reply_to).exclude(message_id="").order_by("pk").first()
        if before is None or before.pk >= first.pk:
            break
        first = before
    found, ids = {first.pk: first}, [first.message_id]
    while ids and len(found) < LONGEST_THREAD:
        answers = InboxMail.objects.filter(in_reply_to__in=filter(None, ids)).exclude(pk__in=found)
        ids = [answer.message_id for answer in answers]
        found |= {answer.pk: answer for answer in answers}
    return [found[pk] for pk in sorted(found)]
