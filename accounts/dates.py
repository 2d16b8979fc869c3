"""Days in the words of the language that is active: "24 November", or "November 24" where the reader wants that."""

from __future__ import annotations

from datetime import datetime

from django.utils import dateformat, translation

AMERICAN = ("en", "en-us")
STYLES = {
    "day": ("j F", "F j"),
    "year": ("j F Y", "F j, Y"),
    "weekday": ("l j F", "l, F j"),
    "short": ("j M", "M j"),
    "short weekday": ("D j M", "D M j"),  # as typed
}
"""British and American patterns, in the letters of Django's date formats."""


def dated(at: datetime, style: str = "day") -> str:
    """Format the day of a local moment; `style` is one of STYLES."""
    return dateformat.format(at, STYLES[style][translation.get_language() in AMERICAN])


def dated_clock(at: datetime, style: str = "day") -> str:
    """ "24 November, 20:00" """
    return f"{dated(at, style)}, {at:%H:%M}"
