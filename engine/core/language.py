"""The language of the engine's sentences: English, unless the host brings a translation.

Sentences are marked as everywhere with gettext, so that one catalogue holds them all. `gettext` and `ngettext`
translate at once, for whoever is served now. `gettext_noop` only marks a constant, which is translated where it is
shown.
"""

from collections.abc import Callable
from dataclasses import dataclass


def _in_english(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


@dataclass
class _Voice:
    """What translates a sentence, and one of two by a number."""

    one: Callable[[str], str]
    number: Callable[[str, str, int], str]


_voice = _Voice(str, _in_english)


def speak_with(one: Callable[[str], str], number: Callable[[str, str, int], str]) -> None:
    """Translate with the host's gettext and ngettext from now on."""
    _voice.one, _voice.number = one, number


def gettext(text: str) -> str:
    """A sentence in the language of whoever is served now."""
    return _voice.one(text)


def ngettext(one: str, many: str, count: int) -> str:
    """One of two sentences, as the number asks for, in the language of whoever is served now."""
    return _voice.number(one, many, count)


def gettext_noop(text: str) -> str:
    """A constant, marked for the catalogue and left as it is."""
    return text
