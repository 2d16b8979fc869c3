"""A short queue in front of the pages of a web process, and what is answered when it is too long: 503, in words.

The server gives each request a thread. Most of these only wait here: the pages are made by a few threads of our own, so
that few connections to the database are needed however many people come at once. What has not been begun after some
seconds never is: its reader is told to come back, and an order is played whole or not at all.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from threading import BoundedSemaphore, Lock
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from config.refusals import refused

MAKERS = 4
"""Threads that make pages, in each process."""

LONGEST_QUEUE = 240
"""Requests that wait for them. The server has some threads more, for what does not wait and for refusals."""

LONGEST_WAIT = 3.0
"""Seconds for which a request may wait; a reader who has waited much longer is gone, or has asked again."""

RETRY_SECONDS = (3, 8)
"""After which a reader is told to come back: not all at the same moment."""

TOLD_EVERY = 60.0
"""Seconds between two lines in the log about refusals."""

BUSY = "fieldpost.busy"
"""Key of a request's environment that says that it is refused."""

AT_ONCE = ("/livez", "/static/")
"""Addresses that ask no service, and wait for none."""

OF_HOSTS = ("/readyz", "/metrics")
"""Addresses that tell a host how the site is; a thread of their own answers them."""

SENTENCE = gettext_noop(
    "The site is very busy right now, and nothing was done. Send the same request with the same key again in a moment."
)

log = logging.getLogger(__name__)


class Queue:
    """Requests that wait for the threads that make their answers: so many, so long."""

    def __init__(self, application: WSGIApplication, makers: int, longest: int) -> None:
        self.application = application
        self.makers = ThreadPoolExecutor(makers)
        self.places = BoundedSemaphore(makers + longest)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if not self.places.acquire(blocking=False):
            return self.refuse(environ, start)
        try:
            return self.wait(environ, start)
        finally:
            self.places.release()

    def wait(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Wait for the answer, if it is begun in time."""
        asked = [(environ, start)]
        answer = self.makers.submit(self.make, asked)
        wait([answer], LONGEST_WAIT)
        if not answer.cancel():
            return answer.result()
        asked.clear()  # its place in the queue is passed over only when its turn comes
        return self.refuse(environ, start)

    def make(self, asked: list[tuple[WSGIEnvironment, StartResponse]]) -> Iterable[bytes]:
        """Make an answer to its end, in one of the threads that have the connections to the database."""
        ((environ, start),) = asked
        made = self.application(environ, start)
        with closing(made):  # type: ignore[type-var]  # Django's answers can be closed
            return [b"".join(made)]

    def refuse(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Have the site refuse a request before it reads anything of it; see `BusyMiddleware`."""
        REFUSALS.note()
        return self.application({**environ, BUSY: True}, start)


class Refusals:
    """A count of what was refused, of which the log tells at most once a minute."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.count, self.told_at = 0, -TOLD_EVERY

    def note(self) -> None:
        """Count a refusal."""
        with self.lock:
            self.count += 1
            if time.monotonic() - self.told_at < TOLD_EVERY:
                return
            count, self.count, self.told_at = self.count, 0, time.monotonic()
            log.warning("too busy; requests refused with 503 since the last line that says so: %d", count)


REFUSALS = Refusals()


class Door:
    """The application of a web process: what asks for a page queues, what tells how the site is does not."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application
        self.pages = Queue(application, MAKERS, LONGEST_QUEUE)
        self.figures = Queue(application, 1, MAKERS)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path.startswith(AT_ONCE):  # as somebody without a login, or each of many threads would ask who it is
            return self.application({**environ, "HTTP_COOKIE": ""}, start)
        return (self.figures if path in OF_HOSTS else self.pages)(environ, start)


class BusyMiddleware:
    """The refusal of a request that has waited too long. Must stand before all that reads session or database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return busy_response(request) if BUSY in request.META else self.get_response(request)


def busy_response(request: HttpRequest) -> HttpResponse:
    """Answer a request that is refused: in JSON where programs ask, else by a page that a browser loads again itself if
    it had only asked to look."""
    answer = refused(request, 503, "site.busy", _(SENTENCE), "busy.html")
    seconds = str(random.randint(*RETRY_SECONDS))
    answer.headers["Retry-After"] = seconds
    if request.method == "GET":
        answer.headers["Refresh"] = seconds
    answer._has_been_logged = True  # type: ignore[attr-defined]  # Django would write a line of level ERROR for each
    return answer
