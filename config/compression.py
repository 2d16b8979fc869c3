"""Compress answers quickly: packing a page costs more than some of its queries."""

from __future__ import annotations

import secrets
from gzip import GzipFile
from io import BytesIO

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

LEVEL = 4
"""Two fifths of the time of Django's level 6, for a twentieth more bytes."""

LEAST = 200
"""Bytes; what is shorter is not worth it."""


class QuickGZipMiddleware(GZipMiddleware):
    """Django's middleware with a level of compression of our own; its random bytes, which blur the length of a page
    with secrets in it (the BREACH attack), are kept."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if isinstance(response, HttpResponse) and is_wanted(request, response):
            self.compress(response)
        return super().process_response(request, response)

    def compress(self, response: HttpResponse) -> None:
        """Replace the content by the packed one, if that is shorter. Django leaves alone what is packed."""
        made = packed(response.content, secrets.randbelow(self.max_random_bytes))
        if len(made) >= len(response.content):
            return
        response.content = made
        patch_vary_headers(response, ("Accept-Encoding",))
        response.headers["Content-Length"] = str(len(made))
        response.headers["Content-Encoding"] = "gzip"
        if response.get("ETag", "").startswith('"'):  # RFC 9110, 8.8.1: no longer these very bytes
            response.headers["ETag"] = f"W/{response['ETag']}"


def is_wanted(request: HttpRequest, response: HttpResponse) -> bool:
    """Tell whether a browser takes gzip, and the answer is long enough and not packed yet."""
    takes = re_accepts_gzip.search(request.headers.get("Accept-Encoding", ""))
    return bool(takes) and len(response.content) >= LEAST and not response.has_header("Content-Encoding")


def packed(content: bytes, blur: int = 0) -> bytes:
    """Content in gzip's format, made longer by the name of a file of `blur` letters."""
    out = BytesIO()
    with GzipFile(filename="a" * blur, mode="wb", compresslevel=LEVEL, fileobj=out, mtime=0) as file:
        file.write(content)
    return out.getvalue()
