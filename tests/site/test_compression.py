"""Answers are compressed quickly, and their length is blurred."""

from __future__ import annotations

import gzip
import zlib
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from config.middleware import LEVEL, QuickGZipMiddleware

TEXT = b"Blue attacked Brazil from North Africa but did not take it. " * 40


def answered(content: bytes = TEXT, accept: str = "br, gzip", **headers: str) -> HttpResponse:
    middleware = QuickGZipMiddleware(lambda request: HttpResponse(content, headers=headers))
    answer = middleware(RequestFactory(HTTP_ACCEPT_ENCODING=accept).get("/"))
    assert isinstance(answer, HttpResponse)
    return answer


@pytest.mark.django_db
def test_a_page_is_packed_at_the_quick_level() -> None:
    sent = Client(HTTP_ACCEPT_ENCODING="gzip").get(reverse("about")).content
    body = sent[sent.index(b"\0", 10) + 1 : -8]  # behind the header and the name, before sum and length
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
