"""Translations looked up once: a sentence that a page says a hundred times is found each time in six catalogues, which
made a tenth of a turn page."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.utils.translation import trans_real

MOST = 8192
"""Sentences of one language; nothing that people write is translated."""


def keep_translations() -> None:
    """Let every language of the site remember what it has looked up. Its catalogues do not change while it runs."""
    for code, _name in settings.LANGUAGES:
        catalogue = trans_real.translation(code)
        if not hasattr(catalogue.gettext, "cache_info"):
            catalogue.gettext = lru_cache(MOST)(catalogue.gettext)  # type: ignore[method-assign]  # the point
