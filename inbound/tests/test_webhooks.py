"""The door by webhooks: who may post, what is stored, and that posting again does no harm."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.checks import run_checks
from django.db import OperationalError
from django.test import Client

from games.models import Entry, OutboxMail
from inbound.models import InboundMail
from inbound.reading.mails import LARGEST
from inbound.services.handling import read_due
from inbound.tests.mail_kit import address, receive, reply, table_attacking
from inbound.webhooks import READS_LARGE
from tests.games.kit import Table

pytestmark = pytest.mark.django_db

KEY, SECRET = "key-0123456789abcdef", "postmark:a-password-of-many-letters"
MAILGUN, POSTMARK = "/mail/in/mailgun/mime/", "/mail/in/postmark/"
Post = Callable[..., dict[str, Any]]


def mailgun(raw: bytes, to: str = "", *, secret: str = KEY, token: str = "first", **more: str) -> dict[str, Any]:
    """A request as Mailgun makes it; its signature says nothing of the mail."""
    signature = hmac.new(secret.encode(), f"1606241100{token}".encode(), hashlib.sha256).hexdigest()
    signed = {"timestamp": "1606241100", "token": token, "signature": signature}
    mail = {"body-mime": raw.decode(), "recipient": to, "sender": "alice@example.org"}
    return {"path": MAILGUN, "data": {**signed, **mail, **more}}


def postmark(raw: bytes, to: str = "", *, secret: str = SECRET, token: str = "first", **more: Any) -> dict[str, Any]:
    """A request as Postmark makes it."""
    path = [{"Name": "Return-Path", "Value": "<alice@example.org>"}]
    said = {"RawEmail": raw.decode(), "OriginalRecipient": to, "Headers": path, "MessageID": token, **more}
    return {"path": POSTMARK, "data": json.dumps(said), "content_type": "application/json", **known(secret)}


def known(secret: str = SECRET) -> dict[str, Any]:
    return {"headers": {"Authorization": f"Basic {base64.b64encode(secret.encode()).decode()}"}}


both = pytest.mark.parametrize("made", [mailgun, postmark])


@pytest.fixture(autouse=True)
def _providers(settings: Any) -> None:
    settings.ANYMAIL = {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY}
    settings.POSTMARK_SECRET = SECRET


@pytest.fixture
def play() -> Table:
    return table_attacking()


def post(request: dict[str, Any]) -> int:
    """Post as a provider does; the status of the answer."""
    status: int = Client(raise_request_exception=False, enforce_csrf_checks=True).post(**request).status_code
    return status


@both
def test_a_mail_is_stored_as_it_came_and_read(made: Post, play: Table) -> None:
    raw = reply("status", "post@testserver")
    assert post(made(raw, address(play.waiting))) == 200
    (mail,) = InboundMail.objects.all()
    assert bytes(mail.raw or b"") == b"Return-Path: <alice@example.org>\r\n" + raw
    assert (mail.door, mail.state, mail.is_proved) == ("webhook", "new", False)
    assert read_due() == 1
    mail.refresh_from_db()
    assert (mail.code, mail.seat) == ("commands", play.waiting.seat)


@both
def test_who_does_not_know_the_secret_stores_nothing(made: Post, play: Table) -> None:
    raw = reply("end turn", address(play.waiting))
    unsigned = {**made(raw), "headers": {}}
    if made is mailgun:
        unsigned["data"] = {"body-mime": raw.decode()}
    for request in (unsigned, made(raw, secret=f"{SECRET}x"), made(raw, secret="")):
        assert post(request) == 400
    assert not InboundMail.objects.exists()


@pytest.mark.parametrize(
    "signed",
    [{"token": "é"}, {"timestamp": "é"}, {"signature": "é"}, {"timestamp": "1606241101"}],
    ids=str,
)
def test_a_broken_signature_is_no_signature(signed: dict[str, str]) -> None:
    assert post(mailgun(b"", **signed)) == 400
    assert not InboundMail.objects.exists()


@pytest.mark.parametrize("body", ['{"signature": []}', '{"signature": {"token": 1}}', "[]", "null", "{", "[" * 5000])
def test_json_is_no_mail_of_mailgun(body: str) -> None:
    assert post({"path": MAILGUN, "data": body, "content_type": "application/json"}) == 400
    assert not InboundMail.objects.exists()


@both
def test_a_request_that_comes_again_plays_once(made: Post, play: Table) -> None:
    request = made(reply("end turn", address(play.waiting)))
    assert [post(request) for _ in range(3)] == [200] * 3
    read_due()
    codes = InboundMail.objects.exclude(code="duplicate").values_list("code", flat=True)
    assert list(codes) == ["played"]
    assert Entry.objects.filter(source=Entry.Source.MAIL, implied=False).count() == 1
    assert OutboxMail.objects.filter(key__startswith="receipt:").count() == 1


def test_a_signature_lets_one_mail_in(play: Table) -> None:
    raw, other = (reply(text, address(play.waiting)) for text in ("status", "end turn"))
    assert [post(mailgun(raw)), post(mailgun(other)), post(mailgun(other, token="second"))] == [200] * 3
    moved = mailgun(other, token="first")
    moved["data"] |= {"timestamp": "16062411", "token": "00first"}  # the same signature
    assert post(moved) == 200
    assert [mail.raw.endswith(raw) for mail in InboundMail.objects.order_by("pk")] == [True, False]


@both
def test_a_mail_that_came_through_another_door_is_a_copy(made: Post, play: Table) -> None:
    raw = reply("end turn", address(play.waiting))
    assert receive(raw, "imap").code == "played"
    assert post(made(raw)) == 200
    read_due()
    assert InboundMail.objects.get(door="webhook").code == "duplicate"
    assert Entry.objects.filter(source=Entry.Source.MAIL, implied=False).count() == 1


@both
def test_sizes_are_limited(made: Post, play: Table, settings: Any) -> None:
    to = address(play.waiting)
    assert post(made(reply("x " * LARGEST, to))) == 200
    read_due()
    assert InboundMail.objects.get().code == "too_big"
    larger = made(reply("x " * settings.LARGEST_BODY, to), token="second")
    with READS_LARGE:
        assert post(larger) == 503 and InboundMail.objects.count() == 1
    assert post(larger) == 200
    read_due()
    mail = InboundMail.objects.latest("pk")
    assert (mail.code, mail.answer) == ("too_big", "receipt")
    settings.LARGEST_POSTED_MAIL = settings.LARGEST_BODY
    assert post(made(reply("x " * settings.LARGEST_BODY, to))) == 413
    assert InboundMail.objects.count() == 2


@pytest.mark.parametrize(
    "said", [{}, [], None, {"RawEmail": 1}, {"RawEmail": "x", "Headers": [1]}, {"RawEmail": "x", "Headers": 1}], ids=str
)
def test_a_request_without_a_raw_mail_is_refused(said: object) -> None:
    assert post({"path": POSTMARK, "data": json.dumps(said), "content_type": "application/json", **known()}) == 400
    request = mailgun(b"")
    del request["data"]["body-mime"]
    assert post(request) == 400
    assert not InboundMail.objects.exists()


@both
@pytest.mark.parametrize(
    "raw", [b"", b"\0", b"\0\r\n\r\n\0", b"To:", b"=?x?q?" * 99, "é\ud800".encode("utf-8", "replace")]
)
def test_whatever_a_mail_holds_it_is_stored_and_read(made: Post, raw: bytes) -> None:
    assert post(made(raw, "\0" * 999)) == 200
    assert read_due() == 1


def test_a_name_of_the_envelope_adds_no_header(play: Table) -> None:
    assert post(mailgun(b"To: a@b.example\r\n\r\n", sender="x@y.example>\r\nX-Fieldpost: 1")) == 200
    assert bytes(InboundMail.objects.get().raw or b"").split(b"\r\n")[1] == b"To: a@b.example"


@both
def test_a_mail_that_cannot_be_stored_is_posted_again(made: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object, **kwargs: object) -> None:
        raise OperationalError("the database restarts")

    request = made(reply("end turn", "post@testserver"))
    with monkeypatch.context() as patch:
        patch.setattr("inbound.services.receiving.transaction.atomic", away)
        assert post(request) == 503
    assert post(request) == 200 and InboundMail.objects.count() == 1


@both
def test_a_door_without_a_secret_is_shut(made: Post, settings: Any) -> None:
    settings.ANYMAIL, settings.POSTMARK_SECRET = {"MAILGUN_WEBHOOK_SIGNING_KEY": ""}, ""
    assert post(made(b"", secret="")) == 404
    _providers.__wrapped__(settings)  # type: ignore[attr-defined]  # of the fixture
    settings.MAIL_IN = False
    assert post(made(b"")) == 404


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, []),
        ({"ANYMAIL": {"MAILGUN_WEBHOOK_SIGNING_KEY": "key "}}, ["inbound.E001"]),
        ({"ANYMAIL": {"MAILGUN_WEBHOOK_SIGNING_KEY": "kéy"}}, ["inbound.E001"]),
        ({"POSTMARK_SECRET": "no-colon-but-many-many-letters"}, ["inbound.E002"]),
        ({"POSTMARK_SECRET": ":no-name-but-many-many-letters"}, ["inbound.E002"]),
        ({"POSTMARK_SECRET": "postmark:short"}, ["inbound.E002"]),
        ({"IMAP_URL": "imaps://name:pass%40word@mail.example.org:993/INBOX"}, []),
        ({"IMAP_URL": "https://name:password@mail.example.org"}, ["inbound.E003"]),
        ({"IMAP_URL": "imaps://mail.example.org/INBOX"}, ["inbound.E003"]),
        ({"IMAP_URL": "imaps://name:password@mail.example.org:port"}, ["inbound.E003"]),
        ({"MAIL_IN": False}, ["inbound.W001"]),
    ],
    ids=str,
)
def test_a_host_is_told_which_setting_is_wrong(changed: dict[str, Any], found: list[str], settings: Any) -> None:
    for name, value in changed.items():
        setattr(settings, name, value)
    assert [each.id for each in run_checks() if (each.id or "").startswith("inbound.")] == found
