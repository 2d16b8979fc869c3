"""What there is to prove: sections of the rulebooks, rulings, decisions of our own, numbered test cases, cards.

A case names what it proves in its `source`. What a rule set needs that is not registered yet is listed apart.
"""

from collections.abc import Iterator
from functools import cache

from engine.conformance.sections import SECTIONS, Item
from engine.core.mapgraph import mapgraph
from engine.rules.classic.missions import CARDS as MISSIONS

RULINGS, DECISIONS = 35, 9
TESTS = 117
PROVED_BY_TESTS = {
    1: "tests/engine/core/test_map.py",
    2: "tests/engine/core/test_map.py",
    60: "tests/engine/mechanics/test_battle.py",
    62: "tests/engine/mechanics/test_battle.py",
    63: "tests/engine/mechanics/test_battle.py",
    102: "tests/engine/rules/classic/test_presets.py",
    106: "tests/engine/rules/classic/test_missions.py",
    116: "tests/engine/test_properties.py",
    117: "tests/engine/test_storing.py",
}


def is_named(item: Item, source: str) -> bool:
    return item.key.casefold() in map(str.casefold, _named_by(source))


def unknown_parts(source: str) -> list[str]:
    """What a source names that is not in the book: a misspelt section would otherwise prove nothing unnoticed."""
    return [part for part in _named_by(source) if part.casefold() not in _keys()]


@cache
def _keys() -> frozenset[str]:
    return frozenset(item.key.casefold() for item in items())


@cache
def _named_by(source: str) -> tuple[str, ...]:
    """The keys in a source. `cards Alaska, Peru` is `card Alaska; card Peru`, so that each is named in one way."""
    parts: list[str] = []
    for part in filter(None, map(str.strip, source.split(";"))):
        word, _, names = part.partition(" ")
        parts += (
            [f"card {name.strip()}" for name in names.split(",")] if word.casefold() in ("card", "cards") else [part]
        )
    return tuple(parts)


def items() -> Iterator[Item]:
    """Everything there is to prove, in order."""
    yield from SECTIONS
    for number in range(1, RULINGS + 1):
        yield Item("rulings", f"R{number}", "")
    for number in range(1, DECISIONS + 1):
        yield Item("decisions of our own", f"F{number}", "")
    for number in range(1, TESTS + 1):
        yield Item("test cases", f"T{number:02}", "", tests=PROVED_BY_TESTS.get(number, ""))
    for name in (*mapgraph("classic42").names, "wild"):
        yield Item("cards of the classic family", f"card {name}", "")
    for deck, cards in MISSIONS.items():
        yield from (Item("mission cards", f"{deck} {card.id}", "") for card in cards)
