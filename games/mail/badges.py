"""The badge of a seat in mails: colour, outline and letter, without a picture."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.wording.seats import LETTERS, seat_css


def badge(colour: str, text: object = "") -> SafeString:
    """Draw a few letters on the colour of a seat, in its outline; without `text` the colour's letter."""
    return drawn(colour, str(text if text != "" else LETTERS.get(colour, "")))


@lru_cache(maxsize=2048)
def drawn(colour: str, text: str) -> SafeString:
    """Draw a badge; every mail shows half a hundred of them, mostly the same."""
    return format_html('<span class="badge {}">{}</span>', seat_css(colour), text.replace(" ", "\N{NO-BREAK SPACE}"))
