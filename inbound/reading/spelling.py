"""One spelling for a line that a person typed, before it is read: without bullets, emoji, marks and odd spaces."""

from __future__ import annotations

import re
import unicodedata

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0e\ufeff\ufff9-\ufffb]"
)
"""Soft hyphens, characters of no width, and marks of direction."""
ARROWS = re.compile("-{1,3}>|={1,2}>|[\u2190-\u21ff\u2794\u2798-\u27af\u27b1-\u27be\u27f0-\u27ff\u2900-\u297f\u2b95]")
DASH = "-\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"
DASH_BETWEEN = re.compile(rf"(?<=[^\W\d_])\s+[{DASH}]+\s+(?=[^\W\d_])")
RANGES = (
    (0x203C, 0x203C),
    (0x2049, 0x2049),
    (0x20E3, 0x20E3),
    (0x2122, 0x2122),
    (0x2139, 0x2139),
    (0x2300, 0x23FF),
    (0x25A0, 0x2793),
    (0x2795, 0x2797),
    (0x27B0, 0x27B0),
    (0x27BF, 0x27BF),
    (0x2934, 0x2935),
    (0x2B00, 0x2B94),
    (0x2B96, 0x2BFF),
    (0x3030, 0x3030),
    (0x303D, 0x303D),
    (0xFE0F, 0xFE0F),
    (0xFFFC, 0xFFFC),
    (0x1F000, 0x1FAFF),
    (0xE0020, 0xE007F),
    (0x200D, 0x200D),
)
EMOJI = "".join(chr(code) for first, last in RANGES for code in range(first, last + 1)) + " \t\n\u00a0"
"""Emoji, what they are put together with, and spaces."""
KEYCAP = re.compile("^[0-9#*]\ufe0f?\u20e3")
BULLETS = rf"{DASH}*\u2022\u2023\u2043\u2219\u25aa\u25cf\u25e6\u25cb\u25a0\u00b7\u00a7+"
BULLET = re.compile(rf"^(?:[{BULLETS}]\s+|\d{{1,3}}[.)]\s+|\(\d{{1,3}}\)\s+)")
MARKS = ("**", "__", "``", '""', "''", "\u201c\u201d", "\u201e\u201c", "\u201e\u201d", "\u00ab\u00bb", "\u00bb\u00ab")
QUOTES = (*MARKS, "\u2018\u2019", "\u201a\u2018", "\u2039\u203a")
"""Pairs of marks that may stand around a whole line."""
MOST_AROUND = 6
"""Bullets and pairs of marks around a line, one around the other."""
POSTSCRIPT = re.compile(r"^p\.?\s?(?:p\.?\s?)*s\b\.?\s*[:.,-]?\s*", re.IGNORECASE)
SUPERSCRIPT = re.compile("[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u218b\u2460-\u249b\u24ea-\u24ff]")
"""Numbers that would run together with digits beside them."""


def spell(line: str) -> str:
    """Write a line in the spelling in which it is read.

    >>> spell("2) *Attack Iceland \u2192 Greenland*")
    'Attack Iceland -> Greenland'
    """
    emoji_free = _strip_emoji(INVISIBLE.sub("", line))
    text = " ".join(unicodedata.normalize("NFKC", emoji_free).split())
    text = ARROWS.sub("->", INVISIBLE.sub("", text))
    for _ in range(MOST_AROUND):
        text = _strip_marks(BULLET.sub("", _strip_emoji(text)).strip())
    return DASH_BETWEEN.sub(" ", text)


def _strip_emoji(text: str) -> str:
    return KEYCAP.sub("", text.strip(EMOJI)).strip(EMOJI)


def _strip_marks(text: str) -> str:
    """Take off a pair of marks around a whole line."""
    for pair in QUOTES:
        begin, end = pair[0], pair[1]
        if len(text) > 2 and text.startswith(begin) and text.endswith(end):
            inner = text[1:-1].strip()
            if begin not in inner.strip(begin + end):  # as in **bold**
                return inner
    return text


def has_mixed_digits(line: str) -> bool:
    """Return whether a line has numbers that another spelling would run together, such as 3\u00b2."""
    return SUPERSCRIPT.search(line) is not None and re.search(r"\d", line) is not None


def strip_postscript(text: str) -> str:
    """Take off `PS:` in front of a line."""
    return POSTSCRIPT.sub("", text)


def is_postscript(text: str) -> bool:
    return POSTSCRIPT.match(text) is not None
