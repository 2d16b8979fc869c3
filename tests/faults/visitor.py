"""Somebody with a browser, as far as a site can tell: cookies, forms, and no following of redirects."""

from __future__ import annotations

import contextlib
import http.client
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

SESSION = "sessionid"
CSRF = "csrftoken"
TOKEN = "0123456789abcdef0123456789abcdef"  # a browser's own; the site only compares the cookie with the field


@dataclass(frozen=True)
class Answer:
    status: int
    text: str
    retry_after: int = 0
    """Seconds after which a busy site wants to be asked again."""


class Visitor:
    """One browser. `session` is the cookie of somebody who has logged in; `headers` are sent with each request."""

    def __init__(self, address: str, session: str = "", headers: Mapping[str, str] | None = None) -> None:
        self.place = urlsplit(address).netloc
        self.cookies = f"{CSRF}={TOKEN}" + (f"; {SESSION}={session}" if session else "")
        self.headers = headers or {}

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, **fields: object) -> Answer:
        """Send a form as a page of the site would."""
        return self.ask("POST", path, urlencode({"csrfmiddlewaretoken": TOKEN, **fields}))

    def ask(self, method: str, path: str, body: str | None = None) -> Answer:
        """One request on a connection of its own."""
        headers = {"Cookie": self.cookies, "Content-Type": "application/x-www-form-urlencoded", **self.headers}
        with contextlib.closing(http.client.HTTPConnection(self.place, timeout=60)) as line:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            text = answer.read().decode(errors="replace")
            return Answer(answer.status, text, int(answer.headers.get("Retry-After", 0)))


def paths_in(text: str, address: str) -> list[str]:
    """Paths on the site of every address in a text, each once."""
    found = re.findall(re.escape(address) + r"(/[^\s\"'<>)\]]*)", text)
    return list(dict.fromkeys(found))
