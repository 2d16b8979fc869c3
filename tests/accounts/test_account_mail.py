"""Mails about accounts go through the outbox: tried again, sealed while they wait, never with a code that ran out."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from games.mail.outbox import due_mails, outbox_deliver
from games.models import MailStop, OutboxMail
from games.services.locks import db_now
from tests.accounts.kit import Door, last_code, person

CODES = OutboxMail.objects.filter(template=OutboxMail.ACCOUNT)


def _ask(door: Door) -> OutboxMail:
    """A code that was asked for and lies in the outbox."""
    person()
    door.client.post("/accounts/login/code/", {"email": "tessel@example.org"})
    return CODES.get()


def test_a_code_has_the_headers_of_our_mails(door: Door, settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "Fieldpost <post@war.example>"
    person()
    door.ask_code("tessel@example.org")
    headers = mail.outbox[-1].extra_headers
    assert headers["Auto-Submitted"] == "auto-generated"
    assert headers["Message-ID"].endswith("@war.example>")
    assert mail.outbox[-1].message()["Message-ID"] == headers["Message-ID"]


def test_a_code_is_tried_again(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise SMTPServerDisconnected("gone")

    row = _ask(door)
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.message.EmailMessage.send", refuse)
        outbox_deliver()
    row.refresh_from_db()
    assert (row.state, mail.outbox) == (OutboxMail.State.RETRY, [])
    OutboxMail.objects.update(not_before=db_now())
    MailStop.objects.update(next_try_at=None)
    outbox_deliver()
    door.type_code(last_code())
    assert door.inside


def test_the_row_holds_no_code_and_forgets_what_it_sealed(door: Door) -> None:
    row = _ask(door)
    sealed = str(row.context)
    outbox_deliver()
    code = last_code()
    assert code not in sealed and code.replace("-", "") not in sealed
    row.refresh_from_db()
    assert (row.state, row.context) == (OutboxMail.State.SENT, {})


def test_a_code_that_ran_out_is_not_sent(door: Door) -> None:
    row = _ask(door)
    expired = row.context | {"expires_at": (timezone.now() - timedelta(seconds=1)).isoformat()}
    OutboxMail.objects.update(context=expired)
    outbox_deliver()
    row.refresh_from_db()
    assert (row.state, row.context, mail.outbox) == (OutboxMail.State.CANCELLED, {}, [])


def test_codes_go_before_all_other_mails_and_through_a_flood(door: Door) -> None:
    early = db_now() - timedelta(hours=1)
    other = OutboxMail.objects.create(key="x", template="passed", address="x@example.org", not_before=early)
    row = _ask(door)
    assert list(due_mails(db_now(), 10)) == [row, other]
    assert list(due_mails(db_now(), 1)) == [row]
    MailStop.objects.create(cause=MailStop.Cause.FLOOD, began_at=early)
    with pytest.MonkeyPatch.context() as flooded:
        flooded.setattr("games.services.mail_outage.is_flood", lambda now: True)
        assert outbox_deliver() == 1
    assert last_code()


def test_without_a_sender_nothing_is_lost_in_silence(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    from accounts.signals import account_mail

    person()
    monkeypatch.setattr(account_mail, "receivers", [])
    account_mail.sender_receivers_cache.clear()
    with pytest.raises(RuntimeError, match="account_mail"):
        door.ask_code("tessel@example.org")
    account_mail.sender_receivers_cache.clear()


def test_a_deleted_account_leaves_no_address_in_the_outbox(door: Door) -> None:
    from accounts.services import delete_account

    row = _ask(door)
    delete_account(person("osprey"))
    row.refresh_from_db()
    assert row.address == "tessel@example.org"
    from accounts.models import User

    delete_account(User.objects.get(username="tessel"))
    row.refresh_from_db()
    assert (row.address, row.context, row.state) == ("", {}, OutboxMail.State.CANCELLED)
