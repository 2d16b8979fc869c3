"""Workers that come back soon when the broker does, and look at once for what they have missed."""

from __future__ import annotations

from functools import partial
from typing import Any

from celery.worker.consumer import Consumer

LONGEST_WAIT = 5
"""Seconds between two tries to reach the broker; Celery would wait for up to thirty."""


class ReconnectingConsumer(Consumer):
    """Celery's consumer of messages, with shorter waits and a sweep at each beginning. It gives no message back: a
    broker that has gone away could not take it, and kombu would write it into a file."""

    def ensure_connected(self, conn: Any) -> Any:
        conn.ensure_connection = partial(conn.ensure_connection, interval_start=1, interval_max=LONGEST_WAIT)
        return super().ensure_connected(conn)

    def on_ready(self) -> None:
        """Start a sweep: the broker may have lost every message, and what is due stands in the database."""
        from games.services.locks import wake  # when this module is loaded, the apps may not be

        super().on_ready()
        self.task_consumer.channel.qos.restore_at_shutdown = False
        wake("games.tasks.sweep")
