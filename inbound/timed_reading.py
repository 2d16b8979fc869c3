"""Read a mail, and give it up if that takes too long: the site goes on, whatever somebody has made up.

Reading looks at bytes and a position alone. It runs in a thread of its own, which is left alone when its time is over,
and ended as soon as it is back in Python.
"""

from __future__ import annotations

import ctypes
import logging
import threading
from collections.abc import Callable
from contextvars import copy_context
from queue import Empty, SimpleQueue

from inbound.reading.replies import Context
from inbound.reading.results import Reading

log = logging.getLogger(__name__)

MOST_SECONDS = 5.0
"""After this a mail is given up."""

NAME = "mail-reader"
Read = Callable[[bytes, Context], Reading]


class GivenUp(BaseException):
    """Ends a reader whose time is over; nothing that guards against damaged mails may catch it."""


def read_in_time(read: Read, raw: bytes, context: Context) -> Reading:
    """Read a mail with `read`, in `MOST_SECONDS`. One that takes longer is `broken`. Raises what `read` raises."""
    came: SimpleQueue[Reading | Exception] = SimpleQueue()

    def work() -> None:
        try:
            came.put(read(raw, context))
        except GivenUp:
            log.info("the reader of a mail that took too long has ended")
        except Exception as error:
            came.put(error)

    reader = threading.Thread(target=copy_context().run, args=[work], name=NAME, daemon=True)
    reader.start()
    try:
        found = came.get(timeout=MOST_SECONDS)
    except Empty:
        log.warning("a mail of %s bytes took longer than %s seconds to read, and is given up", len(raw), MOST_SECONDS)
        end_thread(reader)
        return Reading("broken")
    if isinstance(found, Exception):
        raise found
    return found


def end_thread(thread: threading.Thread) -> None:
    """Raise GivenUp in a thread; one that has ended is left alone."""
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(GivenUp))
