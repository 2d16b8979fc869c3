"""Cards that act: held in secret, played by name with their targets, paid for, and then discarded.

Sources: 2210 "Play Command Cards"; Godstorm "Miracles". A family registers a `Catalogue` of its `CardKind` records; a
card of a hand or a deck is the number of its kind there, so that equal cards are equal numbers. Everything else is
here: when a card may be played, what may be named with it, paying, discarding, and `play NAME ...` in text.

What a card may aim at are the fields of its offer, and an order is held against the same fields: what is offered is
what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple

from engine.core.actions import Action, End
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.errors import IllegalAction, quoted
from engine.core.events import PublicEvent
from engine.core.language import gettext, gettext_noop, translated
from engine.core.notation import Command, Formatter, TokenReader, either, normalize
from engine.core.offers import ChoiceField, Given, Offer, PieceMovesField, SeatField, TerritoriesField, TerritoryField
from engine.core.registry import ruleset
from engine.core.ruleset import Hooks, Mechanic
from engine.core.state import NOBODY, GameState
from engine.core.units import multiset_subtract
from engine.mechanics.battle import AttackAsked
from engine.mechanics.family_state import family_state
from engine.mechanics.reaction import ReactionAsked

TURN, WINDOW, TURN_END, GAME_END = "turn", "window", "turn_end", "game_end"
"""When a card is played: in the steps of one's own turn, in answer to an invasion, after the free move; cards for the
end of the game are counted there by themselves."""

TargetField = TerritoryField | SeatField | ChoiceField | TerritoriesField | PieceMovesField


class PlayStep(Step, frozen=True, omit_defaults=True, tag="cards.play_step"):
    """Asks the active seat for cards of a timing, if a card that it holds may be one: by what everybody knows, which is
    how many cards of which deck it holds, so that a pause betrays nobody's hand."""

    timing: str = TURN

    step = "play"


class PlayAsked(Decision, frozen=True, kw_only=True, tag="cards.play_asked"):
    """The seat may play a card, and is asked again after it, or go on."""

    timing: str

    step = "play"
    ask = gettext_noop("play a card or go on")


class PlayCard(Action, frozen=True, omit_defaults=True, tag="cards.play"):
    """Play the card of this name, as `Catalogue.names` has it. What goes with it: own territories `at` which it works,
    territories `on` which it falls, a `target` seat, `what` of it (a kind of piece), the territory `dst` to which
    something goes, `moves` of pieces to territories."""

    card: str
    at: tuple[int, ...] = ()
    on: tuple[int, ...] = ()
    target: int = NOBODY
    what: str = ""
    dst: int = NOBODY
    moves: tuple[tuple[str, int], ...] = ()


class CardPlayed(PublicEvent, frozen=True, tag="cards.played"):
    """A card was played and paid for; what it does is told after it."""

    seat: int
    cost: int
    order: PlayCard


class ArmiesAdded(PublicEvent, frozen=True, tag="cards.armies_added"):
    """A card brought armies to territories of `seat`, as (territory, armies)."""

    seat: int
    at: tuple[tuple[int, int], ...]


class CardRolled(PublicEvent, frozen=True, tag="cards.rolled"):
    """The dice that a card asked for, in the order in which they fell."""

    seat: int
    dice: tuple[int, ...]


class TurnedOver(PublicEvent, frozen=True, tag="cards.turned_over"):
    """Cards of a deck that were turned over for all to see, in their order."""

    seat: int
    deck: str
    cards: tuple[int, ...]


# --- kinds of cards


class Play(NamedTuple):
    """A card in the hands of a seat at a moment: `timing` says which one, `invasion` is the question that it answers,
    `free` that nothing is paid for it."""

    kind: CardKind
    seat: int
    timing: str
    invasion: ReactionAsked | None = None
    free: bool = False


@translated("wanted")
@dataclass(frozen=True)
class Target:
    """Something that is named with a card. `fields` has what may be named now, None where nothing can be; `read` takes
    it from the words of an order; `wanted` is the sentence that says what is right."""

    fields: Callable[[Context, Play], tuple[TargetField, ...] | None]
    read: Callable[[TokenReader], dict[str, Any]]
    wanted: str


