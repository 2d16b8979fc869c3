"""The words of positions and cases for hands, decks and discards of games with cards that act; what must hold of decks.

    hands: {red: [Land Stealth MODs, Cease Fire]}      cards by name; by deck and number where they are hidden
    decks: {naval: 3}                                  cards left, or their names in the order of the draw
    discards: {naval: [Hidden Energy]}

What is not named is a full deck, less all cards that are named anywhere. A family puts `keys` among its words, and
`find_card` into its record. Cards of decks that are not in its catalogue are those of territories.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized

from engine.core.context import Context
from engine.core.family import CaseKey
from engine.core.mapgraph import mapgraph
from engine.core.registry import ruleset
from engine.core.state import GameState, Options
from engine.core.units import multiset_subtract
from engine.core.view import PlayerView
from engine.core.written import PositionError, mapping, names, number, seat_number, territory_number
from engine.mechanics.action_cards.kinds import catalogue_of

Pile = list[str] | int
"""Names of cards, or how many there are."""

ByDeck = dict[str, Pile]


def keys(hands: str) -> tuple[CaseKey, ...]:
    """Make the three words; `hands` is the family's own for a hand."""
    return (
        CaseKey(hands, lambda said, context: _read_hands(hands, said, context), lay_hands, show_hands, like=as_written),
        CaseKey("discards", _reader("discards", in_order=False), lay_discards, show_discards, like=as_written),
        CaseKey("decks", _reader("decks", in_order=True), lay_decks, lambda view, whole: view.decks, like=as_written),
    )


# --- cards and their names


def find_card(state: GameState, name: str) -> tuple[str, int]:
    """Find the deck and the number of a card. Raises PositionError."""
    cards = catalogue_of(state.rules, state.options)
    try:
        card = cards.find(name)
    except LookupError:
        territory = territory_number(name, mapgraph(state.map))
        return _deck_of_territory(state, territory), territory
    return cards.kinds[card].deck, card


def _deck_of_territory(state: GameState, territory: int) -> str:
    own = _list_decks(state)
    for deck, layers in full_decks(state).items():
        if deck not in own and any(territory in layer for layer in layers):
            return deck
    raise PositionError(f"No deck has a card of {mapgraph(state.map).names[territory]}.")


