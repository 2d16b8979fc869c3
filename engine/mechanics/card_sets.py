"""Territory cards: earned by a capture, turned in as sets for armies, taken over with an eliminated seat.

Sources: Classic 1959 (h) Play of cards and (i) Elimination of opponents; Modern "Placing Armies"; the classic parts of
the 2210 and Godstorm books, "Occupied territories". Rulings R5-R13, R24, R33.
Switches: set_values, occupied_bonus, elimination_trade_at, elimination_trade_stop, trade_on_draw_above_five,
traded_cards, draw_timing. A card is the number of its territory; both jokers are the number one past the last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from engine.core.actions import Action, End
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import Event, PublicEvent
from engine.core.facts import Facts
from engine.core.hooks import Hook, HookRecord, ViewHooks
from engine.core.language import gettext, gettext_noop
from engine.core.mapgraph import MapGraph
from engine.core.notation import Command, Formatter, TokenReader
from engine.core.offers import CardsField, Offer, Rows, TerritoryField
from engine.core.ruleset import Mechanic
from engine.core.state import NOBODY, GameState, Options
from engine.core.view import PlayerView
from engine.mechanics.deploy import Forfeited, PlaceStep
from engine.mechanics.occupy import OccupyHooks
from engine.mechanics.turns import check_victory

DECK = "cards"
JOKERS = 2
SET_SIZE = 3
FORCED_AT = 5  # 1959 (h): with five cards at the start of a turn a set must be turned in (R6)
KEEP = 4  # 1959 (i), Modern: after an elimination down to four cards or fewer
OCCUPIED_BONUS = 2  # Modern, 2210, Godstorm: two armies on a pictured territory that one holds
EARLY_VALUES = (4, 6, 8, 10, 12, 15)  # then five more each time


class TradeStep(Step, frozen=True, tag="cards.trade_step"):
    """`why`: "turn" at its start, "elimination", or "draw" for a hand that the earned card made too large.

    The question opens on the number of cards alone, which is public, so that a pause betrays nobody's hand.
    """

    why: str = "turn"

    step = "trade"


class DrawStep(Step, frozen=True, tag="cards.draw_step"):
    """The card for a turn with a capture, if `when` is the rule set's time for it."""

    when: str


class TradeAsked(Decision, frozen=True, kw_only=True, tag="cards.trade_asked"):
    """The seat may turn in a set; while `forced` it must."""

    why: str
    forced: bool

    step = "trade"
    ask = gettext_noop("trade in a set of cards or go on")

    def may_skip_to(self, order: Action) -> bool:
        """Return whether an order may come before this question. A set at the end of the attacks depends on the card
        drawn then, so no order may ask for it earlier."""
        return self.why != "draw" or not isinstance(order, Trade)


class Trade(Action, frozen=True, tag="cards.trade"):
    """Three cards that make a set; no cards stand for the best set that the seat has by then, if it has one. `bonus` is
    the pictured territory, held by the seat, that gets two armies where the rule set gives them; -1 leaves the choice
    to the weakest border among them."""

    cards: tuple[int, ...]
    bonus: int = -1

    @property
    def is_optional(self) -> bool:
        return not self.cards


class Traded(PublicEvent, frozen=True, tag="cards.traded"):
    """`number` counts all sets of the game; `bonus` is the territory that got `bonus_armies` more, or -1."""

    seat: int
    cards: tuple[int, ...]
    number: int
    value: int
    bonus: int
    bonus_armies: int


class Drawn(Event, frozen=True, tag="cards.drawn"):
    """A card was earned; only its seat knows which."""

    seat: int
    card: int | None

    secret = {"card": "seat"}


class TakenOver(Event, frozen=True, tag="cards.taken_over"):
    """The cards of an eliminated seat; their number is public."""

    seat: int
    was: int
    count: int
    cards: tuple[int, ...] | None

    secret = {"cards": "seat"}


class Reshuffled(PublicEvent, frozen=True, tag="cards.reshuffled", gc=False):
    count: int


class CardSetHooks(HookRecord, frozen=True):
    """What a set that is turned in brings.

    territory_bonus_allowed: whether a set that a seat turns in now may bring armies for pictured land.
    on_trade: something follows a set that `seat` turned in; `bonus` is the territory that got armies for it, or -1.
    """

    territory_bonus_allowed: Hook[[Context, int], bool] = ()
    on_trade: Hook[[Context, int, int], None] = ()


# --- what a set is and what it is worth


