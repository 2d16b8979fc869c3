"""Small parts of mails.

{% load letters %}
{% badge "blue" "B 5" %}      a seat's badge: colour, outline and letter, without a picture
{{ "blue"|letter }}           "B", for plain text
{{ "blue"|called }}           "Blue", in the language of the mail
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.seats import LETTERS, css_class, title

register = template.Library()


@register.simple_tag
def badge(colour: str, text: object = "") -> SafeString:
    """A few letters on the colour of a seat, in the outline that goes with it."""
    return drawn(colour, str(text if text != "" else LETTERS.get(colour, "")))


@lru_cache(maxsize=2048)
def drawn(colour: str, text: str) -> SafeString:
    """A badge; every mail shows half a hundred of them, mostly the same."""
    return format_html('<span class="badge {}">{}</span>', css_class(colour), text.replace(" ", "\N{NO-BREAK SPACE}"))


@register.filter
def letter(colour: str) -> str:
    """The letter of a seat's colour; a dash for land that nobody holds."""
    return LETTERS.get(colour, "-")


register.filter("called", title)
