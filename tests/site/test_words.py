"""Translations are looked up once."""

from __future__ import annotations

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, ngettext, pgettext, trans_real

from common.translation_cache import keep_translations


def test_a_sentence_is_looked_up_once_in_each_language() -> None:
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            looked_up = trans_real.translation(code).gettext
            gettext("Enter a valid value.")
            before = looked_up.cache_info()  # type: ignore[attr-defined]
            assert gettext("Enter a valid value.") == "Enter a valid value."
            after = looked_up.cache_info()  # type: ignore[attr-defined]
        assert (after.hits, after.misses) == (before.hits + 1, before.misses)


def test_languages_do_not_share_what_they_say() -> None:
    keep_translations()  # a second time changes nothing
    with translation.override("en"):
        american = gettext("N j, Y"), gettext("DATE_FORMAT")
    with translation.override("en-gb"):
        british = gettext("N j, Y"), gettext("DATE_FORMAT")
    assert american[0] == british[0] == "N j, Y"
    assert ngettext("%(n)s army", "%(n)s armies", 2) == "%(n)s armies" and pgettext("board", "Sea") == "Sea"
