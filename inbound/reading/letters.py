"""Texts as streams of letters: line breaks, spaces, marks and links make no difference when they are compared."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

LINK = re.compile(r"<?(?:https?://|mailto:|www\.)[^\s<>\]]+>?|\((?:https?://|mailto:)[^\s()]+\)", re.IGNORECASE)
PICTURE = re.compile(
    r"\[[^\[\]\n]{0,40}?\b(?:cid|images?|bild|imagen|immagine|afbeelding)\b[^\[\]\n]{0,200}\]", re.IGNORECASE
)
MOST_PLACES = 24
"""Places of a line that are compared."""
MOST_TRIES = 400
"""Places at which a few letters are looked at."""
WORD = re.compile(r"[^\W_]+")


def strip_links(text: str) -> str:
    """Take out links and what stands in place of pictures."""
    return PICTURE.sub(" ", LINK.sub(" ", text))


def words_of(text: str) -> list[str]:
    """List the words of a text in one spelling, without links."""
    return WORD.findall(unicodedata.normalize("NFKC", strip_links(text)).casefold())


def letters_of(text: str) -> str:
    """Write a text as its letters and digits alone, without links."""
    return "".join(words_of(text))


def links_of(text: str) -> str:
    """Write the links of a text one behind another, as letters."""
    return " ".join("".join(WORD.findall(link.casefold())) for link in LINK.findall(text))


@dataclass(frozen=True)
class Stream:
    """The letters of a text that was sent. `lines` are its lines as letters; the boundaries are where words end or
    begin, and where lines do."""

    lines: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, lines: Sequence[str]) -> Stream:
        words = [tuple(words_of(line)) for line in lines]
        kept = [each for each in words if each]
        return cls(tuple("".join(each) for each in kept), tuple(kept))

    @cached_property
    def letters(self) -> str:
        return "".join(self.lines)

    @cached_property
    def word_ends(self) -> frozenset[int]:
        """Where a word begins or ends, as places in `letters`."""
        at, found = 0, [0]
        for word in (word for line in self.words for word in line):
            at += len(word)
            found.append(at)
        return frozenset(found)

    @cached_property
    def line_ends(self) -> list[int]:
        """Where a line begins or ends, ascending."""
        at, found = 0, [0]
        for line in self.lines:
            at += len(line)
            found.append(at)
        return found

    def find_all(self, letters: str, most: int = MOST_PLACES) -> list[tuple[int, int]]:
        """List where letters stand as whole words, as pairs of begin and end."""
        found: list[tuple[int, int]] = []
        at = self.letters.find(letters) if letters else -1
        for _ in range(MOST_TRIES):
            if at < 0 or len(found) == most:
                break
            if at in self.word_ends and at + len(letters) in self.word_ends:
                found.append((at, at + len(letters)))
            at = self.letters.find(letters, at + 1)
        return found

    def is_inside_a_line(self, at: int) -> bool:
        """Return whether no line ends at a place, so that a program must have broken it there."""
        place = bisect_left(self.line_ends, at)
        return not (place < len(self.line_ends) and self.line_ends[place] == at)
