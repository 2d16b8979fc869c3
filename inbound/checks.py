"""What `manage.py check` says of the doors for mail: settings that would let nobody in, or everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

SHORTEST_PASSWORD = 20
"""Letters of the password that Postmark posts with; nothing limits how often somebody guesses."""


@register()
def check_doors(app_configs: object = None, **kwargs: object) -> Sequence[CheckMessage]:
    """Check the settings of all doors."""
    return [*check_mailgun(), *check_postmark(), *check_mailbox(), *check_switch()]


def check_mailgun() -> Iterator[CheckMessage]:
    key = settings.ANYMAIL["MAILGUN_WEBHOOK_SIGNING_KEY"]
    if key and (not key.isascii() or key != key.strip() or " " in key):
        yield Error(
            "MAILGUN_SIGNING_KEY is no key of Mailgun.",
            hint="Copy the HTTP webhook signing key from Mailgun's page of API keys, without spaces.",
            id="inbound.E001",
        )


def check_postmark() -> Iterator[CheckMessage]:
    name, colon, password = settings.POSTMARK_SECRET.partition(":")
    if settings.POSTMARK_SECRET and not (name and colon and len(password) >= SHORTEST_PASSWORD):
        yield Error(
            "POSTMARK_SECRET must be a name, a colon and a password"
            f" of at least {SHORTEST_PASSWORD} letters, such as postmark:….",
            hint="Make a password with: python3 -c 'import secrets; print(secrets.token_urlsafe(30))'",
            id="inbound.E002",
        )


def check_mailbox() -> Iterator[CheckMessage]:
    if settings.IMAP_URL and not is_mailbox(settings.IMAP_URL):
        yield Error(
            "IMAP_URL must be the address of a mailbox, such as imaps://name:password@mail.example.org/INBOX",
            hint="Write special characters of name and password as %xx: @ is %40.",
            id="inbound.E003",
        )


def is_mailbox(url: str) -> bool:
    """Return whether an address names server, account and password of a mailbox."""
    try:
        parts = urlsplit(url)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    return parts.scheme in ("imap", "imaps") and all((parts.hostname, parts.username, parts.password, has_port))


def check_switch() -> Iterator[CheckMessage]:
    doors = {
        "MAILGUN_SIGNING_KEY": settings.ANYMAIL["MAILGUN_WEBHOOK_SIGNING_KEY"],
        "POSTMARK_SECRET": settings.POSTMARK_SECRET,
        "IMAP_URL": settings.IMAP_URL,
    }
    named = [name for name, value in doors.items() if value]
    if named and not settings.MAIL_IN:
        yield Warning(
            f"{' and '.join(named)} {'is' if len(named) == 1 else 'are'} set, but emails ask for no replies.",
            hint="Set MAIL_IN=true, or remove what is not used.",
            id="inbound.W001",
        )
