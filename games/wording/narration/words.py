"""Put sentences together from names and counts, escaped unless they are safe already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import mark_safe
from django.utils.translation import ngettext

from games.wording import amounts
from games.wording.narration.names import Names


def say(text: str, **words: object) -> str:
    """Put words into a sentence; everything that is not safe already is escaped."""
    return text % {key: word if isinstance(word, int) else conditional_escape(str(word)) for key, word in words.items()}


def join_and(words: Sequence[str]) -> str:
    """Join words: "a", "a and b", "a, b and c"; each escaped unless it is safe."""
    return mark_safe(amounts.join_and([str(conditional_escape(word)) for word in words]))


def pluralize_armies(count: int) -> str:
    return ngettext("%(count)s army", "%(count)s armies", count) % {"count": count}


def format_force(units: Mapping[str, Any]) -> str:
    """Format armies and pieces that moved: "3 armies", "2 armies and a naval commander"."""
    words = [pluralize_armies(units["armies"])] if units["armies"] or not units.get("pieces") else []
    return join_and(words + [str(piece).replace("_", " ") for piece in units.get("pieces", ())])


def of_seat(seat: int, names: Names, yours: str, theirs: str, **words: object) -> str:
    """Choose one of two sentences: the reader's own, or somebody else's with the name as `seat`."""
    if seat == names.viewer:
        return say(yours, **words)
    return say(theirs, seat=names.Seat(seat), **words)
