"""Tell whether the database is away, and go on reading while nothing can be written."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError, connection

log = logging.getLogger(__name__)

READ_ONLY = "25006"
"""PostgreSQL's code for a write in a transaction that may only read; it comes as an internal error."""


def is_outage(error: BaseException | None) -> bool:
    """Return whether an error means that the database is away, full or closed to writers; the fault is then the
    host's."""
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", "") == READ_ONLY
    return isinstance(error, OperationalError | InterfaceError)


@contextmanager
def dispensable(what: str) -> Iterator[None]:
    """Write inside what a page can do without: while the database takes no writes, reading goes on.

    Inside a transaction the error goes on, because the transaction is broken by it.
    """
    try:
        yield
    except DatabaseError as error:
        if connection.in_atomic_block or not is_outage(error):
            raise
        log.warning("not written: %s (%s)", what, error)
