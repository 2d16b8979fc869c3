"""Bytes of a part to text: charsets that are unknown or lie, `format=flowed`, control characters."""

from __future__ import annotations

import codecs
import re

NO_CHARSETS = frozenset(("punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"))
"""Encodings of Python that no mail is written in, as `codecs` calls them: what they read does not stand in the mail."""
MOST_CONTROLS = 0.1
"""A text of which more is control characters is none."""
CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""Control characters, but for tabs and line breaks."""
SIGNATURE = ("-- ", "--")


class Undecodable(ValueError):
    """Bytes are no text."""


def decode_text(data: bytes, charset: str) -> str:
    """Decode a part by its charset or, where that is unknown or not true, as UTF-8 or Windows-1252. Raises Undecodable
    for what is full of control characters; NUL goes."""
    text = _decode(data, charset).replace("\0", "")
    if len(CONTROLS.findall(text)) > MOST_CONTROLS * len(text):
        raise Undecodable
    return text


def _decode(data: bytes, charset: str) -> str:
    names = [name for name in (known_charset(charset),) if name]
    if names and not data.isascii() and is_single_byte(names[0]):
        names.insert(0, "utf-8")  # what reads as that is hardly anything else
    for name in (*names, "utf-8", "cp1252"):
        try:
            return data.decode(name)
        except (UnicodeError, ValueError):
            continue
    return data.decode("latin-1")


def known_charset(charset: str) -> str:
    """Find Python's name of a charset; empty for none that mail is written in."""
    try:
        found = codecs.lookup(charset.strip(" \"'"))
    except (LookupError, ValueError):
        return ""
    return found.name if getattr(found, "_is_text_encoding", False) and found.name not in NO_CHARSETS else ""


def is_single_byte(charset: str) -> bool:
    """Return whether each byte is a letter in a charset."""
    return charset == "ascii" or charset.startswith(("iso8859", "cp125", "koi8", "mac"))


def join_flowed(text: str, *, delete_space: bool = False) -> str:
    """Join the lines of a text that was written as `format=flowed` (RFC 3676)."""
    joined: list[str] = []
    flows, depth_above = False, 0
    for raw in re.split(r"\r\n|\r|\n", text):
        mark = raw[: len(raw) - len(raw.lstrip(">"))]
        line = raw[len(mark) :].removeprefix(" ")
        if flows and len(mark) == depth_above and line not in SIGNATURE:
            joined[-1] += line
        else:
            joined.append(f"{mark} {line}" if mark else raw.removeprefix(" "))
        flows, depth_above = line.endswith(" ") and line != "-- ", len(mark)
        if flows and delete_space:
            joined[-1] = joined[-1][:-1]
    return "\n".join(joined)
