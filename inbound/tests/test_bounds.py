"""Mails that are made to hold up or fill whoever reads them."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from types import FrameType

import pytest

from engine.core.place_names import find_territory, nearest, normalize, spoken
from inbound.order_reader import words_like
from inbound.reading.headers import classify_headers, find_addresses, sender_name_of, sender_of
from inbound.reading.mails import LARGEST, read_headers
from inbound.tests.kit import read_raw

TEXT = b"To: a@b.example\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
HTML = b"To: a@b.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
MULTIPART = b"Content-Type: multipart/mixed; boundary=a\r\n\r\n"
ALL = 200_000
"""Bytes of a bomb, about."""
BOMBS: dict[str, Callable[[int], bytes]] = {
    "one line drawn across": lambda size: TEXT + b"-" * size,
    "one line of stars": lambda size: TEXT + b"*" * size,
    "a line drawn behind a number": lambda size: TEXT + b"3 " + b"-" * size,
    "one line of spaces": lambda size: TEXT + b"a" + b" " * size + b"b",
    "one line of brackets": lambda size: TEXT + b"[" * size,
    "one line of marks": lambda size: TEXT + b">" * size,
    "one line of links": lambda size: TEXT + b"http://" * (size // 7),
    "nothing but line ends": lambda size: TEXT + b"\n" * size,
    "headers, quoted": lambda size: TEXT + b"> a: b\n" * (size // 7),
    "words before a colon": lambda size: TEXT + (b"a" * 240 + b" wrote\n") * (size // 247),
    "orders that are none": lambda size: TEXT + b"".join(ORDER % number for number in range(min(199, size // 250))),
    "elements that are not closed": lambda size: HTML + b"<a " * (size // 3),
    "quotations that are not closed": lambda size: HTML + b"<blockquote " * (size // 12),
    "comments that are not closed": lambda size: HTML + b"<!--" * (size // 4),
    "many elements": lambda size: HTML + b"<b></b>" * (size // 7),
    "elements opened anew": lambda size: HTML + OPENED + b"<p>x" * (size // 10),
    "parts inside each other": lambda size: MULTIPART + (b"--a\r\n" + MULTIPART) * (size // 66),
    "parts beside each other": lambda size: MULTIPART + b"--a\r\n\r\nx\r\n" * (size // 10),
    "a long address": lambda size: b"To: " + b"a" * (size // 4) + b"\r\n\r\nhello",
    "comments in a name": lambda size: b"From: " + b"(a" * (size // 10) + b"\r\n\r\nhello",
}
ORDER = b"attack Icland%d Grenland until captured\n"
OPENED = b"".join(b"<b id=%d>" % number for number in range(399))
PARTS = (6_000, 12_000, 24_000, 34_000, 50_000)
"""Bytes of the bombs whose work is counted, less than all, for to count makes reading ten times slower. One of them is
the longest that is read whole, and not given up as too long."""
MOST_WORK = 1_500_000
"""Calls that such a bomb may make."""
SLACK = 20_000
"""Calls that every mail makes, whatever its length."""
GIVE_UP = 10
"""Seconds of processor time, of which a bomb takes a hundredth: what goes through a text of this length again for each
of its letters takes minutes. It ends what would never end, in C too, where no calls can be counted."""


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_of_twice_the_length_makes_twice_the_work(name: str) -> None:
    bomb = BOMBS[name]
    read_bomb(TEXT)  # what is made once is no mail's
    with given_up():
        read_bomb(bomb(ALL))
    forget_words()
    first = count_work(bomb(PARTS[0]))
    work = {size: count_work(bomb(size)) for size in PARTS}
    assert max(first, *work.values()) <= MOST_WORK
    assert all(work[more] <= 1.2 * more / less * work[less] + SLACK for less, more in pairwise(PARTS))


@dataclass
class Work:
    """Counts what is called, in Python and in C. A method of a text is counted for each 64 letters of the text as well,
    for it may look at all of them."""

    done: int = 0

    def follow(self, frame: FrameType, event: str, called: object) -> None:
        """Count a call, as `sys.setprofile` tells of it."""
        if event in ("call", "c_call"):
            owner = getattr(called, "__self__", None) if event == "c_call" else None
            self.done += 1 + (len(owner) // 64 if isinstance(owner, str | bytes) else 0)


def forget_words() -> None:
    """Forget what is kept of words that were met."""
    for kept in (normalize, spoken, find_territory, nearest, words_like):
        kept.cache_clear()


def count_work(raw: bytes) -> int:
    """Read a bomb, which must play nothing; the work that it made."""
    work = Work()
    sys.setprofile(work.follow)
    try:
        read_bomb(raw)
    finally:
        sys.setprofile(None)
    return work.done


def read_bomb(raw: bytes) -> None:
    """Read a bomb as every door does: it plays nothing."""
    assert len(raw) < LARGEST
    headers = read_headers(raw)
    assert not classify_headers(headers, {"post@play.example.org"})
    find_addresses(headers, "", lambda address: True)
    assert len(sender_of(headers)) + len(sender_name_of(headers)) < 2_000
    assert not read_raw(raw, "modern").reading.orders


@contextmanager
def given_up() -> Iterator[None]:
    """Raise TimeoutError where something goes on for `GIVE_UP`."""

    def end(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, GIVE_UP)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
