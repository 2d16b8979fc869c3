"""Logging: one JSON object a line, on standard error or, for the embedded site, in a file."""

from __future__ import annotations

import re
from pathlib import Path

import structlog
from django.http import HttpRequest
from django_structlog import signals
from structlog.typing import EventDict, Processor

TOKEN = re.compile(r"((?<![\w.])/(?:[lim]|seat|calendar|accounts/address/undo)|/check-in)/[^/\s\"'?]{6,}")
"""Matches paths that hold a secret token: a link of a mail, an invitation, mail preferences, a calendar."""

REPLY = re.compile(r"(?i)(?<![0-9a-z])[gp]?([0-9a-z]{1,9}-[0-9a-z]{1,2}-[0-9a-z]{1,7}-[0-9a-z]{1,9})-[a-z2-7]{20}\b")
"""Matches what is secret in a reply address (`games.mail.reply`): who has it can play."""

PROOF = re.compile(r"\bproof=[\w%=-]+")
"""Matches what confirms an address (`accounts.address_proof`)."""


def hide_tokens(logger: object, method: str, event: EventDict) -> EventDict:
    """Redact tokens, so that nobody can play from the log."""
    for name, value in event.items():
        if isinstance(value, str) and ("/" in value or "@" in value):
            event[name] = without_tokens(value)
    return event


def without_tokens(text: str) -> str:
    """Redact the tokens in the paths and reply addresses of a text, and proofs in queries."""
    return PROOF.sub("proof=...", REPLY.sub(r"\1-...", TOKEN.sub(r"\1/...", text)))


def one_line_a_request(logger: object, method: str, event: EventDict) -> EventDict:
    """Drop the line at the beginning of a request: that at its end says the same, and its status."""
    if event["event"] == "request_started":
        raise structlog.DropEvent
    return event


SHARED_PROCESSORS: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    structlog.processors.UnicodeDecoder(),
    hide_tokens,
]


def add_browser(request: HttpRequest, log_kwargs: dict[str, object], **more: object) -> None:
    """Add the user agent to the one line of a request."""
    log_kwargs["user_agent"] = request.META.get("HTTP_USER_AGENT")


def configure_structlog() -> None:
    """Send structlog's events through the standard library, whose handlers `logging_settings` sets up."""
    signals.bind_extra_request_finished_metadata.connect(add_browser)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            one_line_a_request,
            *SHARED_PROCESSORS,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def logging_settings(level: str, log_file: Path | None) -> dict[str, object]:
    """Build the LOGGING setting: everything as JSON to standard error, or to `log_file` with only errors on the
    screen."""
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processor": structlog.processors.JSONRenderer(),
        "foreign_pre_chain": SHARED_PROCESSORS,
    }
    handlers: dict[str, dict[str, object]] = {"console": {"class": "logging.StreamHandler", "formatter": "json"}}
    if log_file is not None:
        handlers["console"]["level"] = "ERROR"
        handlers["file"] = {
            "class": "logging.handlers.RotatingFileHandler",
            "filename": log_file,
            "maxBytes": 5_000_000,
            "backupCount": 2,
            "delay": True,
            "formatter": "json",
        }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": formatter},
        "handlers": {**handlers, "failures": {"class": "config.failures.FailureHandler", "level": "ERROR"}},
        "root": {"handlers": list(handlers), "level": level},
        "loggers": {
            # Django would mail each failure from within the request.
            "django": {"handlers": ["failures"]},
            "django.server": {"level": "WARNING"},
            # aiosmtpd tells of each command, and so of addresses.
            "mail.log": {"level": "WARNING"},
        },
    }
