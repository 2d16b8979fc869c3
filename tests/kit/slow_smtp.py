"""A mail server that takes its time over every line, and takes a mail even if whoever brought it has gone."""

from __future__ import annotations

import contextlib
import re
import socketserver
import threading
from collections import Counter
from collections.abc import Mapping

MESSAGE_ID = re.compile(rb"^Message-ID:\s*(\S+)", re.MULTILINE | re.IGNORECASE)
ANSWERS = {"ehlo": "250-slow\r\n250 8BITMIME", "data": "354 go on", "quit": "221 bye"}


class SlowServer:
    """`line` seconds before each answer, `end` before a mail is taken; `steps` says otherwise of single steps.

    Steps are "greeting", a command in small letters, or "end". Whose address begins with `quick` is served at once.
    `reached` counts the steps that were asked for, `letters` are the mails that were taken, `hurry` ends all waits.
    """

    def __init__(self, line: float = 0.0, end: float = 0.0, steps: Mapping[str, float] | None = None) -> None:
        self.waits = {"end": end, **(steps or {})}
        self.line = line
        self.quick = ""
        self.taken: Counter[str] = Counter()
        self.letters: list[bytes] = []
        self.began = 0
        self.reached: Counter[str] = Counter()
        self.hurry = threading.Event()
        outer = self

        class Conversation(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                with contextlib.suppress(OSError):
                    outer.talk(self)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation)
        self._server.daemon_threads = True

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def __enter__(self) -> SlowServer:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def talk(self, visitor: socketserver.StreamRequestHandler) -> None:
        quick = False

        def answer(step: str, said: str) -> None:
            self.reached[step] += 1
            self.hurry.wait(0 if quick else self.waits.get(step, self.line))
            visitor.wfile.write(f"{said}\r\n".encode())

        answer("greeting", "220 slow")
        while line := visitor.rfile.readline():
            words = line.decode().split()
            step = words[0].lower() if words else ""
            quick = quick or bool(self.quick and step == "rcpt" and f"<{self.quick}" in line.decode())
            answer(step, ANSWERS.get(step, "250 ok"))
            if step == "data":
                self.take(visitor, 0 if quick else self.waits["end"])
            if step == "quit":
                return

    def take(self, visitor: socketserver.StreamRequestHandler, seconds: float) -> None:
        """Read a mail to its dot, think, and take it."""
        lines = []
        while (line := visitor.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line)
        self.began += 1
        self.hurry.wait(seconds)
        if line and (found := MESSAGE_ID.search(b"".join(lines))):
            self.letters.append(b"".join(lines))
            self.taken[found[1].decode()] += 1
            visitor.wfile.write(b"250 taken\r\n")
