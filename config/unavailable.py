"""What is answered when the database cannot be asked or written to: 503, in words. Pages that only read go on.

A full disk, a database that may only be read, one that restarts: all come as errors in the middle of a request, and the
transaction they break leaves nothing behind. If the line breaks just after it was closed, the same order sent again is
known by its key. Other faults stay what they are, a 500.
"""

from __future__ import annotations

import sys

from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.defaults import server_error

from common.outages import is_outage
from config.middleware import nul_refused
from config.refusals import refused

RETRY_SECONDS = 30
SENTENCE = gettext_noop(
    "The site cannot reach its database right now. Send the same request with the same key again in a moment."
)


def unavailable_response(request: HttpRequest) -> HttpResponse:
    """Answer an uncaught error (`handler500`). Asks the database for nothing."""
    error = sys.exc_info()[1]
    if is_nul(error):
        return nul_refused(request)
    if not is_outage(error):
        return server_error(request)
    answer = refused(request, 503, "site.unavailable", _(SENTENCE))
    answer.headers["Retry-After"] = str(RETRY_SECONDS)
    return answer


def is_nul(error: BaseException | None) -> bool:
    """Return whether PostgreSQL was asked to store or find a text with a NUL in it; no page offers to write one."""
    return isinstance(error, DataError | ValueError) and ("NUL" in str(error) or "\\u0000" in str(error))
