"""Things that the creator of a game makes up for an option that is a list, in words: everybody reads them before they
take a seat. A family registers how it describes each of its lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import engine
from common.lazy_text import LazyText

Item = engine.Facts


class ListedThing(NamedTuple):
    """One thing of such a list in words: its name, facts about it, and what it does."""

    name: str
    facts: str
    words: str


class MadeUp(NamedTuple):
    """What was made up for one option of a game: the option's title, each thing in words, and the sentence for people
    who are about to take a seat."""

    title: str
    things: tuple[ListedThing, ...]
    agreed: str


Describe = Callable[[Sequence[Item]], Sequence[ListedThing]]


@dataclass(frozen=True)
class _Wording:
    title: LazyText
    agreed: LazyText
    describe: Describe


_WORDINGS: dict[tuple[str, str], _Wording] = {}


def describes_list(family: str, option: str, *, title: LazyText, agreed: LazyText) -> Callable[[Describe], Describe]:
    """Register the function that describes the items of an option of a family."""

    def register(describe: Describe) -> Describe:
        _WORDINGS[family, option] = _Wording(title, agreed, describe)
        return describe

    return register


def made_up_in(rules: engine.RuleSet, options: engine.Facts) -> dict[str, MadeUp]:
    """Describe what was made up for a game, by the names of its options."""
    return {
        option: MadeUp(str(wording.title), tuple(wording.describe(options[option])), str(wording.agreed))
        for (family, option), wording in _WORDINGS.items()
        if family == rules.family and options.get(option)
    }
