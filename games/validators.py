"""Names that people give to games: shown on pages, in lists and in mails of others."""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"
"""Join or part letters of some scripts and the parts of an emoji; all other letters without a shape go."""

UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols by their category, and nothing but room on the screen: Hangul fillers, braille without a dot."""


def sanitize_display_name(text: str) -> str:
    """Clean a name: one line, without characters that are invisible or reverse the text behind them.

    Empty if nothing is left that can be read.
    """
    seen = "".join(" " if letter.isspace() else letter for letter in text if letter.isspace() or is_visible(letter))
    line = " ".join(seen.split())
    return line if any(unicodedata.category(letter)[0] in "LNPS" for letter in line) else ""


def is_visible(letter: str) -> bool:
    return letter in JOINERS or (letter not in BLANKS and unicodedata.category(letter) not in UNSEEN)
