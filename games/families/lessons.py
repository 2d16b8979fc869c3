"""What *How to play* tells of a family beyond the lines in which its games differ from each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import engine
from common.lazy_text import LazyText


class DeckOfCards(NamedTuple):
    """A deck of cards by its title, with its kinds: `title`, `text`, `cost`, `copies` and `reconstructed` each. Cards
    that are not `priced` are never played for something."""

    title: LazyText
    kinds: tuple[object, ...]
    priced: bool = True


class PieceSign(NamedTuple):
    """A sign of the board as `static/icons.svg` has it, with what it means."""

    sign: str
    title: LazyText
    text: LazyText


@dataclass(frozen=True, kw_only=True)
class Step:
    """A picture of a worked turn: the board after `orders`, one a line, which another seat than the first begins with
    its colour: "red: defend 2".

    `label` says what the picture shows, `text` why. The picture shows what is round the territories of `at`; with
    `moves` their first two are the ends of a move.
    """

    title: LazyText
    orders: tuple[str, ...]
    label: LazyText
    text: LazyText
    at: tuple[str, ...]
    moves: bool = False


@dataclass(frozen=True)
class WorkedTurn:
    """A turn of the first seat that the engine plays: where it begins (engine.position), the dice in their order, and
    the steps of which there are pictures."""

    rules: str
    seats: tuple[str, ...]
    board: str
    steps: tuple[Step, ...]
    dice: Mapping[str, Sequence[int]] = field(default_factory=dict)
    said: engine.Facts = field(default_factory=dict)


class FamilyLesson(NamedTuple):
    """The template that tells how the games of a family are played, its pieces, a turn in pictures, and the decks of
    cards that it lists."""

    template: str
    decks: tuple[DeckOfCards, ...]
    pieces: tuple[PieceSign, ...]
    turn: WorkedTurn
