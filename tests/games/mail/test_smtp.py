"""Sending to a real SMTP server that fails in every way a server can fail."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult
from django.test import Client
from django.utils import timezone

from games.mail.outbox import outbox_deliver
from games.mail.render import mail_for
from games.models import MailStop, OutboxMail
from games.selectors.mailed_game import MailedGame
from tests.games.kit import Table, table
from tests.kit.mail_server import mail_server
from tests.kit.stack import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.faults]


class Server:
    """A mail server in a thread. `faults` says what it answers at a step, until it is emptied."""

    def __init__(self) -> None:
        self.received: list[Message] = []
        self.tries = 0
        self.faults: dict[str, str] = {}
        self.delay = 0.0

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if "rcpt" in self.faults:
            return self.faults["rcpt"]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        self.tries += 1
        if "mail" in self.faults:
            return self.faults["mail"]
        envelope.mail_from = address
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.delay:
            import asyncio

            await asyncio.sleep(self.delay)
        if "data" in self.faults:
            return self.faults["data"]
        self.received.append(message_from_bytes(envelope.content))
        return "250 OK"


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    handler = Server()
    settings.SMTP_WAITS = dict.fromkeys(settings.SMTP_WAITS, 2)
    with mail_server(handler, settings):
        yield handler


@pytest.fixture
def play() -> Table:
    made = table()
    OutboxMail.objects.exclude(template="turn").delete()
    return made


def retry_now() -> None:
    MailStop.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))
    OutboxMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))


def only_row() -> OutboxMail:
    return OutboxMail.objects.get(template="turn")


def test_a_turn_mail_arrives_whole(server: Server, play: Table) -> None:
    assert outbox_deliver() == 1
    mail = server.received[0]
    assert mail.get_content_type() == "multipart/related"
    kinds = [part.get_content_type() for part in mail.walk()]
    assert {"text/plain", "text/html", "image/png"} <= set(kinds)
    text = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
    assert "/l/" in text.get_payload(decode=True).decode()


@pytest.mark.parametrize(
    "faults", [{"rcpt": "451 greylisted"}, {"data": "451 busy"}, {"mail": "421 too many"}], ids=["rcpt", "data", "mail"]
)
def test_a_temporary_refusal_waits_half_a_minute_and_then_arrives(
    server: Server, play: Table, faults: dict[str, str]
) -> None:
    server.faults = faults
    assert outbox_deliver() == 0
    row = only_row()
    assert row.state == OutboxMail.State.RETRY
    assert 25 < (row.not_before - timezone.now()).total_seconds() < 40
    assert outbox_deliver() == 0 and server.tries == 1  # not before its time
    server.faults = {}
    retry_now()
    assert outbox_deliver() == 1
    assert only_row().state == OutboxMail.State.SENT and len(server.received) == 1


def test_a_server_that_hangs_is_given_up_after_the_time_out(server: Server, play: Table) -> None:
    server.delay = 20
    began = time.monotonic()
    assert outbox_deliver() == 0
    assert time.monotonic() - began < server.delay
    assert only_row().state == OutboxMail.State.RETRY
    server.delay = 0
    retry_now()
    assert outbox_deliver() == 1
    ids = {mail["Message-ID"] for mail in server.received}
    assert len(ids) == 1  # what was accepted after all is the same mail to its reader


def test_nobody_listening_loses_nothing(settings: Any, play: Table) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    assert outbox_deliver() == 0
    assert only_row().state == OutboxMail.State.RETRY and "Connection" in only_row().error


def test_an_unknown_recipient_is_dead_at_once_and_flagged(server: Server, play: Table) -> None:
    server.faults = {"rcpt": "550 no such user"}
    user = play.asked_user
    assert outbox_deliver() == 0
    user.refresh_from_db()
    assert only_row().state == OutboxMail.State.DEAD and user.bounced_at is not None
    assert not user.can_get_mail
    visitor = Client()
    visitor.force_login(user)
    assert "Mail to your address bounced" in visitor.get("/games/").content.decode()
    retry_now()
    server.faults = {}
    assert outbox_deliver() == 0 and not server.received


def test_a_wrong_password_stops_the_queue_and_kills_nothing(
    settings: Any, play: Table, caplog: pytest.LogCaptureFixture
) -> None:
    handler = Server()

    def refuse(*args: Any) -> AuthResult:
        handler.tries += 1
        return AuthResult(success=False, handled=False, message="535 5.7.8 wrong")

    with mail_server(handler, settings, authenticator=refuse, auth_require_tls=False):
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "post", "wrong"
        row = only_row()
        OutboxMail.objects.create(
            key="second",
            template="turn",
            user=row.user,
            game=row.game,
            seat=row.seat,
            ref=row.ref,
            not_before=timezone.now(),
        )
        with caplog.at_level("CRITICAL"):
            assert outbox_deliver() == 0
        assert handler.tries <= 2  # one mail tried, by at most two ways of logging in
        assert set(OutboxMail.objects.values_list("state", flat=True)) == {"retry", "queued"}
        assert any(record.levelname == "CRITICAL" for record in caplog.records)


def test_a_mail_that_cannot_be_made_is_kept_for_later(
    server: Server, play: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any) -> None:
        raise smtplib.SMTPException("no template")

    monkeypatch.setattr("games.mail.outbox.mail_for", broken)
    assert outbox_deliver() == 0
    assert only_row().state == OutboxMail.State.RETRY


def test_a_question_that_is_answered_while_its_mail_is_written_is_not_mailed(
    server: Server, play: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    row = only_row()

    def slow(mail: OutboxMail, mailed: MailedGame) -> Any:
        made = mail_for(mail, mailed)
        if mail.pk == row.pk:
            play.order(play.likely())
        return made

    monkeypatch.setattr("games.mail.outbox.mail_for", slow)
    outbox_deliver()
    row.refresh_from_db()
    assert (row.state, row.error) == (OutboxMail.State.CANCELLED, "answered before it was sent")
    assert not caplog.records


def test_a_turn_that_is_over_when_the_mail_would_go_is_not_mailed(server: Server, play: Table) -> None:
    play.order(play.likely())
    assert outbox_deliver() == 0 and not server.received
    assert only_row().state == OutboxMail.State.CANCELLED
