"""What *How to play* tells of a family beyond the lines in which its games differ from each other."""

from __future__ import annotations

from typing import NamedTuple

from common.lazy_text import LazyText


class DeckOfCards(NamedTuple):
    """A deck of cards by its title, with its kinds: `title`, `text`, `cost`, `copies` and `reconstructed` each. Cards
    that are not `priced` are never played for something."""

    title: LazyText
    kinds: tuple[object, ...]
    priced: bool = True


class FamilyLesson(NamedTuple):
    """The template that tells how the games of a family are played, and the decks of cards that it lists."""

    template: str
    decks: tuple[DeckOfCards, ...]
