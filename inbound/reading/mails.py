"""A mail in its parts: headers, texts and attachments, read so that no mail can break or hold the reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import errors, message_from_bytes, policy
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser

from inbound.reading.decoding import Undecodable, decode_text, join_flowed, known_charset

LARGEST = 256 * 1024
"""Bytes of a mail."""
DEEPEST = 10
MOST_PARTS = 50
MOST_BOUNDARIES = 1_000
"""Lines that may begin a part; texts have such lines too."""
HEAD = 64 * 1024
"""Bytes in which the headers of a mail are looked for."""
CONTAINER = re.compile(rb"^content-type:\s*(?:multipart/|message/)", re.IGNORECASE | re.MULTILINE)
DAMAGES = (errors.InvalidBase64LengthDefect, errors.InvalidBase64PaddingDefect, errors.InvalidBase64CharactersDefect)


class Unreadable(ValueError):
    """A mail cannot be taken apart; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Headers:
    """The headers of a mail, decoded and unfolded, in their order; names in lower case."""

    fields: tuple[tuple[str, str], ...] = ()

    def all(self, name: str) -> tuple[str, ...]:
        return tuple(value for known, value in self.fields if known == name)

    def first(self, name: str) -> str:
        """Return the first value of a header; empty if it is missing."""
        return next(iter(self.all(name)), "")

    def has(self, name: str) -> bool:
        return any(known == name for known, _ in self.fields)


@dataclass(frozen=True)
class Texts:
    """What a mail says as text and as HTML, None where it has none, and whether anything else comes with it."""

    text: str | None = None
    html: str | None = None
    has_attachments: bool = False


def read_headers(raw: bytes) -> Headers:
    """Read the headers of a mail; none of one whose headers cannot be read."""
    try:
        fields = BytesHeaderParser(policy=policy.compat32).parsebytes(raw[:HEAD]).items()
        return Headers(tuple((name.lower(), decode_value(str(value))) for name, value in fields))
    except Exception:  # the parser of the standard library raises much that it does not name
        return Headers()


def decode_value(value: str) -> str:
    """Decode a header's encoded words and take out its line breaks."""
    try:
        words = decode_header(value)
    except (errors.HeaderParseError, ValueError):
        words = [(value, None)]
    parts = (word if isinstance(word, str) else _decode_word(word, charset) for word, charset in words)
    return " ".join("".join(parts).replace("\0", "").split())


def _decode_word(word: bytes, charset: str | None) -> str:
    name = known_charset(charset or "")
    return word.decode(name or "utf-8", "replace")


def read_texts(raw: bytes) -> Texts:
    """Take the text and the HTML out of a mail. Raises Unreadable: `too_big`, `too_deep` or `broken`."""
    if len(raw) > LARGEST:
        raise Unreadable("too_big")
    if len(CONTAINER.findall(raw)) > MOST_PARTS or raw.count(b"\n--") > MOST_BOUNDARIES:
        raise Unreadable("too_deep")
    try:
        return collect_texts([*walk_parts(message_from_bytes(raw, policy=policy.compat32))])
    except (Unreadable, MemoryError):
        raise
    except RecursionError:
        raise Unreadable("too_deep") from None
    except Exception as error:  # the parser of the standard library raises much that it does not name
        raise Unreadable("broken") from error


def walk_parts(mail: Message, depth: int = 0) -> Iterator[Message]:
    """List the parts of a mail that hold something, in their order. Raises Unreadable for too many or too deep ones."""
    if depth > DEEPEST:
        raise Unreadable("too_deep")
    content = mail.get_payload()
    if not isinstance(content, list):
        yield mail
    elif mail.get_content_maintype() == "message":
        yield mail  # a mail inside this one is an attachment
    else:
        for part in content:
            if isinstance(part, Message):
                yield from walk_parts(part, depth + 1)


def collect_texts(parts: list[Message]) -> Texts:
    """Put together all text and all HTML that is shown: some programs begin a new part behind a picture. Whatever else
    lies there is attached. Raises Unreadable."""
    if len(parts) > MOST_PARTS:
        raise Unreadable("too_deep")
    shown = [part for part in parts if not is_attachment(part)]
    texts = [text_of(part) for part in shown if kind_of(part) == "text/plain"]
    pages = [text_of(part) for part in shown if kind_of(part) == "text/html"]
    return Texts(
        "\n\n".join(texts) if texts else None,
        "<br>".join(pages) if pages else None,
        len(texts) + len(pages) < len(parts),
    )


def kind_of(part: Message) -> str:
    """Return the type of a part, such as `text/plain`."""
    return part.get_content_type()


def is_attachment(part: Message) -> bool:
    """Return whether a part is a file: it says so, or has a name."""
    said = str(part.get("content-disposition", "")).strip().lower()
    return said.startswith("attachment") or bool(part.get_filename())


def text_of(part: Message) -> str:
    """Decode a part. Raises Unreadable for what is no text or was damaged on its way."""
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes) or any(isinstance(defect, DAMAGES) for defect in part.defects):
        raise Unreadable("broken")
    try:
        text = decode_text(data, str(part.get_param("charset", "") or ""))
    except Undecodable:
        raise Unreadable("broken") from None
    if str(part.get_param("format", "")).lower() == "flowed" and kind_of(part) == "text/plain":
        return join_flowed(text, delete_space=str(part.get_param("delsp", "")).lower() == "yes")
    return text