def always(context: Context, play: Play) -> str:
    return ""


@translated("text")
@dataclass(frozen=True)
class CardKind:
    """All equal cards of a deck. `text` says what the card does, `source` where that stands.

    `zone` is the kind of territory that the card is about, if it is about one. `barred` gives the code of a refusal
    where the card cannot be played now for a reason of its own; `effect` does what the card says.
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
    barred: Callable[[Context, Play], str] = always
    source: str = ""


@dataclass(frozen=True)
class Catalogue:
    """The kinds of cards of a game; a card is the number of its kind here.

    `may_play` gives the code of a refusal where a seat may not play cards of a deck now, else nothing;
    `while_attacking` says whether cards of one's own turn may still be played while an attack is asked.
    """

    kinds: tuple[CardKind, ...]
    may_play: Callable[[Context, int, str], str]
    while_attacking: Callable[[Context], bool]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """How each kind is written: with its deck where several decks have its title."""
        titles = [kind.title for kind in self.kinds]
        return tuple(kind.title if titles.count(kind.title) == 1 else _with_deck(kind) for kind in self.kinds)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each kind by the way it is written."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def called(self) -> Mapping[tuple[str, ...], tuple[int, ...]]:
        """The kinds that words may mean: a title, or a deck before it."""
        found: dict[tuple[str, ...], tuple[int, ...]] = {}
        for number, kind in enumerate(self.kinds):
            for name in dict.fromkeys((kind.title, _with_deck(kind))):
                found[_words_of(name)] = (*found.get(_words_of(name), ()), number)
        return found

    @cached_property
    def decks(self) -> Mapping[str, tuple[str, ...]]:
        """The decks that have cards of a timing."""
        return {
            timing: tuple(dict.fromkeys(kind.deck for kind in self.kinds if kind.timing == timing))
            for timing in dict.fromkeys(kind.timing for kind in self.kinds)
        }

    def find(self, name: str, deck: str = "") -> int:
        """Find a kind by its title, with its deck before it or beside it. Raises LookupError."""
        found = [each for each in self.called.get(_words_of(name), ()) if deck in ("", self.kinds[each].deck)]
        if len(found) != 1:
            raise LookupError(name)
        return found[0]


def _with_deck(kind: CardKind) -> str:
    return f"{kind.deck.capitalize()} {kind.title}"


def _words_of(name: str) -> tuple[str, ...]:
    """Split a name into words as the reader of orders does, which knows no `to`."""
    return tuple(word for word in normalize(name).split() if word != "to")


_CATALOGUES: dict[str, Callable[[Any], Catalogue]] = {}


def register_catalogue(family: str, make: Callable[[Any], Catalogue]) -> None:
    """Make the cards of a family known; `make` gives the catalogue of a game from its options."""
    _CATALOGUES[family] = make


def catalogue_of(rules: str, options: Any) -> Catalogue:
    """Return the cards of a game by its rule set and its options, as a state or a view has them."""
    given = SimpleNamespace(**options) if isinstance(options, Mapping) else options
    return _CATALOGUES[ruleset(rules).family](given)


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


# --- when cards may be played


def holds_for(context: Context, seat: int, decks: Iterable[str]) -> bool:
    """Return whether a seat holds a card of one of these decks that it may play: public facts, whatever the card is."""
    cards = cards_of(context)
    held = {cards.kinds[card].deck for card in context.player(seat).hand}
    return any(deck in held and not cards.may_play(context, seat, deck) for deck in decks)


def ask_for_cards(context: Context, step: PlayStep) -> None:
    seat = context.state.active
    if holds_for(context, seat, cards_of(context).decks.get(step.timing, ())):
        context.push(PlayAsked(seats=(seat,), timing=step.timing))


def moment(context: Context, asked: Decision) -> tuple[str, ReactionAsked | None]:
    """Tell the timing of the cards that answer a question now, empty for none; and the invasion that they answer."""
    if isinstance(asked, ReactionAsked):
        return WINDOW, asked
    if isinstance(asked, PlayAsked):
        return asked.timing, None
    return TURN if cards_of(context).while_attacking(context) else "", None


def check_play(
    context: Context, order: PlayCard, timing: str, invasion: ReactionAsked | None = None, *, free: bool = False
) -> Play:
    """Check that a seat may play a card now, and return the play. Nothing changes.

    Raises IllegalAction: cards.unknown, cards.which_deck, cards.not_held, purse.too_little, cards.target,
    cards.other_target, one of `TIMINGS`, and what the family and the card refuse.
    """
    cards = cards_of(context)
    number = cards.numbers.get(order.card)
    if number is None:
        _refuse_name(context, cards, order.card)
    assert number is not None
    context.require(number in context.player(order.seat).hand, "cards.not_held", card=order.card)
    play = Play(cards.kinds[number], order.seat, timing, invasion, free)
    code = _obstacle(context, cards, play)
    if code:
        _refuse(context, code, play, order.card)
    _check_targets(context, play, order)
    return play


def _refuse_name(context: Context, cards: Catalogue, name: str) -> None:
    decks = [cards.names[number] for number in cards.called.get(_words_of(name), ())]
    context.require(not decks, "cards.which_deck", cards=either(decks))
    context.refuse("cards.unknown", card=quoted(name))


def _refuse(context: Context, code: str, play: Play, name: str) -> None:
    most, currency = family_state(context).purses[play.seat], context.rules.currency
    context.refuse(code, card=name, price=play.kind.cost, most=most, currency=currency)


def _obstacle(context: Context, cards: Catalogue, play: Play) -> str:
    """Find what keeps a card from being played, targets aside: the code of a refusal, empty if nothing does."""
    kind = play.kind
    if kind.timing != play.timing:
        return TIMINGS[kind.timing]
    code = cards.may_play(context, play.seat, kind.deck) or kind.barred(context, play)
    if not code and not play.free and kind.cost > family_state(context).purses[play.seat]:
        return "purse.too_little"
    return code


def _check_targets(context: Context, play: Play, order: PlayCard) -> None:
    given: Given = {"seat": order.seat, "card": order.card}
    for target in play.kind.targets:
        fields = target.fields(context, play)
        given |= {field.name: getattr(order, field.name) for field in fields or ()}
        named = fields is not None and all(field.accepts(given[field.name], given) for field in fields)
        context.require(named, "cards.target", card=order.card, wanted=target.wanted)
    for name, usual in zip(PlayCard.__struct_fields__[2:], PlayCard.__struct_defaults__, strict=True):
        spare = name not in given and getattr(order, name) != usual
        context.require(not spare, "cards.other_target", card=order.card)


def play_card(context: Context, play: Play, order: PlayCard) -> None:
    """Play a card that was checked: it is paid, discarded and told, then it does what it says."""
    kind, seat = play.kind, play.seat
    card = cards_of(context).numbers[order.card]
    cost = 0 if play.free else kind.cost
    context.pay(seat, cost)
    context.change_player(seat, hand=multiset_subtract(context.player(seat).hand, (card,)))
    discard(context, kind.deck, (card,))
    context.emit(CardPlayed(seat, cost, order))
    kind.effect(context, play, order)


def discard(context: Context, deck: str, cards: Sequence[int]) -> None:
    """Lay cards on the discards of their deck."""
    discards = context.state.discards
    discards[deck] = tuple(sorted((*discards.get(deck, ()), *cards)))


def add_armies(context: Context, seat: int, at: Sequence[tuple[int, int]]) -> None:
    """Place armies that a card brings."""
    for territory, armies in at:
        context.state.armies[territory] += armies
    context.emit(ArmiesAdded(seat, tuple(at)))


# --- answers


def play_in_turn(context: Context, asked: PlayAsked, order: PlayCard) -> None:
    """Play a card in one's own turn; the question comes again once it has done what it says. Raises IllegalAction as
    `check_play` does."""
    play = check_play(context, order, asked.timing)
    context.pop_decision()
    context.push(PlayStep(asked.timing))
    play_card(context, play, order)


def play_while_attacking(context: Context, asked: AttackAsked, order: PlayCard) -> None:
    """Play a card of one's own turn before the first attack. Raises IllegalAction as `check_play` does, and
    cards.too_late."""
    timing, _ = moment(context, asked)
    context.require(bool(timing), "cards.too_late", card=order.card)
    play_card(context, check_play(context, order, timing), order)


def check_reply(context: Context, asked: ReactionAsked, order: PlayCard) -> None:
    """Check a sealed answer to an invasion. Raises IllegalAction as `check_play` does."""
    check_play(context, order, WINDOW, asked)


def reply(context: Context, asked: ReactionAsked, answer: Action) -> None:
    """Play an answer to an invasion when it is read. A card that can be played no more by then stays in its hand,
    unpaid and unseen."""
    if not isinstance(answer, PlayCard):
        return
    try:
        play = check_play(context, answer, WINDOW, asked)
    except IllegalAction:
        return
    play_card(context, play, answer)


def go_on(context: Context, asked: PlayAsked, order: End) -> None:
    context.pop_decision()


# --- what may be answered


def offers_at(context: Context, asked: Decision, seat: int) -> tuple[Offer, ...]:
    """List an offer for each different card of a hand that may be played now."""
    timing, invasion = moment(context, asked)
    return card_offers(context, seat, timing, invasion) if timing else ()


def card_offers(
    context: Context,
    seat: int,
    timing: str,
    invasion: ReactionAsked | None = None,
    *,
    free: bool = False,
    deck: str = "",
) -> tuple[Offer, ...]:
    """List an offer for each different card of a hand that may be played at a timing, with what may be named; of one
    deck, where one is named."""
    cards = cards_of(context)
    found = []
    for number in dict.fromkeys(context.player(seat).hand):
        play = Play(cards.kinds[number], seat, timing, invasion, free)
        if deck in ("", play.kind.deck) and not _obstacle(context, cards, play):
            fields = _target_fields(context, play)
            if fields is not None:
                found.append(Offer(TAG, gettext_noop("Play"), (ChoiceField("card", (cards.names[number],)), *fields)))
    return tuple(found)


def _target_fields(context: Context, play: Play) -> tuple[TargetField, ...] | None:
    """List what is named with a card; None where there is nothing to name, so that it cannot be played."""
    found: list[TargetField] = []
    for target in play.kind.targets:
        fields = target.fields(context, play)
        if fields is None:
            return None
        found += fields
    return tuple(found)


def play_offers(context: Context, asked: PlayAsked, seat: int) -> tuple[Offer, ...]:
    return (*offers_at(context, asked, seat), Offer("turn.end", gettext_noop("Go on")))


# --- elimination, and what a player sees


def discard_hand(context: Context, seat: int, by: int) -> None:
    """Discard the cards of a seat that goes out."""
    hand = context.player(seat).hand
    context.change_player(seat, hand=())
    for card in hand:
        discard(context, deck_of(context.state, card), (card,))


def name_hand(context: Context, viewer: int | None) -> dict[str, Any]:
    """Name the viewer's own cards, as orders name them."""
    if viewer is None:
        return {}
    names = cards_of(context).names
    return {"cards": [names[card] for card in context.player(viewer).hand]}


