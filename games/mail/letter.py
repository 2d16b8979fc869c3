"""A mail as text, HTML and picture: rendering, folding of lines, and the message itself."""

from __future__ import annotations

import base64
import re
import secrets
import textwrap
from collections.abc import Mapping
from email.message import Message
from email.mime.image import MIMEImage
from functools import lru_cache
from typing import Any

import css_inline
from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import SafeMIMEMultipart
from django.template.loader import render_to_string

WIDTH = 72
"""Letters a line of plain text."""
GLUE = "\N{NO-BREAK SPACE}"
"""Stands between words that stay on one line; an ordinary space in the mail."""
LEADER = re.compile(r" *(?:\d+\. |- )?")


class Letter(EmailMultiAlternatives):
    """A message whose pictures belong to its HTML, so that no reader lists them as attachments."""

    def _create_attachments(self, msg: Any) -> Any:
        """Django's hook for putting a message and its attachments together."""
        return Related("related", None, [msg, *self.attachments]) if self.attachments else msg

    def embed(self, cid: str, png: bytes, name: str) -> None:
        """Add a picture that the HTML shows as `cid:<cid>`."""
        image = MIMEImage(b"", "png", _encoder=lambda part: part.set_payload(in_base64(png)))
        image["Content-Transfer-Encoding"] = "base64"
        image.add_header("Content-ID", f"<{cid}>")
        image.add_header("Content-Disposition", "inline", filename=name)
        self.attach(image)


class Related(SafeMIMEMultipart):
    """A multipart/related that is written fast: Python's generator goes through every part line by line, and through
    the whole in search of a boundary that does not occur in it."""

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:  # type: ignore[override]  # as Django
        """The message as it is sent: written with a mark in place of each content in ASCII, then filled in."""
        contents = {part: content for part in self.walk() if (content := ascii_content(part))}
        mark = f"--{secrets.token_hex(16)}"
        try:
            for part in contents:
                part.set_payload(mark)
            frame = super().as_bytes(unixfrom, linesep).split(mark.encode())
        finally:
            for part, content in contents.items():
                part.set_payload(content)
        lines = [content.replace("\n", linesep).encode() for content in contents.values()]
        return b"".join(piece for pair in zip(frame, [*lines, b""], strict=True) for piece in pair)


def ascii_content(part: Message) -> str:
    """The content of a part as it is written; empty for what only Python's generator can write."""
    content = "" if part.is_multipart() else part.get_payload()
    return content if isinstance(content, str) and content.isascii() and "\r" not in content else ""


@lru_cache(maxsize=8)
def in_base64(picture: bytes) -> str:
    """A picture as mails carry it; all mails of one position have the same."""
    return base64.encodebytes(picture).decode("ascii")


def letter(template: str, context: Mapping[str, Any], *, subject: str, to: str, headers: dict[str, str]) -> Letter:
    """The message from templates/jinja2/emails/<template>.txt and .html. `context["picture"]` is a PNG or empty."""
    text = folded(rendered(f"emails/{template}.txt", context))
    made = Letter(one_line(subject), text, to=[to], headers=headers)
    made.attach_alternative(inlined(rendered(f"emails/{template}.html", context)), "text/html")
    if context.get("picture"):
        made.embed("board", context["picture"], "board.png")
    return made


def rendered(template: str, context: Mapping[str, Any]) -> str:
    return render_to_string(template, dict(context), using="jinja2")


def one_line(text: str) -> str:
    """A subject without line ends: names of games come from people."""
    return " ".join(text.split())


def folded(text: str) -> str:
    """Plain text in lines of at most `WIDTH`, items hanging under their number; addresses stay whole."""
    lines: list[str] = []
    for line in text.strip("\n").split("\n"):
        line = line.rstrip()
        if len(line) <= WIDTH or "://" in line:
            lines.append(line)
            continue
        indent = " " * len(LEADER.match(line).group())  # type: ignore[union-attr]
        lines += textwrap.wrap(
            line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False,
            replace_whitespace=False, drop_whitespace=True,
        )  # fmt: skip
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).replace("\n--\n", "\n-- \n").replace(GLUE, " ") + "\n"


def inlined(html: str) -> str:
    """The HTML with its styles on every element, for readers that drop style sheets; media rules stay in the head."""
    return inliner().inline(html)


@lru_cache(maxsize=1)
def inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
