"""A chat on this machine that takes what is posted to it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from typing import Any

HERE = [ip_network("127.0.0.0/8")]
"""What a host allows by WEBHOOK_NETWORKS where its chat is on the same machine."""


class Chat:
    """A server: `status` is what it answers once nothing `waits`, `taken` what it got: path, headers and body."""

    def __init__(self) -> None:
        self.status, self.location, self.waits = 204, "", threading.Event()
        self.waits.set()
        self.on_taken: Callable[[], object] = lambda: None
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        chat = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                chat.taken.append((self.path, dict(self.headers), body))
                chat.on_taken()
                chat.waits.wait(8)
                self.send_response(chat.status)
                if chat.location:
                    self.send_header("Location", chat.location)
                self.end_headers()

            def log_message(self, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?key=1"

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _path, _headers, body in self.taken]


@contextmanager
def running() -> Iterator[Chat]:
    chat = Chat()
    threading.Thread(target=chat.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield chat
    finally:
        chat.server.shutdown()
        chat.server.server_close()