# --- in text


def read_play(reader: TokenReader) -> PlayCard:
    """Read a card by its name, and behind it what the card wants named. Of several decks that have the card, what is
    named decides, then the hand; where neither does, the name stays without a deck and is refused."""
    cards = catalogue_of(reader.view.rules, reader.view.options)
    found = _read_name(reader, cards)
    said: dict[str, Any] = {}
    for target in cards.kinds[found[0]].targets:
        said |= target.read(reader)
    named = _decided(reader, cards, found, (*said.get("at", ()), *said.get("on", ())))
    card = cards.names[named[0]] if len(named) == 1 else cards.kinds[found[0]].title
    return PlayCard(reader.seat, card, **said)


def _read_name(reader: TokenReader, cards: Catalogue) -> tuple[int, ...]:
    """Read the longest run of words that is the name of a card."""
    if not reader.more():
        raise reader.fail(gettext("Name the card that you play."))
    ahead = reader.words[reader.at :]
    for length in range(len(ahead), 0, -1):
        found = cards.called.get(tuple(ahead[:length]))
        if found:
            reader.at += length
            return found
    known = dict.fromkeys(name for each in cards.kinds for name in (each.title, _with_deck(each)))
    raise reader.no_such(gettext("There is no card {typed}."), tuple(known), len(ahead))


