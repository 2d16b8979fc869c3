"""Replies as people send them, and what comes of them."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from uuid import uuid4

from django.core import mail as sent_by_django

from games.mail.outbox import outbox_deliver
from games.mail.render import MailMessage
from games.mail.reply import ReplyAddress, address_of
from games.models import OutboxMail, Waiting
from games.services.locks import db_now
from inbound.models import InboundMail
from inbound.services.handling import handle_safely
from inbound.services.receiving import mail_receive
from tests.games.kit import Table, table


def table_attacking() -> Table:
    """A game in which Alice is asked to attack."""
    play = table()
    for _ in range(40):
        if play.waiting.kind == "battle.attack_asked" and play.asked_user == play.alice:
            return play
        play.order("end turn" if play.waiting.kind == "battle.attack_asked" else play.likely())
    raise AssertionError("Alice is not asked to attack")


def address(row: Waiting, **changed: int) -> str:
    """The reply address of an open question."""
    user = row.player.user
    assert user is not None
    named = {"game_id": row.game_id, "seat": row.seat, "number": row.ref, "user_id": user.pk, **changed}
    return address_of(ReplyAddress(**named), user.reply_epoch)


def reply(text: str, to: str, sender: str = "alice@example.org", **headers: str) -> bytes:
    """The bytes of a mail with this text."""
    made = EmailMessage(policy=SMTP)
    made["From"], made["To"], made["Subject"] = sender, to, headers.pop("Subject", "Re: Long Winter")
    made["Message-ID"] = headers.pop("message_id", f"<{uuid4()}@example.org>")
    for name, value in headers.items():
        made[name.replace("_", "-")] = value
    made.set_content(text)
    return made.as_bytes()


def receive(raw: bytes, door: str = "smtp", **fields: object) -> InboundMail:
    """Store a mail and read it."""
    mail = mail_receive(raw, door, db_now(), **fields)  # type: ignore[arg-type]  # of the test
    handle_safely(mail)
    mail.refresh_from_db()
    return mail


def answer(play: Table, text: str, **headers: str) -> InboundMail:
    """Answer the open question of a table by mail."""
    return receive(reply(text, address(play.waiting), **headers))


def receipt_of(mail: InboundMail) -> MailMessage:
    """Send what is queued, and return the answer to a mail."""
    sent_by_django.outbox.clear()
    OutboxMail.objects.exclude(key=mail.receipt_key).filter(state="queued").update(state="cancelled")
    outbox_deliver()
    (letter,) = sent_by_django.outbox
    assert isinstance(letter, MailMessage)
    return letter
