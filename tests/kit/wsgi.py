"""Requests to the site as a server hands them over, within a test's transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.signals import request_finished, request_started
from django.db import close_old_connections


@contextmanager
def one_connection() -> Iterator[None]:
    """Requests leave the database's connection open, and with it the transaction of the test. Django's test client
    sees to that itself, and undoes this after each of its requests."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