def _decided(reader: TokenReader, cards: Catalogue, found: Sequence[int], at: Sequence[int]) -> Sequence[int]:
    """Choose among the kinds that a name may mean by the territory that is named or invaded, then by the hand."""
    place = at[0] if at else invaded(reader)
    if place is not None and len(found) > 1:
        zone = reader.graph.zone(place)
        found = [number for number in found if cards.kinds[number].zone in ("", zone)] or found
    held = [number for number in found if number in reader.view.hand]
    return held if len(held) == 1 else found


def invaded(reader: TokenReader) -> int | None:
    """Return the territory whose invasion the viewer is asked about; None for no such question."""
    asked = reader.view.asked
    if asked is None or asked.kind != ReactionAsked.__struct_config__.tag:
        return None
    place: int = reader.view.about["dst"]
    return place


def write_play(order: PlayCard, writer: Formatter) -> str:
    parts = [f"play {order.card}"]
    if order.at:
        parts.append("at " + ", ".join(map(writer.territory, order.at)))
    aim = [writer.colour(order.target)] if order.target != NOBODY else []
    aim += [order.what] if order.what else []
    aim += [" and ".join(map(writer.territory, order.on))] if order.on else []
    if aim:
        parts.append("on " + " ".join(aim))
    if order.dst != NOBODY:
        parts.append(f"to {writer.territory(order.dst)}")
    if order.moves:
        parts.append("with " + ", ".join(f"{kind} {writer.territory(place)}" for kind, place in order.moves))
    return " ".join(parts)


