"""Which places shortened and misspelled names mean, and which are suggested, is what somebody has read
(`tests/kit/approved.py`)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import find_continent, find_territory, mapgraph
from engine.core.mapgraph import MapGraph
from engine.core.place_names import is_abbreviated, match_score, nearest
from tests.kit import approved


@pytest.mark.no_cover
@pytest.mark.parametrize("board", ["classic42", "ancient_world", "world2210"])
def test_shortened_and_misspelled_names_are_as_approved(board: str) -> None:
    graph = mapgraph(board)
    names = [*graph.names, *(part.name for part in graph.continents)]
    typed = dict.fromkeys(text for name in names for text in ways_to_type(name))
    approved.check(f"names/{board}", "\n".join(meaning(graph, names, text) for text in typed) + "\n")


def ways_to_type(name: str) -> Iterator[str]:
    """Yield a name in fewer letters, and with slips."""
    words = name.casefold().split()
    yield " ".join(word[:1] for word in words)
    yield " ".join(word[:3] for word in words)
    yield "".join(word[:2] for word in words)
    yield " ".join(word[:1] + "".join(letter for letter in word[1:] if letter not in "aeiou")[:3] for word in words)
    yield words[-1]
    yield f"{words[0][:-1]}x {' '.join(words[1:])}".strip()
    yield f"{name.casefold()} north"


def meaning(graph: MapGraph, names: list[str], text: str) -> str:
    near = nearest(tuple(names), tuple(text.split()))
    found = [graph.ids[number] for number in find_territory(graph, text)]
    whole = " (whole)" if is_abbreviated(graph, text.split()) else ""
    score = f"{match_score(near)[0]:.2f}" if near[1] else "none"
    return f"{text}: {found}{whole}, {find_continent(graph, text) or 'no continent'}; near {[*near[1]]} {score}"
