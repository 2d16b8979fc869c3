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
EMOJI = (
    "\u203c\u2049\u20e3\u2122\u2139\u2300-\u23ff\u25a0-\u2793\u2795-\u2797\u27b0\u27bf\u2934\u2935\u2b00-\u2b94\u2b96-\u2bff"
    "\u3030\u303d\ufe0f\ufffc\U0001f000-\U0001faff\U000e0020-\U000e007f"
)
EMOJI_BEFORE = re.compile(rf"^(?:[0-9#*]\ufe0f?\u20e3|[{EMOJI}\s\u200d])+")
EMOJI_BEHIND = re.compile(rf"[{EMOJI}\s\u200d]+$")
BULLETS = rf"{DASH}*\u2022\u2023\u2043\u2219\u25aa\u25cf\u25e6\u25cb\u25a0\u00b7\u00a7+"
BULLET = re.compile(rf"^(?:[{BULLETS}]\s+|\d{{1,3}}[.)]\s+|\(\d{{1,3}}\)\s+)")
MARKS = ("**", "__", "``", '""', "''", "\u201c\u201d", "\u201e\u201c", "\u201e\u201d", "\u00ab\u00bb", "\u00bb\u00ab")
QUOTES = (*MARKS, "\u2018\u2019", "\u201a\u2018", "\u2039\u203a")
"""Pairs of marks that may stand around a whole line."""
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
    before = None
    while text != before:
        before = text
        text = _strip_marks(BULLET.sub("", _strip_emoji(text)).strip())
    return DASH_BETWEEN.sub(" ", text)


def _strip_emoji(text: str) -> str:
    return EMOJI_BEHIND.sub("", EMOJI_BEFORE.sub("", text))


def _strip_marks(text: str) -> str:
    """Take off a pair of marks around a whole line."""
    for pair in QUOTES:
        begin, end = pair[0], pair[1]
        if len(text) > 2 and text.startswith(begin) and text.endswith(end) and begin not in text[1:-1]:
            return text[1:-1].strip()
    return text


def has_mixed_digits(line: str) -> bool:
    """Return whether a line has numbers that another spelling would run together, such as 3\u00b2."""
    return SUPERSCRIPT.search(line) is not None and re.search(r"\d", line) is not None


def strip_postscript(text: str) -> str:
    """Take off `PS:` in front of a line."""
    return POSTSCRIPT.sub("", text)


def is_postscript(text: str) -> bool:
    return POSTSCRIPT.match(text) is not None
