"""The door by SMTP and LMTP: whom it takes mail for, and when it says yes."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator

import pytest

from games.errors import GameError
from games.mail.inbox import inbox_reply, reply_address_of, stored, thread_of
from games.models import InboxMail
from inbound.models import InboundMail
from inbound.reading.mails import LARGEST
from inbound.services.handling import read_due
from inbound.smtp import SmtpDoor
from inbound.tests.mail_kit import address, reply
from tests.games.kit import Table, table
from tests.games.mail.kit import made

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=[False, True], ids=["smtp", "lmtp"])
def door(request: pytest.FixtureRequest, settings: object) -> Iterator[smtplib.SMTP]:
    """A client at an open door."""
    opened = SmtpDoor("127.0.0.1", free_port(), speaks_lmtp=request.param)
    opened.start()
    settings.MAIL_PORT = opened.port  # type: ignore[attr-defined]  # of the test
    client = (smtplib.LMTP if request.param else smtplib.SMTP)("127.0.0.1", opened.port)
    yield client
    client.close()
    opened.stop()


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def play() -> Table:
    return table()


def test_a_mail_for_a_good_address_is_stored_and_read(door: smtplib.SMTP, play: Table) -> None:
    row = play.waiting
    door.sendmail("alice@example.org", [address(row).upper()], reply("status", "post@testserver"))
    (mail,) = InboundMail.objects.all()
    assert bytes(mail.raw or b"").startswith(b"Return-Path: <alice@example.org>\r\n")
    assert read_due() == 1
    mail.refresh_from_db()
    assert (mail.code, mail.door) == ("commands", "smtp")


def test_other_addresses_are_refused_before_the_mail_is_sent(door: smtplib.SMTP, play: Table) -> None:
    good = address(play.waiting)
    false = f"{good.partition('@')[0][:-1]}{'a' if good.partition('@')[0][-1] != 'a' else 'b'}@testserver"
    for wrong in (false, "somebody@example.org", address(play.waiting, user_id=10**6)):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            door.sendmail("alice@example.org", [wrong], reply("end turn", wrong))
        assert next(iter(refused.value.recipients.values()))[0] == 550
    assert not InboundMail.objects.exists()


def test_a_mail_that_is_too_large_is_refused(door: smtplib.SMTP, play: Table) -> None:
    to = address(play.waiting)
    with pytest.raises((smtplib.SMTPSenderRefused, smtplib.SMTPDataError)) as refused:
        door.sendmail("alice@example.org", [to], reply("x\n" * LARGEST, to))
    assert refused.value.smtp_code == 552 and not InboundMail.objects.exists()


def test_a_mail_without_a_return_path_is_a_bounce(door: smtplib.SMTP, play: Table) -> None:
    door.sendmail("", [address(play.waiting)], reply("end turn", address(play.waiting)))
    read_due()
    assert InboundMail.objects.get().code == "bounce"


def test_the_local_inbox_answers_through_the_door(door: smtplib.SMTP, play: Table) -> None:
    sent = stored(made(play.game, "turn", play.waiting.seat), play.asked_user.email)
    sent.save()
    assert reply_address_of(sent) == address(play.waiting)
    if isinstance(door, smtplib.LMTP):
        with pytest.raises(GameError, match="mail door"):
            inbox_reply(sent, "status")
        return
    answer = inbox_reply(sent, "status")
    read_due()
    assert InboundMail.objects.get().code == "commands"
    assert [mail.pk for mail in thread_of(answer)] == [sent.pk, answer.pk]
    assert thread_of(InboxMail.objects.get(pk=sent.pk))[-1].text.startswith("status")
