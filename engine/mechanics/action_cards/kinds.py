"""Kinds of cards as data: what is named with them, what they do, and the catalogue of all of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import msgspec

from engine.core.context import Context
from engine.core.language import translated
from engine.core.notation import TokenReader
from engine.core.offers import ChoiceField, NumberField, PieceMovesField, SeatField, TerritoriesField, TerritoryField
from engine.core.place_names import PARTICLES, spoken, starts
from engine.core.registry import ruleset
from engine.core.state import GameState, Options
from engine.mechanics.action_cards.types import Named, PlayCard
from engine.mechanics.reaction import ReactionAsked

TargetField = TerritoryField | SeatField | ChoiceField | NumberField | TerritoriesField | PieceMovesField


class Play(NamedTuple):
    """A card in the hands of a seat at a moment: `timing` says which one, `invasion` is the question that it answers,
    `free` that nothing is paid for it, `forced` that it was turned over and must be played whatever its deck asks for.
    `shown` has the dice or cards that chance gave for it, before its effect."""

    kind: CardKind
    seat: int
    timing: str
    invasion: ReactionAsked | None = None
    free: bool = False
    forced: bool = False
    shown: tuple[int, ...] = ()


def invasion_of(play: Play) -> ReactionAsked:
    """Return the invasion that a card answers."""
    assert play.invasion is not None
    return play.invasion


@translated("wanted")
@dataclass(frozen=True)
class Target:
    """Something that is named with a card. `fields` has what may be named now, None where nothing can be; `read` takes
    it from the words of an order; `wanted` is the sentence that says what is right."""

    fields: Callable[[Context, Play], tuple[TargetField, ...] | None]
    read: Callable[[TokenReader], Named]
    wanted: str


@translated("text")
@dataclass(frozen=True)
class CardKind:
    """All equal cards of a deck. `text` says what the card does, `source` where that stands.

    `zone` is the kind of territory that the card is about, if it is about one. `barred` gives the code of a refusal
    where the card cannot be played now for a reason of its own; `effect` does what the card says. `chance` throws its
    dice or draws its cards, which are known before anybody may undo the card; the effect finds them in `Play.shown`.
    `idle` tells that it would do nothing where that cannot be seen from what it changes. So many of the `copies` are
    `reconstructed`: no source names them.
    """

    title: str
    deck: str
    timing: str
    text: str
    effect: Callable[[Context, Play, PlayCard], None]
    copies: int = 1
    cost: int = 0
    zone: str = ""
    targets: tuple[Target, ...] = ()
    barred: Callable[[Context, Play], str] = lambda context, play: ""
    source: str = ""
    chance: Callable[[Context, Play, PlayCard], tuple[int, ...]] | None = None
    reconstructed: int = 0
    idle: Callable[[Context, Play, PlayCard], bool] = lambda context, play, order: False


@dataclass(frozen=True)
class Catalogue:
    """The kinds of cards of a game; a card is the number of its kind here.

    `may_play` gives the code of a refusal where a seat may not play cards of a deck now, else nothing;
    `while_attacking` says whether cards of one's own turn may still be played while an attack is asked. `may_undo` maps
    the seats that may undo a card as it is played to the cards with which they do: by what everybody knows.
    `open_cards` lists the cards that lie open before a seat.
    """

    kinds: tuple[CardKind, ...]
    may_play: Callable[[Context, int, str], str]
    while_attacking: Callable[[Context], bool]
    may_undo: Callable[[Context, Play], Mapping[int, int]] = lambda context, play: {}
    open_cards: Callable[[GameState, int], Sequence[int]] = lambda state, seat: ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """How each kind is written: by the words before a comma of its title, with its deck where several decks have
        it."""
        titles = [kind.title for kind in self.kinds]
        return tuple(shortened(kind.title) if titles.count(kind.title) == 1 else with_deck(kind) for kind in self.kinds)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each kind by the way it is written."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def called(self) -> Mapping[tuple[str, ...], tuple[int, ...]]:
        """The kinds that words may mean: a title, or a deck before it."""
        found: dict[tuple[str, ...], tuple[int, ...]] = {}
        for number, kind in enumerate(self.kinds):
            for words in dict.fromkeys(map(words_of, (kind.title, shortened(kind.title), with_deck(kind)))):
                found[words] = (*found.get(words, ()), number)
        return found

    def called_exactly(self, words: tuple[str, ...]) -> tuple[int, ...]:
        """List the kinds of which words are the whole name."""
        return self.called.get(words, ())

    def shortened_by(self, words: tuple[str, ...]) -> tuple[int, ...]:
        """List the kinds that words may shorten: they start the name, or each of them one of its words."""
        typed = " ".join(words)
        called = self.called.items() if typed not in PARTICLES else ()
        meant = (numbers for name, numbers in called if starts(name, words, typed))
        return tuple(dict.fromkeys(number for numbers in meant for number in numbers))

    @cached_property
    def decks(self) -> Mapping[str, tuple[str, ...]]:
        """The decks that have cards of a timing."""
        return {
            timing: tuple(dict.fromkeys(kind.deck for kind in self.kinds if kind.timing == timing))
            for timing in dict.fromkeys(kind.timing for kind in self.kinds)
        }

    def find(self, name: str, deck: str = "") -> int:
        """Find a kind by its title, with its deck before it or beside it. Raises LookupError."""
        found = [each for each in self.called.get(words_of(name), ()) if deck in ("", self.kinds[each].deck)]
        if len(found) != 1:
            raise LookupError(name)
        return found[0]


def with_deck(kind: CardKind) -> str:
    return f"{kind.deck.capitalize()} {shortened(kind.title)}"


def shortened(title: str) -> str:
    """Return the words of a title before its comma."""
    return title.partition(",")[0]


def words_of(name: str) -> tuple[str, ...]:
    """Split a name into words as the reader of orders does, without commas."""
    return tuple(spoken(name.replace(",", " ")).split())


_CATALOGUES: dict[str, Callable[[Options], Catalogue]] = {}


def register_catalogue(family: str, make: Callable[[Options], Catalogue]) -> None:
    """Make the cards of a family known; `make` gives the catalogue of a game from its options."""
    _CATALOGUES[family] = make


def catalogue_of(rules: str, options: Options) -> Catalogue:
    """Return the cards of a game by its rule set and its options, as a state, a view or a stored game has them."""
    chosen = ruleset(rules)
    if isinstance(options, Mapping):
        usual = msgspec.structs.asdict(chosen.options)
        options = msgspec.convert({**usual, **options}, type(chosen.options))
    return _CATALOGUES[chosen.family](options)


def cards_of(context: Context) -> Catalogue:
    return catalogue_of(context.state.rules, context.options)


def fill_decks(state: GameState) -> None:
    """Fill the decks of a new game: as many cards of each kind as it has copies, in one layer."""
    kinds = catalogue_of(state.rules, state.options).kinds
    for deck in dict.fromkeys(kind.deck for kind in kinds):
        cards = (number for number, kind in enumerate(kinds) if kind.deck == deck for _ in range(kind.copies))
        state.decks[deck], state.discards[deck] = (tuple(cards),), ()


def deck_of(state: GameState, card: int) -> str:
    """Return the deck of a card."""
    return catalogue_of(state.rules, state.options).kinds[card].deck
