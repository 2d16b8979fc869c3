"""A mail server of aiosmtpd in a thread, to which the site sends all its mail."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from aiosmtpd.controller import Controller

from tests.kit.stack import free_port


@contextlib.contextmanager
def mail_server(handler: object, settings: Any, **options: Any) -> Iterator[None]:
    """Let `handler` take what the site sends until the block ends; `options` are those of the controller."""
    controller = Controller(handler, hostname="127.0.0.1", port=free_port(), **options)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    try:
        yield
    finally:
        controller.stop()
