"""Format armies, small numbers, chances, lists and dice as players read them, in pages and mails alike."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

NBSP = "\N{NO-BREAK SPACE}"
"""Stands between words that stay on one line; text mails have an ordinary space for it."""


def pluralize_armies(number: int) -> str:
    """Count armies: "1 army", "5 armies"."""
    return ngettext("%(count)s army", "%(count)s armies", number) % {"count": number}


WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number_word(number: int) -> str:
    """Spell small numbers out, for headings."""
    return WORDS[number] if 0 <= number < len(WORDS) else str(number)


def percent(chance: float) -> str:
    """Format a chance: "72 %"; never 0 or 100 unless it is certain."""
    if 0 < chance < 0.005:
        return _("under 1 %")
    shown = 99 if 0.995 <= chance < 1 else round(chance * 100)
    return f"{shown} %"


def join_and(words: Sequence[str]) -> str:
    """Join words: "a", "a and b", "a, b and c"; empty for none."""
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s and %(last)s") % {"most": ", ".join(words[:-1]), "last": words[-1]}


def dice_row(dice: Sequence[int]) -> str:
    """Format a row of dice: "6 5 3"."""
    return " ".join(map(str, dice))
