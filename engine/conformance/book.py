"""What there is to prove: the sections of the rulebooks, the rulings, the numbered test cases, the cards.

A case names what it proves in its `source`. What a rule set needs that is not registered yet is listed apart.
"""

import re
from collections.abc import Iterator

from engine.conformance.sections import SECTIONS, Item
from engine.core.mapgraph import mapgraph
from engine.rules.classic.missions import CARDS as MISSIONS

RULINGS = 35
TESTS = 117
PROVED_BY_TESTS = {
    1: "tests/engine/core/test_map.py",
    2: "tests/engine/core/test_map.py",
    60: "tests/engine/mechanics/test_battle.py",
    62: "tests/engine/mechanics/test_battle.py",
    63: "tests/engine/mechanics/test_battle.py",
    102: "tests/engine/test_presets.py",
    116: "tests/engine/test_properties.py",
    117: "tests/engine/test_storing.py",
}


def is_named(item: Item, source: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(item.key)}(?!\w)", _spelled_out(source), re.IGNORECASE))


def _spelled_out(source: str) -> str:
    """`cards Alaska, Peru` as `card Alaska; card Peru`, so that each is named in one way."""
    parts = []
    for part in source.split(";"):
        word, _, names = part.strip().partition(" ")
        parts += [f"card {name.strip()}" for name in names.split(",")] if word in ("card", "cards") else [part]
    return "; ".join(parts)


def items() -> Iterator[Item]:
    """Everything there is to prove, in order."""
    yield from SECTIONS
    for number in range(1, RULINGS + 1):
        yield Item("rulings", f"R{number}", "")
    for number in range(1, TESTS + 1):
        yield Item("test cases", f"T{number:02}", "", tests=PROVED_BY_TESTS.get(number, ""))
    for name in (*mapgraph("classic42").names, "wild"):
        yield Item("cards of the classic family", f"card {name}", "")
    for deck, cards in MISSIONS.items():
        yield from (Item("mission cards", f"{deck} {card.id}", "") for card in cards)