def full_decks(state: GameState) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return the decks as they are before the first card is drawn."""
    fresh = state.copy()
    ruleset(state.rules).init_state(fresh, len(state.owner))
    return fresh.decks


def _list_decks(state: GameState) -> set[str]:
    return {kind.deck for kind in catalogue_of(state.rules, state.options).kinds}


def _find_in(state: GameState, deck: str, name: str) -> int:
    """Find a card by a name that need not say the deck. Raises PositionError."""
    if deck not in _list_decks(state):
        return territory_number(name, mapgraph(state.map))
    try:
        return catalogue_of(state.rules, state.options).find(name, deck)
    except LookupError:
        raise PositionError(f"There is no card {name!r} in the deck {deck}.") from None


def _title(rules: str, options: Options, map: str, deck: str, card: int) -> str:
    cards = catalogue_of(rules, options)
    return cards.names[card] if any(kind.deck == deck for kind in cards.kinds) else mapgraph(map).names[card]


def _title_in(state: GameState, deck: str, card: int) -> str:
    return _title(state.rules, state.options, state.map, deck, card)


def take_out(state: GameState, deck: str, card: int) -> None:
    """Take a card that is somewhere else out of its deck. Raises PositionError."""
    layers = list(state.decks[deck])
    index = next((at for at, layer in enumerate(layers) if card in layer), None)
    if index is None:
        raise PositionError(f"There is no further card {_title_in(state, deck, card)!r}.")
    layers[index] = multiset_subtract(layers[index], (card,))
    state.decks[deck] = tuple(filter(None, layers))


# --- hands


def _read_hands(word: str, said: object, context: Context) -> dict[str, ByDeck | int]:
    seats = context.state.seats
    return {seats[seat_number(who, seats)]: _read_hand(hand, context) for who, hand in mapping(word, said).items()}


def _read_hand(said: object, context: Context) -> ByDeck | int:
    """Parse a hand: names, numbers by deck, or one number for all."""
    if isinstance(said, int):
        return said
    if isinstance(said, Mapping):
        return {_check_deck(context, deck): number(deck, count) for deck, count in said.items()}
    hand: dict[str, list[str]] = {}
    for name in names(said):
        deck, card = find_card(context.state, name)
        hand.setdefault(deck, []).append(_title_in(context.state, deck, card))
    return {deck: sorted(cards) for deck, cards in hand.items()}


def lay_hands(context: Context, hands: dict[str, ByDeck | int]) -> None:
    """Give cards to their seats: those that are named, and then those that are only counted by deck. Raises
    PositionError."""
    state = context.state
    piles = [
        (state.seats.index(who), deck, pile) for who, hand in hands.items() for deck, pile in _by_deck_of(who, hand)
    ]
    held: dict[int, list[int]] = {state.seats.index(who): [] for who in hands}
    for seat, deck, pile in sorted(piles, key=lambda each: isinstance(each[2], int)):
        held[seat] += _take_pile(state, deck, pile)
    for seat, cards in held.items():
        if cards and context.player(seat).out:
            raise PositionError(f"{state.seats[seat]} is out and cannot hold cards.")
        context.change_player(seat, hand=tuple(sorted(cards)))


def _by_deck_of(who: str, hand: ByDeck | int) -> Iterable[tuple[str, Pile]]:
    if isinstance(hand, int):
        raise PositionError(f"Name the cards of {who}, or how many of each deck.")
    return hand.items()


def show_hands(view: PlayerView, whole: GameState | None) -> dict[str, ByDeck]:
    """Return the names of cards where they may be seen, else how many there are of each deck."""
    if whole is not None:
        return {
            colour: _name_by_deck(whole, player.hand) for colour, player in zip(whole.seats, whole.players, strict=True)
        }
    return {seat.colour: _own(view) if seat.seat == view.viewer else dict(seat.by_deck) for seat in view.seats}


def _name_by_deck(state: GameState, hand: tuple[int, ...]) -> ByDeck:
    kinds = catalogue_of(state.rules, state.options).kinds
    return _by_deck([(kinds[card].deck, _title_in(state, kinds[card].deck, card)) for card in hand])


def _own(view: PlayerView) -> ByDeck:
    kinds = catalogue_of(view.rules, view.options).kinds
    decks = [(kinds[card].deck, card) for card in view.hand]
    return _by_deck([(deck, _title(view.rules, view.options, view.map, deck, card)) for deck, card in decks])


def _by_deck(cards: list[tuple[str, str]]) -> ByDeck:
    return {deck: sorted(name for other, name in cards if other == deck) for deck, _ in cards}


# --- decks and discards


def _reader(word: str, *, in_order: bool) -> Callable[[object, Context], ByDeck]:
    def read(said: object, context: Context) -> ByDeck:
        piles = {_check_deck(context, deck): pile for deck, pile in mapping(word, said).items()}
        return {deck: _read_pile(context, deck, pile, in_order=in_order) for deck, pile in piles.items()}

    return read


def _check_deck(context: Context, deck: str) -> str:
    if deck not in context.state.decks:
        raise PositionError(f"There is no deck {deck!r}: they are {', '.join(context.state.decks)}.")
    return deck


def _read_pile(context: Context, deck: str, said: object, *, in_order: bool) -> Pile:
    if isinstance(said, int):
        return number(deck, said)
    state = context.state
    found = [_title_in(state, deck, _find_in(state, deck, name)) for name in names(said)]
    return found if in_order else sorted(found)


def lay_discards(context: Context, piles: ByDeck) -> None:
    """Make the discards, of cards that other words have laid there already and of further ones. Raises
    PositionError."""
    state = context.state
    for deck, pile in piles.items():
        there = [*state.discards[deck]]
        if isinstance(pile, int):
            further = _take_pile(state, deck, max(0, pile - len(there)))
        else:
            named = Counter(_find_in(state, deck, name) for name in pile)
            further = sorted((named - Counter(there)).elements())
            for card in further:
                take_out(state, deck, card)
        state.discards[deck] = tuple(sorted((*there, *further)))


def lay_decks(context: Context, piles: ByDeck) -> None:
    """Make decks of so many cards that nobody names, or of those that are named, in their order; others are laid aside.
    Raises PositionError."""
    state = context.state
    for deck, pile in piles.items():
        cards = _take_pile(state, deck, pile)
        unknown = (tuple(sorted(cards)),) if cards else ()
        state.decks[deck] = unknown if isinstance(pile, int) else tuple((card,) for card in cards)


def discard(state: GameState, deck: str, card: int) -> None:
    """Lay a card that a word names on its discards, unless it lies there; it comes out of its deck if it is in it."""
    if card in state.discards[deck]:
        return
    if any(card in layer for layer in state.decks[deck]):
        take_out(state, deck, card)
    state.discards[deck] = tuple(sorted((*state.discards[deck], card)))


def _take_pile(state: GameState, deck: str, pile: Pile) -> list[int]:
    """Take the cards of a pile out of their deck, those that are only counted from its end. Raises PositionError."""
    if isinstance(pile, int):
        there = [card for layer in state.decks[deck] for card in layer]
        if pile > len(there):
            raise PositionError(f"A pile of the deck {deck} cannot hold {pile} cards: {len(there)} are left.")
        cards = there[len(there) - pile :]
    else:
        cards = [_find_in(state, deck, name) for name in pile]
    for card in cards:
        take_out(state, deck, card)
    return cards


def show_discards(view: PlayerView, whole: GameState | None) -> ByDeck:
    """Return the names of the cards that lie open."""
    return {
        deck: sorted(_title(view.rules, view.options, view.map, deck, card) for card in cards)
        for deck, cards in view.discards.items()
    }


# --- comparing


def as_written(wanted: object, came: object) -> object:
    """Count what came, as a whole or by deck, where a case counts."""
    if isinstance(wanted, int):
        return sum(map(_size, came.values())) if isinstance(came, Mapping) else _size(came)
    if isinstance(wanted, Mapping) and isinstance(came, Mapping) and any(isinstance(n, int) for n in wanted.values()):
        return {deck: _size(pile) for deck, pile in came.items()}
    return came


def _size(pile: object) -> int:
    return pile if isinstance(pile, int) else len(pile) if isinstance(pile, Sized) else 0


# --- what must hold


def lying(state: GameState, deck: str) -> Counter[int]:
    """Count the cards of a deck that lie in it or on its discards."""
    return Counter(state.discards[deck]) + Counter(card for layer in state.decks[deck] for card in layer)


def broken_decks(state: GameState, elsewhere: Iterable[int] = ()) -> Iterator[str]:
    """Tell of decks that do not have all their cards: in their piles, in hands or `elsewhere`."""
    kinds = catalogue_of(state.rules, state.options).kinds
    held = Counter(card for player in state.players for card in player.hand) + Counter(elsewhere)
    for deck in dict.fromkeys(kind.deck for kind in kinds):
        whole = Counter({number: kind.copies for number, kind in enumerate(kinds) if kind.deck == deck})
        if lying(state, deck) + Counter({card: held[card] for card in whole}) != whole:
            yield f"the deck {deck} is not whole"
