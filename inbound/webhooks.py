"""The door by webhooks: a provider that takes mail for the site posts each one here, with its signature or our secret.

Who may post is checked by django-anymail. What it would make of the mail is not asked for: the bytes are stored before
anything is read of them, as at every door. 200 is said only after the commit; 503 while the database is away, and then
the provider posts again.
"""

from __future__ import annotations

import hashlib
import logging
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

import msgspec
from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.webhooks.base import AnymailBaseWebhookView
from anymail.webhooks.mailgun import MailgunInboundWebhookView
from anymail.webhooks.postmark import PostmarkInboundWebhookView
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse

from games.services.locks import db_now
from inbound.models import InboundMail
from inbound.services.receiving import mail_receive

log = logging.getLogger(__name__)

READS_LARGE = threading.Lock()
"""Held while a request is read that is larger than any other address takes."""


@dataclass(frozen=True)
class Posted:
    """A mail as a provider posts it: its bytes, and the addresses of its envelope where the provider says them.

    `ticket` is the signature where it does not cover the mail: what comes under it again is a copy. `is_proved` says
    that the provider vouches for the address in `From`.
    """

    raw: str
    recipient: str = ""
    sender: str | None = None
    ticket: str = ""
    is_proved: bool = False


class WebhookDoor(AnymailBaseWebhookView):  # type: ignore[misc]  # the library brings no types
    """Stores what a provider posts. Shut, as if there were no such address, until its secret is set."""

    warn_if_no_basic_auth = False

    @property
    def secret(self) -> str:
        """What the provider proves that it knows; empty where the host has set none."""
        raise NotImplementedError

    def read(self, request: HttpRequest) -> Posted:
        """Find the mail in a request whose sender is known. Raises LookupError or MsgspecError if none is in it."""
        raise NotImplementedError

    def setup(self, request: HttpRequest, *args: object, **kwargs: object) -> None:
        if not settings.MAIL_IN or not self.secret:
            raise Http404
        super().setup(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Check who posts, then store the mail. One large request is read at a time, whoever posts it; others are
        answered 503, and the provider posts again."""
        if int(request.META.get("CONTENT_LENGTH") or 0) <= settings.LARGEST_BODY:
            return self.take(request)
        if not READS_LARGE.acquire(blocking=False):
            return HttpResponse(status=HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            return self.take(request)
        finally:
            READS_LARGE.release()

    def take(self, request: HttpRequest) -> HttpResponse:
        """Store the mail of a request whose sender is known."""
        self.check(request)
        try:
            posted = self.read(request)
        except (LookupError, RecursionError, msgspec.MsgspecError) as error:
            log.error("%s posted a request without a raw mail: docs/hosting.md says how to ask for it", self.esp_name)
            raise BadRequest("no raw mail") from error  # as typed
        store(posted)
        return HttpResponse()

    def check(self, request: HttpRequest) -> None:
        """Check the signature or secret of a request. Raises AnymailWebhookValidationFailure, which answers 400."""
        try:
            self.run_validators(request)
        except (AttributeError, RecursionError, TypeError, ValueError) as error:  # such as of a list in its place
            raise AnymailWebhookValidationFailure(f"broken signature of {self.esp_name}") from error  # as typed


class MailgunDoor(WebhookDoor, MailgunInboundWebhookView):  # type: ignore[misc]  # as above
    """Takes what a route of Mailgun forwards, as raw MIME. Its signature covers the time and a token, not the mail."""

    @property
    def secret(self) -> str:
        return str(settings.ANYMAIL["MAILGUN_WEBHOOK_SIGNING_KEY"])

    def read(self, request: HttpRequest) -> Posted:
        said = request.POST
        return Posted(said["body-mime"], said.get("recipient", ""), said.get("sender"), said["signature"])


class PostmarkHeader(msgspec.Struct, rename="pascal"):
    """A header as Postmark writes it."""

    name: str
    value: str


class PostmarkMail(msgspec.Struct, rename="pascal"):
    """What is read of a request of Postmark. It puts the return path before the headers of the mail."""

    raw_email: str
    original_recipient: str = ""
    headers: list[PostmarkHeader] = []


class PostmarkDoor(WebhookDoor, PostmarkInboundWebhookView):  # type: ignore[misc]  # as above
    """Takes what an inbound stream of Postmark posts, with the raw mail in it and name and password in its address."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.basic_auth = [self.secret]

    @property
    def secret(self) -> str:
        return str(settings.POSTMARK_SECRET)

    def read(self, request: HttpRequest) -> Posted:
        said = msgspec.json.decode(request.body, type=PostmarkMail)
        paths = [each.value for each in said.headers[:1] if each.name.lower() == "return-path"]
        return Posted(
            said.raw_email,
            said.original_recipient,
            next(iter(paths), None),
            is_proved=is_signed_by_author(said.headers),
        )


TESTS, SIGNED_BY_AUTHOR = "x-spam-tests", "DKIM_VALID_AU"
"""The header in which Postmark says what its filter found, and there: the domain in `From` has signed the mail."""


def is_signed_by_author(headers: Sequence[PostmarkHeader]) -> bool:
    """Check whether Postmark found that a mail is signed by the domain in its `From`. Postmark says so in one header;
    if there are two, its sender has made up one."""
    found = [each.value for each in headers if each.name.lower() == TESTS]
    return len(found) == 1 and SIGNED_BY_AUTHOR in re.split(r"[\s,]+", found[0])


def store(posted: Posted) -> InboundMail:
    """Store a posted mail with its return path, as a mail server leaves it. Raises DatabaseError."""
    path = "" if posted.sender is None else f"Return-Path: <{' '.join(posted.sender.split()).strip('<>')}>\r\n"
    raw = (path + posted.raw).encode("utf-8", "replace")
    ticket = hashlib.sha256(posted.ticket.encode("utf-8", "replace")).hexdigest() if posted.ticket else None
    return mail_receive(raw, InboundMail.Door.WEBHOOK, db_now(), posted.recipient, posted.is_proved, ticket=ticket)
