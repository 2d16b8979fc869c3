"""Render a queued mail when it is sent, from what its reader may see at that moment.

Turn mails and reminders: games.mail.turn. All others: games.mail.news.
"""

from __future__ import annotations

import hashlib
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.utils import timezone, translation

from accounts.game_mail import KINDS, mail_token
from accounts.mailing import open_mail
from games.mail import news
from games.mail.letter import MailMessage, letter, one_line, wrap_text
from games.mail.links import absolute_url
from games.mail.reader import Reader
from games.mail.turn import turn_context
from games.models import OutboxMail
from games.models.paths import token_path
from games.selectors.mailed_game import MailedGame
from games.services.mail_policy import kind_of

TURNS = ("turn", "reminder")


def mail_for(mail: OutboxMail, mailed: MailedGame | None = None) -> MailMessage:
    """Render the message of an outbox row, in its reader's language and zone. `mailed` is its game, if several mails of
    it are made together."""
    if mail.template == OutboxMail.ACCOUNT:
        return account_letter(mail)
    user = mail.user
    reader = Reader.of(mail, mailed)
    with (
        translation.override((user.language if user else "") or settings.LANGUAGE_CODE),
        timezone.override(reader.zone),
    ):
        context = context_of(mail, reader)
        context["links"] = {**context["links"], **mail_links(mail)}
        context["stops"] = KINDS[kind_of(mail)].stop
        template = "turn" if mail.template in TURNS else "news"
        to = user.email if user else mail.address
        return letter(template, context, subject=context["subject"], to=to, headers=headers(mail))


def account_letter(mail: OutboxMail) -> MailMessage:
    """Render a mail about an account, which was written when it was queued."""
    subject, text = open_mail(mail.context["sealed"])
    return MailMessage(one_line(subject), wrap_text(text), to=[mail.address], headers=headers(mail))


def context_of(mail: OutboxMail, reader: Reader) -> dict[str, Any]:
    if mail.template in TURNS:
        return turn_context(mail, reader, late=mail.template == "reminder")
    return news.MAKERS[mail.template](mail, reader)


def headers(mail: OutboxMail) -> dict[str, str]:
    """Set the same Message-ID each time the row is sent, one thread for each game, and unsubscribing by one click."""
    made = {"Message-ID": message_id(mail.key), "Auto-Submitted": "auto-generated"}
    if mail.game_id:
        made["References"] = made["In-Reply-To"] = message_id(f"game:{mail.game_id}")
    if mail.user:
        made["List-Unsubscribe"] = f"<{settings_url(mail.user, kind_of(mail))}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return made


def message_id(key: str) -> str:
    """Derive a Message-ID that tells strangers nothing of the key."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return f"<{hashlib.sha256(key.encode()).hexdigest()[:32]}@{domain}>"


def mail_links(mail: OutboxMail) -> dict[str, str]:
    """Link the foot of a mail: to all settings, and to where its own kind is stopped."""
    if not mail.user:
        return {}
    return {"mails": settings_url(mail.user), "stop": settings_url(mail.user, kind_of(mail))}


def settings_url(user: Any, kind: str = "") -> str:
    return absolute_url(token_path("mail-preferences", mail_token(user, kind)))
