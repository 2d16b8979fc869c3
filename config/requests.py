"""How the site reads requests: as UTF-8, whatever they say."""

from __future__ import annotations

from typing import Any

from django.core.handlers.wsgi import WSGIRequest


class Utf8Request(WSGIRequest):
    """A request of which address, form and JSON are read as UTF-8.

    None of the media types that the site takes has a charset. Django reads the address too by the one that a visitor
    writes behind the type, and some of those that Python knows fail on bytes or make NULs and halves of pairs.
    """

    _encoding = "utf-8"

    def __init__(self, environ: dict[str, Any]) -> None:
        try:
            super().__init__(environ)
        except ValueError:  # parameters of the type that cannot be decoded
            environ["CONTENT_TYPE"] = environ["CONTENT_TYPE"].partition(";")[0]
            super().__init__(environ)

    @property
    def encoding(self) -> str:
        return self._encoding

    @encoding.setter
    def encoding(self, charset: str) -> None:
        """Django sets here what the type says, and reads the address by it at once, where no page could answer."""
