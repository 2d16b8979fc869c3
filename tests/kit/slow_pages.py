"""A site whose pages come when they are let go, for tests of the queue in front of them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

from config import overload

DEADLINE = 20  # seconds; for busy machines


class SlowPages:
    """A WSGI application. `begun` lists the paths that it began to make; `/livez` is told at once."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go = Event()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        if overload.BUSY in environ:
            start("503 Service Unavailable", [])
            return Made([b"busy"])
        path = environ["PATH_INFO"]
        if path == "/livez/go":
            self.go.set()
        elif path != "/livez":
            self.begun.append(path)
            self.go.wait(DEADLINE)
        start("200 OK", [])
        return Made([path.encode()])


class Made(list[bytes]):
    def close(self) -> None:
        """Do nothing; Django's answers can be closed."""


def served() -> overload.Door:
    """What a server serves: the pages behind the door, with patience for a second."""
    overload.LONGEST_WAIT = 1.0
    return overload.Door(SlowPages())
