"""The language of the engine's sentences: English, unless the host brings a translation.

Sentences are marked as everywhere with gettext, so that one catalogue holds them all. `gettext` and `ngettext`
translate at once, for whoever is served now. `gettext_noop` only marks a constant, which is translated where it is
shown.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


def _in_english(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


@dataclass
class _Voice:
    """What translates a sentence, and one of two by a number."""

    one: Callable[[str], str]
    number: Callable[[str, str, int], str]


_voice = _Voice(str, _in_english)
_for_nobody: ContextVar[bool] = ContextVar("_for_nobody", default=False)


def speak_with(one: Callable[[str], str], number: Callable[[str, str, int], str]) -> None:
    """Translate with the host's gettext and ngettext from now on."""
    _voice.one, _voice.number = one, number


@contextmanager
def untranslated() -> Iterator[None]:
    """Leave sentences in English, in this thread: where nobody reads them, a catalogue only takes time."""
    before = _for_nobody.set(True)
    try:
        yield
    finally:
        _for_nobody.reset(before)


def gettext(text: str) -> str:
    """Translate a sentence into the present reader's language."""
    return text if _for_nobody.get() else _voice.one(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Translate one of two sentences, by number, into the present reader's language."""
    return _in_english(one, many, count) if _for_nobody.get() else _voice.number(one, many, count)


def gettext_noop(text: str) -> str:
    """Mark a constant for the catalogue and return it unchanged."""
    return text


def translated(*names: str) -> Callable[[type[T]], type[T]]:
    """Make fields of a dataclass readable in the language of whoever is served now.

    They are kept as they were marked. A field holds a text, or pairs of a value and a text.
    """

    def decorate(cls: type[T]) -> type[T]:
        for name in names:
            setattr(cls, name, _Translated(name))
        return cls

    return decorate


class _Translated:
    """A field of a dataclass, kept in English and read in translation."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type[object]) -> object:
        kept = instance.__dict__[self.name]
        if isinstance(kept, str):
            return gettext(kept) if kept else ""
        return tuple((value, gettext(text)) for value, text in kept)

    def __set__(self, instance: object, kept: object) -> None:
        instance.__dict__[self.name] = kept
