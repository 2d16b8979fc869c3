"""Words of a family that somebody new to it may not know."""

from __future__ import annotations

from typing import NamedTuple

from common.lazy_text import LazyText


class Term(NamedTuple):
    """A word of a game. `forms` are how texts have it, `text` says in a sentence what it is."""

    key: str
    forms: tuple[LazyText, ...]
    text: LazyText