def deal_deck(state: GameState, size: int) -> None:
    """Fill the deck in one layer: a card for each territory, and the jokers."""
    state.decks[DECK] = (tuple(range(size)) + (size,) * JOKERS,)
    state.discards[DECK] = ()


def symbols(context: Context) -> tuple[str, ...]:
    return context.graph.symbols(context.options.deck)


def reconstructed_symbols(options: Options, graph: MapGraph) -> str:
    """Say that the symbols of the cards are our guess on a board of which no source has them; else nothing."""
    return gettext("the symbols on the territory cards") if graph.deck(options.deck) in graph.reconstructed else ""


def is_set(cards: Sequence[int], signs: Sequence[str]) -> bool:
    """Check that cards are a set: three with a joker among them, or all alike, or all different (R5)."""
    if len(cards) != SET_SIZE:
        return False
    if any(card >= len(signs) for card in cards):
        return True
    return len({signs[card] for card in cards}) in (1, SET_SIZE)


def sets_in(hand: Sequence[int], signs: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """List every different set in a hand, in ascending order of cards."""
    yield from dict.fromkeys(cards for cards in combinations(sorted(hand), SET_SIZE) if is_set(cards, signs))


def set_value(number: int, kind: str = "escalating") -> int:
    """Return the armies for the `number`-th set of the game, from 1: 4, 6, 8, 10, 12, 15, 20, ... or 4, 5, 6, ..."""
    if kind == "plus_one":
        return number + 3
    if number <= len(EARLY_VALUES):
        return EARLY_VALUES[number - 1]
    return EARLY_VALUES[-1] + 5 * (number - len(EARLY_VALUES))


def owned_card_territories(context: Context, seat: int, cards: Sequence[int]) -> list[int]:
    """List the territories on these cards that the seat holds now."""
    owner = context.state.owner
    return sorted({card for card in cards if card < len(owner) and owner[card] == seat})


def has_set(view: PlayerView) -> bool:
    """Check whether the viewer's hand has a set."""
    signs = view.graph.symbols(view.options["deck"])
    return bool(signs) and any(sets_in(view.hand, signs))


# --- turning in


def trade_step(context: Context, step: TradeStep) -> None:
    seat = context.state.active
    cards = len(context.player(seat).hand)
    if step.why == "elimination":
        if cards >= context.options.elimination_trade_at:
            context.push(TradeAsked(seats=(seat,), why=step.why, forced=True))
    elif cards >= SET_SIZE:
        forced = step.why == "turn" and cards >= FORCED_AT
        context.push(TradeAsked(seats=(seat,), why=step.why, forced=forced))


def trade(context: Context, asked: TradeAsked, order: Trade) -> None:
    """Trade in a set of cards for armies. Raises IllegalAction: cards.none_to_trade, cards.not_in_hand, cards.no_set,
    cards.no_bonus."""
    state, seat = context.state, order.seat
    order = order if order.cards else Trade(seat, best_set(context, seat))
    context.require(bool(order.cards), "cards.none_to_trade")
    hand = list(context.player(seat).hand)
    for card in order.cards:
        context.require(card in hand, "cards.not_in_hand")
        hand.remove(card)
    context.require(is_set(order.cards, symbols(context)), "cards.no_set")
    bonus = _bonus(context, order)

    state.sets_traded += 1
    value = set_value(state.sets_traded, context.options.set_values)
    state.pool += value
    armies = min(OCCUPIED_BONUS, context.capacity_left(bonus)) if bonus >= 0 else 0
    if armies:
        state.armies[bonus] += armies
    context.change_player(seat, hand=tuple(hand))
    discard_set(context, order.cards)
    context.emit(Traded(seat, order.cards, state.sets_traded, value, bonus, armies))
    if bonus >= 0 and armies < OCCUPIED_BONUS:
        context.emit(Forfeited(seat, OCCUPIED_BONUS - armies, bonus))
    for hook in context.hooks[CardSetHooks].on_trade:
        hook(context, seat, bonus if armies else -1)
    context.pop_decision()
    _ask_again(context, asked, seat, len(hand))
    if armies:
        check_victory(context)


def _bonus(context: Context, order: Trade) -> int:
    """Return the territory that gets the two extra armies, -1 for none; refuse a wish that cannot be had."""
    allowed = bonus_territories(context, order.seat, order.cards)
    if order.bonus != -1:
        context.require(order.bonus in allowed, "cards.no_bonus")
        return order.bonus
    if not allowed:
        return -1
    borders = context.borders
    if context.precedes("classic@2"):  # the neutral army was taken for a threat
        borders = replace(borders, neutral=NOBODY)
    return borders.weakest(order.seat, allowed)


def bonus_territories(context: Context, seat: int, cards: Sequence[int]) -> list[int]:
    """List the territories on which the extra armies of a set may be placed."""
    if context.options.occupied_bonus == "none" or not all(
        hook(context, seat) for hook in context.hooks[CardSetHooks].territory_bonus_allowed
    ):
        return []
    spots = owned_card_territories(context, seat, cards)
    return [spot for spot in spots if context.capacity_left(spot)] or spots


def discard_set(context: Context, cards: Sequence[int]) -> None:
    """Discard a set for good: on a pile that is shuffled when the deck runs out, or under the deck (R13)."""
    if not cards:  # of a seat that goes out empty-handed; a layer without cards is none
        return
    state = context.state
    if context.options.traded_cards == "deck_bottom":
        state.decks[DECK] = (*state.decks[DECK], tuple(sorted(cards)))
    else:
        state.discards[DECK] = tuple(sorted((*state.discards[DECK], *cards)))


def _ask_again(context: Context, asked: TradeAsked, seat: int, cards: int) -> None:
    """Ask for a further set where one must or may follow: R6, R9, R10."""
    if asked.why == "elimination":
        forced = cards > KEEP
        again = forced or (context.options.elimination_trade_stop == "may_continue" and cards >= SET_SIZE)
    else:
        forced = asked.why == "turn" and cards >= FORCED_AT
        again = asked.why == "turn" and cards >= SET_SIZE
    if again:
        context.push(TradeAsked(seats=(seat,), why=asked.why, forced=forced))


def decline_trade(context: Context, asked: TradeAsked, order: End) -> None:
    """Decline a trade. Raises IllegalAction: cards.must_trade."""
    context.require(not asked.forced, "cards.must_trade", cards=len(context.player(order.seat).hand))
    context.pop_decision()


# --- earning


def draw_step(context: Context, step: DrawStep) -> None:
    """Draw one card a turn at most, and only after a capture (1959 (h)); see DrawStep."""
    state = context.state
    if step.when != context.options.draw_timing or not state.captures:
        return
    seat = state.active
    reshuffles = not state.decks[DECK] and len(state.discards[DECK])
    card = context.draw(DECK)
    if card is None:
        return
    if reshuffles:
        context.emit(Reshuffled(reshuffles))
    hand = tuple(sorted((*context.player(seat).hand, card)))
    context.change_player(seat, hand=hand)
    context.emit(Drawn(seat, card))
    if context.options.trade_on_draw_above_five and len(hand) > FORCED_AT:
        context.push(PlaceStep(), TradeStep("draw"))


def transfer_hand(context: Context, seat: int, by: int) -> None:
    """Hand over all cards of an eliminated seat; from six cards on sets must be traded at once, and their armies
    placed (1959 (i))."""
    cards = context.player(seat).hand
    context.change_player(seat, hand=())
    context.change_player(by, hand=tuple(sorted((*context.player(by).hand, *cards))))
    context.emit(TakenOver(by, seat, len(cards), cards))
    context.push(PlaceStep(), TradeStep("elimination"))


# --- what may be answered


def trade_offers(context: Context, asked: TradeAsked, seat: int) -> tuple[Offer, ...]:
    end = () if asked.forced else (Offer("turn.end", gettext_noop("Go on without a set")),)
    sets = tuple(sets_in(context.player(seat).hand, symbols(context)))
    if not sets:
        return end
    bonus: Rows = {}
    for cards in sets:
        bonus[str(cards)] = tuple(bonus_territories(context, seat, cards)) or (-1,)
    fields = (CardsField("cards", sets), TerritoryField("bonus", by="cards", table=bonus))
    return (Offer("cards.trade", gettext_noop("Trade in"), fields), *end)


def best_set(context: Context, seat: int) -> tuple[int, ...]:
    """Pick the set that costs least and brings most: pictured territories first, then as few jokers as possible. Empty
    if the hand has no set."""
    size = len(context.state.owner)

    def worth(cards: tuple[int, ...]) -> tuple[bool, int]:
        return bool(bonus_territories(context, seat, cards)), -sum(card == size for card in cards)

    return max(sets_in(context.player(seat).hand, symbols(context)), key=worth, default=())


def trade_if_forced(context: Context, asked: TradeAsked, seat: int) -> Action:
    return Trade(seat, best_set(context, seat)) if asked.forced else End(seat)


def about(context: Context, asked: TradeAsked) -> Facts:
    worth = set_value(context.state.sets_traded + 1, context.options.set_values)
    return {"why": asked.why, "forced": asked.forced, "worth": worth, "armies": context.state.pool}


def next_set(context: Context, viewer: int | None) -> Facts:
    return {"next_set": set_value(context.state.sets_traded + 1, context.options.set_values)}


def warn_before_trade(view: PlayerView, order: Trade) -> str:
    """Warn before a joker is spent where the hand has a set without one."""
    joker, offer = len(view.owner), view.offer("cards.trade")
    if joker not in order.cards or offer is None:
        return ""
    spared = not all(joker in cards for cards in offer.field("cards", CardsField).values)
    return gettext("You also hold a set without a joker.") if spared else ""


def warn_before_end(view: PlayerView, order: End) -> str:
    """Warn before a turn passes without a card that could be won, or without the set that it might bring."""
    if view.offer("battle.attack") is None:
        return ""
    if not view.captures:
        return gettext("You have not captured a territory this turn, so you get no card.")
    if order.turn and will_draw_sixth_card(view):
        return gettext(
            "You are about to get your sixth card. If you end only your attacks, you can trade in a set before the "
            "free move."
        )
    return ""


def will_draw_sixth_card(view: PlayerView) -> bool:
    """Return whether ending the attacks brings the viewer a card with which a set may be traded in at once (R9)."""
    return bool(view.captures and view.options.get("trade_on_draw_above_five")) and len(view.hand) >= FORCED_AT


def read_trade(reader: TokenReader) -> Trade:
    """Read `Alaska Peru wild`, with `bonus Peru` where two armies may be had; `best` lets the engine choose."""
    reader.pass_over("in", "your")
    if reader.take("best"):
        reader.pass_over("set")
        return _best_in_view(reader)
    cards = [_read_card(reader) for _ in range(SET_SIZE)]
    bonus = reader.territory() if reader.take("bonus") else -1
    return Trade(reader.seat, tuple(cards), bonus)


def _read_card(reader: TokenReader) -> int:
    return reader.graph.size if reader.take("wild") or reader.take("joker") else reader.territory()


def _best_in_view(reader: TokenReader) -> Trade:
    """Choose what `best_set` would from what the seat is offered; without an offer the set is left to the moment at
    which the order is played."""
    view, size = reader.view, reader.graph.size
    offer = view.offer("cards.trade")
    if offer is None:
        return Trade(reader.seat, ())

    def worth(cards: tuple[int, ...]) -> tuple[int, int]:
        bonus = offer.field("bonus", TerritoryField).table[str(cards)] != (-1,)
        return bonus, -sum(card == size for card in cards)

    sets: tuple[tuple[int, ...], ...] = offer.field("cards", CardsField).values
    return Trade(reader.seat, max(sets, key=worth))


def write_trade(order: Trade, writer: Formatter) -> str:
    size = writer.graph.size
    if not order.cards:
        return "trade best"  # as typed
    text = "trade " + ", ".join("wild" if card == size else writer.territory(card) for card in order.cards)
    return text + (f", bonus {writer.territory(order.bonus)}" if order.bonus >= 0 else "")


TRADE = Command(
    "trade",
    Trade,
    read_trade,
    write_trade,
    "trade CARD CARD CARD[, bonus TERRITORY]",
    gettext_noop("trade in a set of cards; `trade best` chooses one, a joker is `wild`"),
)


MECHANIC = Mechanic(
    name="card_sets",
    hooks=(OccupyHooks(on_elimination=(transfer_hand,)), ViewHooks(family_view=(next_set,), has_set=(has_set,))),
    steps={TradeStep: trade_step, DrawStep: draw_step},
    answers={(TradeAsked, Trade): trade, (TradeAsked, End): decline_trade},
    offers={TradeAsked: trade_offers},
    defaults={TradeAsked: trade_if_forced},
    about={TradeAsked: about},
    advice={Trade: warn_before_trade, End: warn_before_end},
    events=(Traded, Drawn, TakenOver, Reshuffled, Forfeited),
    refusals={
        "cards.none_to_trade": gettext_noop("You have no set to trade in now."),
        "cards.not_in_hand": gettext_noop("You do not hold those cards."),
        "cards.no_set": gettext_noop(
            "Those cards are not a set: a set is three alike, three different, or any two with a joker."
        ),
        "cards.no_bonus": gettext_noop(
            "The 2 extra armies cannot go there: they go to a territory of yours that a card of the set shows."
        ),
        "cards.must_trade": gettext_noop("You hold {cards} cards: trade in a set first."),
    },
    commands=(TRADE,),
)
