"""Logging: one JSON object a line, on standard error or, for the embedded site, in a file."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import structlog

TOKEN = re.compile(r"(?<![\w.])/([lim]|accounts/address/undo)/[^/\s\"'?]{6,}")
"""An address that opens something to whoever knows it: a link of a mail, an invitation, mail preferences."""


def hide_tokens(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Who reads the log shall not be able to play from it."""
    for name, value in event.items():
        if isinstance(value, str) and "/" in value:
            event[name] = TOKEN.sub(r"/\1/...", value)
    return event


SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    structlog.processors.UnicodeDecoder(),
    hide_tokens,
]


def configure_structlog() -> None:
    """Send structlog's events through the standard library, whose handlers `logging_settings` sets up."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED_PROCESSORS,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def logging_settings(level: str, log_file: Path | None) -> dict[str, Any]:
    """The LOGGING setting: everything as JSON to standard error, or to `log_file` with only errors on the screen."""
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processor": structlog.processors.JSONRenderer(),
        "foreign_pre_chain": SHARED_PROCESSORS,
    }
    handlers: dict[str, Any] = {"console": {"class": "logging.StreamHandler", "formatter": "json"}}
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
        "handlers": handlers,
        "root": {"handlers": list(handlers), "level": level},
        "loggers": {"django.server": {"level": "WARNING"}},
    }
