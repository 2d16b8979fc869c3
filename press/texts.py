"""Clean what people write: plain text of bounded length, nothing that turns or hides it."""

from __future__ import annotations

import unicodedata

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from press.errors import PressRefused
from press.models import LONGEST, MOST_LINES

DROPPED = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Categories of characters that say nothing: controls, direction marks, halves of pairs, private ones."""

JOINER = "\u200d"
"""Holds emoji together, so it stays."""


def clean_text(text: str) -> str:
    """Return a message as it is kept. Raises PressRefused if nothing is left of it, or too much."""
    lines = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    kept = ["".join(filter(is_kept, line.replace("\t", " "))).rstrip() for line in lines]
    cleaned = "\n".join(kept).strip()
    if not cleaned:
        raise PressRefused(_("Your message is empty."))
    if len(cleaned) > LONGEST:
        counts = {
            "count": number_format(len(cleaned), force_grouping=True),
            "most": number_format(LONGEST, force_grouping=True),
        }
        raise PressRefused(_("Your message has %(count)s characters. Shorten it to %(most)s.") % counts)
    if cleaned.count("\n") >= MOST_LINES:
        count = cleaned.count("\n") + 1
        raise PressRefused(
            _("Your message has %(count)s lines. Shorten it to %(most)s.") % {"count": count, "most": MOST_LINES}
        )
    return cleaned


def is_kept(letter: str) -> bool:
    return letter == JOINER or unicodedata.category(letter) not in DROPPED
