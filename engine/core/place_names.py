"""Territories and continents by what players type: names, codes, abbreviations, and names spelled much like them."""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

from engine.core.mapgraph import MapGraph

ARROWS = "[-=]{0,8}>|[\u2190-\u21ff\u2794-\u27bf\u27f0-\u27ff\u2900-\u297f]"
DASHES = r"\-\u2010-\u2015\u2212"
UNSPOKEN = ("to", "a", "an", "the")
"""Words that mean nothing in an order, wherever they stand."""
PARTICLES = frozenset(("and", "at", "for", "from", "in", "into", "of", "on", "or", "then", "until", "with"))
"""Words between names, which shorten none."""


@lru_cache(maxsize=4096)
def normalize(text: str) -> str:
    """Normalize a text: lower case, without accents, every separator one space."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(re.sub(rf"(?:{ARROWS}|[{DASHES}_\s])+", " ", bare.casefold()).split())


@lru_cache(maxsize=4096)
def spoken(text: str) -> str:
    """Normalize a text to the words by which orders know it."""
    return " ".join(word for word in normalize(text).split() if word not in UNSPOKEN)


@lru_cache(maxsize=65536)
def find_territory(graph: MapGraph, text: str) -> tuple[int, ...]:
    """List the territories that a text may mean: an exact code or name first, then starts of words. Empty if there is
    none."""
    typed = spoken(text)
    for exact in (graph.codes, graph.names, graph.ids):
        found = tuple(number for number, name in enumerate(exact) if spoken(name) == typed)
        if found:
            return found
    words = typed.split()
    if not words or typed in PARTICLES:
        return ()
    return tuple(
        number for number, names in enumerate(_list_names(graph)) if any(starts(name, words, typed) for name in names)
    )


def find_continent(graph: MapGraph, text: str) -> str:
    """Find the id of the continent that a text names, by its name or by starts of its words; empty for none or
    several."""
    typed = spoken(text)
    exact = [part.id for part in graph.continents if typed in (spoken(part.name), spoken(part.id))]
    found = exact or [part.id for part in graph.continents if starts(spoken(part.name).split(), typed.split(), typed)]
    return found[0] if len(found) == 1 and typed and typed not in PARTICLES else ""


def starts(name: Sequence[str], words: Sequence[str], typed: str) -> bool:
    """Return whether `typed` starts the name, or each of its words is one of the name's."""
    each = len(words) == len(name) and all(map(str.startswith, name, words))
    return each or " ".join(name).startswith(typed)


@lru_cache
def _list_names(graph: MapGraph) -> tuple[tuple[list[str], ...], ...]:
    aliases = graph.aliases or ((),) * graph.size
    return tuple(
        tuple(spoken(name).split() for name in (own, *others)) for own, others in zip(graph.names, aliases, strict=True)
    )


NEAR = 0.65  # how near a name must be to be suggested: one slip in a name of three letters is nearer

Near = tuple[int, tuple[str, ...], float]
"""How many words were looked at, the names nearest to them, and how near the first is, from 0 to 1."""


@lru_cache(maxsize=4096)
def nearest(names: tuple[str, ...], words: tuple[str, ...]) -> Near:
    """List names that the words abbreviate, as `NW Terr` does, then those that are spelled much like them; none for a
    word between names. Kept, for all names are compared, and a misspelled word is met again in the same text."""
    if words[0] in PARTICLES:
        return len(words), (), 0.0
    known = {spoken(name): name for name in names}
    short = [name for name in known if _is_abbreviation(words, name)]
    near = [*dict.fromkeys((*short, *get_close_matches(" ".join(words), known, 3, NEAR)))]
    ratio = SequenceMatcher(None, " ".join(words), near[0]).ratio() if near else 0.0
    if short and len("".join(words)) > 2:
        ratio = max(ratio, 0.9 if len(words) > 1 else 0.7)
    return len(words), tuple(known[name] for name in near[:3]), ratio


def is_abbreviated(graph: MapGraph, words: Sequence[str]) -> bool:
    """Return whether two words abbreviate one name, so that the first is not meant alone."""
    return len(words) == 2 and any(_is_abbreviation(words, spoken(name)) for name in graph.names)


def match_score(near: Near) -> tuple[float, int]:
    """Return how near the nearest name is, from 0 to 1, and how many words were looked at, for ties."""
    return near[2], near[0]


def _is_abbreviation(words: Sequence[str], name: str) -> bool:
    """Return whether each word begins with a word of the name and goes on with letters of it, in their order."""
    left = name
    for word in words:
        found = _abbreviated(word).search(left) if word.isalpha() else None
        if found is None:
            return False
        left = left[found.end() :]
    return len(words) > 1 or len(words[0]) > 1


@lru_cache(maxsize=1024)
def _abbreviated(word: str) -> re.Pattern[str]:
    return re.compile(r"\b" + ".*?".join(map(re.escape, word)))
