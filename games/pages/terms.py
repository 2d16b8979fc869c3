"""Words that texts explain where they are met."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.families.parts import parts_of
from games.families.terms import Term


def explain(text: str, rules: str, where: str, then: str = "") -> str:
    """Put a button that opens a sentence in place of the first of each word of a family that a text has; the
    sentences follow the text, and `then` where more stands on its line. `where` begins the ids of what opens, and
    differs from text to text of a page. Texts of families that explain nothing stay as they are, and so does
    markup."""
    if not text or hasattr(text, "__html__") or not parts_of(rules).terms:
        return format_html("{}{}", text, then) if then else text
    forms, pattern = _forms(parts_of(rules).terms, get_language() or "")
    met: dict[str, Term] = {}

    def open_by_button(found: re.Match[str]) -> str:
        term = forms[found[0].casefold()]
        name = f"{where}-{term.key}"
        if name in met:
            return found[0]
        met[name] = term
        return f'<button type="button" class="term" popovertarget="{name}">{found[0]}</button>'

    shown = pattern.sub(open_by_button, escape(text))
    sentences = (_sentence(name, str(term.text)) for name, term in met.items())
    return mark_safe("".join((shown, conditional_escape(then), *sentences)))


@lru_cache(maxsize=32)
def _forms(terms: tuple[Term, ...], language: str) -> tuple[dict[str, Term], re.Pattern[str]]:
    """Collect the words of terms in a language, which is a key of the cache and nothing else, and what finds them."""
    forms = {str(form).casefold(): term for term in terms for form in term.forms}
    longest_first = sorted(forms, key=len, reverse=True)
    return forms, re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)


def _sentence(name: str, text: str) -> str:
    return (
        f'<span popover class="term-text" id="{name}">{escape(text)}'
        f'<button type="button" popovertarget="{name}" popovertargetaction="hide" class="btn quiet">{_("Close")}'
        "</button></span>"
    )
