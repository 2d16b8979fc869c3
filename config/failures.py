"""The log handler that counts failures for the host's mails (`games.services.failures`); it sends nothing itself."""

from __future__ import annotations

import hashlib
import logging
import traceback
from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.core.exceptions import SuspiciousOperation

from common.outages import is_outage
from common.version import VERSION
from config.logs import without_tokens


class FailureHandler(logging.Handler):
    """Counts each error that Django logs, such as a page that fails. Does nothing without `ADMIN_MAILS`."""

    def emit(self, record: logging.LogRecord) -> None:
        """Count the failure, unless the site was only unavailable or the request could not be read."""
        if not settings.ADMINS or is_unavailable(record) or is_bad_request(record):
            return
        from games.services.failures import failure_count  # logging is set up before the apps are

        try:
            place = place_of(record)
            failure_count(hashlib.sha256(place.encode()).hexdigest(), place, text_of(record))
        except Exception:
            self.handleError(record)


def is_unavailable(record: logging.LogRecord) -> bool:
    """Return whether a page answered 503: the host's alarms for that are `/readyz` and the log."""
    error = record.exc_info[1] if record.exc_info else None
    return getattr(record, "status_code", 0) == HTTPStatus.SERVICE_UNAVAILABLE or is_outage(error)


def is_bad_request(record: logging.LogRecord) -> bool:
    """Return whether Django refused a request as no browser sends it, such as one for another host. Anybody on the net
    can send as many as they like, and no page of ours is at fault; the log has them."""
    return isinstance(record.exc_info[1] if record.exc_info else None, SuspiciousOperation)


def place_of(record: logging.LogRecord) -> str:
    """Name the cause of a failure: the kind of error and the line of ours that it came through last, else the page or
    what was logged, without parameters."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        return f"{record.name}: {match.route if match else record.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if is_ours(Path(frame.filename))] or frames
    where = f" ({shorten(Path(ours[-1].filename))}:{ours[-1].lineno})" if ours else ""
    return f"{type(error).__name__}{where}"


def is_ours(path: Path) -> bool:
    """Return whether a file belongs to the project itself and not to one of its packages."""
    return path.is_relative_to(settings.BASE_DIR) and "site-packages" not in path.parts


def shorten(path: Path) -> str:
    """Return what of a path comes after the project's root."""
    return str(path.relative_to(settings.BASE_DIR)) if path.is_relative_to(settings.BASE_DIR) else str(path)


def text_of(record: logging.LogRecord) -> str:
    """Write what was logged, the request and the traceback: no form data, no cookies, no tokens of links."""
    request = getattr(record, "request", None)
    lines = [f"Fieldpost {VERSION}: {record.getMessage()}"]  # as typed
    if request is not None:
        lines.append(f"{request.method} {request.path}")
    if record.exc_info:
        lines.append("".join(traceback.format_exception(record.exc_info[1])))
    return without_tokens("\n\n".join(lines))
