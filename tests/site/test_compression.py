"""Answers are compressed quickly, and their length is blurred."""

from __future__ import annotations

import gzip
import zlib
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from common.compression import LEVEL
from config.middleware import QuickGZipMiddleware

TEXT = b"Blue attacked Brazil from North Africa but did not take it. " * 40

HEADER = 10
NAMED = 8
"""The bit of the header's flags that says that a name follows."""


def answered(content: bytes = TEXT, accept: str = "br, gzip", **headers: str) -> HttpResponse:
    middleware = QuickGZipMiddleware(lambda request: HttpResponse(content, headers=headers))
    answer = middleware(RequestFactory(HTTP_ACCEPT_ENCODING=accept).get("/"))
    assert isinstance(answer, HttpResponse)
    return answer


def body_of(sent: bytes) -> bytes:
    """Return what lies between the header and the sum: a name of no letters is left out with its closing zero."""
    start = sent.index(b"\0", HEADER) + 1 if sent[3] & NAMED else HEADER
    return sent[start:-8]


@pytest.mark.django_db
@pytest.mark.parametrize("most", [1, QuickGZipMiddleware.max_random_bytes])  # 1: the name has no letters
def test_a_page_is_packed_at_the_quick_level(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QuickGZipMiddleware, "max_random_bytes", most)
    sent = Client(HTTP_ACCEPT_ENCODING="gzip").get(reverse("about")).content
    body = body_of(sent)
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -15, zlib.DEF_MEM_LEVEL)
    assert body == packer.compress(gzip.decompress(sent)) + packer.flush()


def test_the_length_of_the_same_answer_is_another_each_time() -> None:
    lengths = {len(answered().content) for _ in range(40)}
    assert len(lengths) > 10
    assert max(lengths) - min(lengths) <= QuickGZipMiddleware.max_random_bytes


def test_headers_tell_what_was_done() -> None:
    answer = answered(ETag='"abc"')
    assert gzip.decompress(answer.content) == TEXT
    assert answer["Content-Encoding"] == "gzip" and answer["Vary"] == "Accept-Encoding"
    assert answer["Content-Length"] == str(len(answer.content)) and answer["ETag"] == 'W/"abc"'


@pytest.mark.parametrize(
    "given", [{"accept": "br"}, {"content": b"short"}, {"Content-Encoding": "br"}, {"content": bytes(range(256))}]
)
def test_what_is_not_to_be_packed_stays_as_it_is(given: dict[str, Any]) -> None:
    assert answered(**given).content == given.get("content", TEXT)
