"""What people and programs write around orders: `phrases.toml`, compiled."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path

PATH = Path(__file__).with_name("phrases.toml")
EDGES = " \t.,;:!?\u2026*_~\"'()[]<>-=|/\\\u00ab\u00bb\u201c\u201d\u201e\u2018\u2019\u2039\u203a\u00a1\u00bf"
"""What may stand around a phrase."""
DASHES = re.compile(r"[\s\-\u2010-\u2015\u2212_]+")


def fold(text: str) -> str:
    """Write a text in lower case, without accents, dashes as spaces."""
    decomposed = unicodedata.normalize("NFKD", text.replace("\u2019", "'").replace("\u2018", "'"))
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return DASHES.sub(" ", bare.casefold()).strip()


def fold_phrase(text: str) -> str:
    """Fold a text and take off what stands around it."""
    return fold(text.strip(EDGES)).strip(EDGES)


@cache
def all_phrases() -> dict[str, tuple[str, ...]]:
    """Load the lists by their names."""
    return {name: tuple(words) for name, words in tomllib.loads(PATH.read_text(encoding="utf-8")).items()}


@cache
def phrases(name: str) -> frozenset[str]:
    """Load a list of phrases, folded."""
    return frozenset(map(fold_phrase, all_phrases()[name]))


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Load a list of patterns as one."""
    return re.compile("|".join(f"(?:{each})" for each in all_phrases()[name]))


def begins_with_phrase(name: str, text: str) -> str | None:
    """Return what follows a phrase of a list that a text begins with, unfolded; None if it begins with none."""
    words = text.strip(EDGES).split()
    for count in range(min(len(words), 7), 0, -1):
        if fold_phrase(" ".join(words[:count])) in phrases(name):
            return " ".join(words[count:])
    return None


def matches(name: str, text: str) -> bool:
    """Return whether a whole text is one of the patterns of a list."""
    return pattern(name).fullmatch(fold_phrase(text)) is not None


def holds(name: str, lines: Sequence[str]) -> bool:
    """Return whether one of the patterns of a list stands in lines taken together."""
    return pattern(name).search(fold(" ".join(lines))) is not None
