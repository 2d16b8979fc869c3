"""Mails that are made to hold up or fill whoever reads them."""

from __future__ import annotations

import time

import pytest

from inbound.reading.headers import classify_headers, find_addresses, sender_name_of, sender_of
from inbound.reading.mails import LARGEST, read_headers
from inbound.tests.kit import read_raw

TEXT = b"To: a@b.example\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
HTML = b"To: a@b.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
ALL = 200_000
MULTIPART = b"Content-Type: multipart/mixed; boundary=a\r\n\r\n"
BOMBS = {
    "one line drawn across": TEXT + b"-" * ALL,
    "one line of spaces": TEXT + b"a" + b" " * ALL + b"b",
    "one line of brackets": TEXT + b"[" * ALL,
    "one line of marks": TEXT + b">" * ALL,
    "one line of links": TEXT + b"http://" * (ALL // 7),
    "nothing but line ends": TEXT + b"\n" * ALL,
    "headers, quoted": TEXT + b"> a: b\n" * (ALL // 7),
    "words before a colon": TEXT + (b"a" * 240 + b" wrote\n") * 900,
    "orders that are none": TEXT + b"".join(b"attack Icland%d Grenland until captured\n" % n for n in range(199)),
    "elements that are not closed": HTML + b"<a " * (ALL // 3),
    "quotations that are not closed": HTML + b"<blockquote " * (ALL // 12),
    "comments that are not closed": HTML + b"<!--" * (ALL // 4),
    "many elements": HTML + b"<b></b>" * (ALL // 7),
    "elements opened anew": HTML + b"".join(b"<b id=%d>" % n for n in range(399)) + b"<p>x" * 20_000,
    "parts inside each other": MULTIPART + (b"--a\r\n" + MULTIPART) * 3_000,
    "parts beside each other": MULTIPART + b"--a\r\n\r\nx\r\n" * 20_000,
    "a long address": b"To: " + b"a" * 60_000 + b"\r\n\r\nhello",
    "comments in a name": b"From: " + b"(a" * 20_000 + b"\r\n\r\nhello",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_takes_no_time_and_plays_nothing(name: str) -> None:
    raw = BOMBS[name]
    assert len(raw) < LARGEST
    read_raw(TEXT, "modern")  # what is made once is no mail's
    # Whatever else a machine does makes a reading slower and never faster, so the fastest of a few counts.
    assert min(time_reading(raw) for _ in range(3)) < 1  # five times what it may take, for machines that are slow


def time_reading(raw: bytes) -> float:
    """Read a bomb, which must play nothing; the seconds of processor time that it took."""
    begun = time.process_time()
    headers = read_headers(raw)
    assert not classify_headers(headers, {"post@play.example.org"})
    find_addresses(headers, "", lambda address: True)
    assert len(sender_of(headers)) + len(sender_name_of(headers)) < 2_000
    answer = read_raw(raw, "modern")
    took = time.process_time() - begun
    assert not answer.reading.orders
    return took