def read_territories(reader: TokenReader) -> tuple[int, ...]:
    """Read territories to the end of the order, with commas or `and` between them."""
    found = [reader.territory()]
    while reader.more():
        reader.pass_over("and")
        found.append(reader.territory())
    return tuple(found)


TAG = str(PlayCard.__struct_config__.tag)
TIMINGS = {
    TURN: "cards.before_attacks",
    WINDOW: "cards.in_answer",
    TURN_END: "cards.at_turn_end",
    GAME_END: "cards.at_game_end",
}
"""The refusal of a card at another time than its own."""

PLAY = Command(
    "play",
    PlayCard,
    read_play,
    write_play,
    "play CARD [at TERRITORY] [on TARGET]",
    gettext_noop("play a card by its name, with its target"),
)
HOOKS = Hooks(resolve_reaction=reply, on_elimination=discard_hand, family_view=name_hand)
MECHANIC = Mechanic(
    name="action_cards",
    steps={PlayStep: ask_for_cards},
    answers={
        (PlayAsked, PlayCard): play_in_turn,
        (PlayAsked, End): go_on,
        (AttackAsked, PlayCard): play_while_attacking,
        (ReactionAsked, PlayCard): check_reply,
    },
    offers={PlayAsked: play_offers, AttackAsked: offers_at, ReactionAsked: offers_at},
    defaults={PlayAsked: lambda context, asked, seat: End(seat)},
    about={PlayAsked: lambda context, asked: {"timing": asked.timing}},
    events=(CardPlayed, ArmiesAdded, CardRolled, TurnedOver),
    refusals={
        "cards.unknown": gettext_noop("There is no card {card} in this game."),
        "cards.which_deck": gettext_noop("Several decks have this card: name {cards}."),
        "cards.not_held": gettext_noop("You do not hold {card}."),
        "cards.target": gettext_noop("You cannot play {card} like that. {wanted}"),
        "cards.other_target": gettext_noop(
            "{card} does not take that target. Leave it out, or name what the card says."
        ),
        "cards.too_late": gettext_noop("{card} can only be played before your first invasion."),
        "cards.before_attacks": gettext_noop("{card} is played in your own turn, before your first invasion."),
        "cards.in_answer": gettext_noop("{card} is played when a territory is invaded, in the turn of another player."),
        "cards.at_turn_end": gettext_noop("{card} is played after your free move."),
        "cards.at_game_end": gettext_noop("{card} counts by itself at the end of the game."),
    },
    commands=(PLAY,),
)
