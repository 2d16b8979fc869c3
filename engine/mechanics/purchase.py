"""Buying in one's own turn: pieces first, then buildings, then cards that nobody else sees.

Sources: Risk 2210 A.D., "Hire and Place Commanders and Build Space Stations", "Buy Command Cards"; Godstorm, "Summon
Gods and Build Temples", "Obtain Miracle Cards". What is for sale, for how much and where it may stand is the family's
(hooks `for_sale`, `decks_for_sale` and `own_card_price`), and so are the words of the orders (`commands`). Cards are
bought once a turn, all in one order, before any of them is seen; hook `lay_open` takes those that never are in a hand.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.actions import Action, End
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.errors import clipped
from engine.core.events import Event, PublicEvent
from engine.core.facts import Facts
from engine.core.hooks import Hook, HookRecord
from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command, Formatter, TokenReader, either
from engine.core.offers import AmountsField, ChoiceField, Offer, TerritoryField
from engine.core.registry import ruleset
from engine.core.ruleset import Mechanic
from engine.core.units import sum_counts
from engine.mechanics.family_state import family_state

CARDS_A_TURN = 4


class HireStep(Step, frozen=True, tag="purchase.hire_step"):
    """Asks the active seat for pieces and buildings, if it can pay for any."""

    step = "hire"


class BuyStep(Step, frozen=True, tag="purchase.buy_step"):
    """Asks the active seat for cards, once a turn, if it can pay for any."""

    step = "buy"


class HireAsked(Decision, frozen=True, kw_only=True, tag="purchase.hire_asked"):
    """The seat may hire and build, one by one; once it has `built` it hires no more, where pieces come first."""

    built: bool = False

    step = "hire"
    ask = gettext_noop("hire and build")


class BuyAsked(Decision, frozen=True, kw_only=True, tag="purchase.buy_asked"):
    step = "buy"
    ask = gettext_noop("buy cards")


class Hire(Action, frozen=True, tag="purchase.hire"):
    kind: str
    at: int


class Build(Action, frozen=True, tag="purchase.build"):
    kind: str
    at: int


class Buy(Action, frozen=True, tag="purchase.buy"):
    """`cards` has how many from which deck, each deck once."""

    cards: tuple[tuple[str, int], ...]


class Hired(PublicEvent, frozen=True, tag="purchase.hired"):
    seat: int
    kind: str
    at: int
    price: int


class Built(PublicEvent, frozen=True, tag="purchase.built"):
    seat: int
    kind: str
    at: int
    price: int


class CardsBought(Event, frozen=True, tag="purchase.bought"):
    """`decks` has how many cards came from which deck, which everybody sees, `cards` which they were."""

    seat: int
    decks: tuple[tuple[str, int], ...]
    price: int
    cards: tuple[int, ...] | None

    secret = {"cards": "seat"}


class Ware(NamedTuple):
    """A piece or building that a seat may have for a price, and the territories where it may put it."""

    kind: str
    price: int
    spots: tuple[int, ...]
    building: bool = False


class PurchaseHooks(HookRecord, frozen=True):
    """What a seat may have for the money in its purse.

    for_sale: pieces and buildings that a seat may buy, whatever is in its purse.
    decks_for_sale: decks from which a seat may buy cards.
    own_card_price: what a card costs a seat now, where that is not the rule set's `card_price`.
    lay_open: cards that a seat has bought; it lays open those that do not go into the hand, and returns the others.
    """

    for_sale: Hook[[Context, int], Sequence[Ware]] = ()
    decks_for_sale: Hook[[Context, int], Sequence[str]] = ()
    own_card_price: Hook[[Context, int], int] = ()
    lay_open: Hook[[Context, int, tuple[int, ...]], Sequence[int]] = ()


# --- pieces and buildings


def hire_step(context: Context, step: HireStep) -> None:
    _ask_to_hire(context, context.state.active)


def _ask_to_hire(context: Context, seat: int, *, built: bool = False) -> None:
    """Ask while something can be had."""
    if _affordable(context, seat, built=built):
        context.push(HireAsked(seats=(seat,), built=built))


def wares(context: Context, seat: int) -> list[Ware]:
    """List all that a seat may hire or build, whatever is in its purse."""
    return [ware for hook in context.hooks[PurchaseHooks].for_sale for ware in hook(context, seat)]


def _affordable(context: Context, seat: int, *, built: bool) -> list[Ware]:
    """List what a seat can have now and put somewhere: buildings alone once it has built."""
    purse = family_state(context).purses[seat]
    return [
        ware for ware in wares(context, seat) if ware.spots and ware.price <= purse and (ware.building or not built)
    ]


def hire(context: Context, asked: HireAsked, order: Hire) -> None:
    """Add a piece. Raises what `_purchase` raises, and purchase.built_already."""
    context.require(not asked.built, "purchase.built_already")
    price = _purchase(context, order, building=False)
    context.emit(Hired(order.seat, order.kind, order.at, price))
    _ask_to_hire(context, order.seat)


def build(context: Context, asked: HireAsked, order: Build) -> None:
    """Add a building. Raises what `_purchase` raises."""
    price = _purchase(context, order, building=True)
    context.emit(Built(order.seat, order.kind, order.at, price))
    _ask_to_hire(context, order.seat, built=context.rules.purchase.pieces_first)


def _purchase(context: Context, order: Hire | Build, *, building: bool) -> int:
    """Take the price out of the purse and put the piece on the board, which answers the question; returns the price.

    Raises IllegalAction: purchase.not_for_sale, territory.unknown, deploy.not_yours, purchase.not_there,
    purse.too_little.
    """
    ware = find_ware(context, wares(context, order.seat), order, building=building)
    context.pay(order.seat, ware.price)
    context.add_piece(order.kind, order.seat, order.at)
    context.pop_decision()
    return ware.price


def find_ware(context: Context, for_sale: Sequence[Ware], order: Hire | Build, *, building: bool) -> Ware:
    """Find what an order asks for, where it may stand. Raises IllegalAction."""
    ware = next((each for each in for_sale if (each.kind, each.building) == (order.kind, building)), None)
    title = context.rules.piece_title(order.kind)
    if ware is None:
        context.refuse("purchase.not_for_sale", kind=title)
    at = context.territory(order.at)
    context.require(context.state.owner[at] == order.seat, "deploy.not_yours", territory=context.name(at))
    context.require(at in ware.spots, "purchase.not_there", kind=title, territory=context.name(at))
    return ware


def hire_offers(context: Context, asked: HireAsked, seat: int) -> tuple[Offer, ...]:
    return (*offers_of(_affordable(context, seat, built=asked.built)), Offer("turn.end", gettext_noop("Go on")))


def offers_of(for_sale: Sequence[Ware]) -> tuple[Offer, ...]:
    """Offer pieces, and buildings, each where it may stand."""
    pieces = [ware for ware in for_sale if not ware.building]
    buildings = [ware for ware in for_sale if ware.building]
    offers = []
    if pieces:
        offers.append(Offer("purchase.hire", gettext_noop("Hire"), _fields(pieces)))
    if buildings:
        offers.append(Offer("purchase.build", gettext_noop("Build"), _fields(buildings)))
    return tuple(offers)


def _fields(for_sale: Sequence[Ware]) -> tuple[ChoiceField, TerritoryField]:
    spots = {ware.kind: ware.spots for ware in for_sale}
    return ChoiceField("kind", tuple(spots)), TerritoryField("at", by="kind", table=spots)


def about_hiring(context: Context, asked: HireAsked) -> Facts:
    """Describe what each thing costs that the seat can put somewhere, what it can pay, and the cards that it can buy
    next."""
    (seat,) = asked.seats
    prices = {ware.kind: ware.price for ware in wares(context, seat) if ware.spots}
    cards = {} if family_state(context).bought else describe_cards(context, seat)
    return {"prices": prices, "purse": family_state(context).purses[seat], "built": asked.built, "cards": cards}


# --- cards


def buy_step(context: Context, step: BuyStep) -> None:
    state = family_state(context)
    if not state.bought and _most(context, state.active):
        context.push(BuyAsked(seats=(state.active,)))


def stock(context: Context, seat: int) -> dict[str, int]:
    """Return how many cards there are in each deck that a seat may buy from, none that is empty."""
    state = context.state
    decks = [deck for hook in context.hooks[PurchaseHooks].decks_for_sale for deck in hook(context, seat)]
    left = {deck: sum(map(len, state.decks[deck])) for deck in decks}
    if context.rules.remakes_decks:
        left = {deck: count + len(state.discards[deck]) for deck, count in left.items()}
    return {deck: count for deck, count in left.items() if count}


def card_price(context: Context, seat: int) -> int:
    """Return what a card costs a seat now."""
    hooks = context.hooks[PurchaseHooks].own_card_price
    return min((hook(context, seat) for hook in hooks), default=context.rules.purchase.card_price)


def _most(context: Context, seat: int) -> int:
    """Count the cards that a seat can buy at most."""
    price, purse = card_price(context, seat), family_state(context).purses[seat]
    most = min(CARDS_A_TURN, sum(stock(context, seat).values()))
    return min(most, purse // price) if price else most


def buy(context: Context, asked: BuyAsked, order: Buy) -> None:
    """Draw the cards that are paid for, all at once.

    Raises IllegalAction: purchase.bought_already, purchase.no_cards, purchase.deck_twice, purchase.deck_closed,
    purchase.deck_short, purchase.too_many, purse.too_little.
    """
    context.require(not family_state(context).bought, "purchase.bought_already")
    price = _check_cards(context, order)
    context.pay(order.seat, price)
    cards = tuple(card for deck, count in order.cards for card in _draw_cards(context, deck, count))
    family_state(context).bought = True
    context.emit(CardsBought(order.seat, order.cards, price, cards))
    context.pop_decision()
    _receive(context, order.seat, cards)


def _receive(context: Context, seat: int, cards: Sequence[int]) -> None:
    """Put cards into a hand, but for those that the family's hooks lay open."""
    for hook in context.hooks[PurchaseHooks].lay_open:
        cards = hook(context, seat, tuple(cards))
    context.change_player(seat, hand=tuple(sorted((*context.player(seat).hand, *cards))))


def _check_cards(context: Context, order: Buy) -> int:
    """Check an order for cards and return what they cost."""
    there, count = stock(context, order.seat), sum_counts(order.cards)
    context.require(bool(order.cards) and min(each for _, each in order.cards) > 0, "purchase.no_cards")
    context.require(len(dict(order.cards)) == len(order.cards), "purchase.deck_twice")
    for deck, each in order.cards:
        context.require(deck in there, "purchase.deck_closed", deck=clipped(deck))
        context.require(each <= there[deck], "purchase.deck_short", deck=deck, most=there[deck])
    context.require(count <= CARDS_A_TURN, "purchase.too_many", most=CARDS_A_TURN)
    price = count * card_price(context, order.seat)
    context.check_funds(order.seat, price)
    return price


def _draw_cards(context: Context, deck: str, count: int) -> list[int]:
    return [card for _ in range(count) if (card := context.draw(deck)) is not None]


def buy_offers(context: Context, asked: BuyAsked, seat: int) -> tuple[Offer, ...]:
    there, most = stock(context, seat), 0 if family_state(context).bought else _most(context, seat)
    few = {deck: (0, count) for deck, count in there.items() if count < most}
    cards = AmountsField("cards", tuple(there), 1, most, few)
    offer = (Offer("purchase.buy", gettext_noop("Buy"), (cards,)),) if most else ()
    return (*offer, Offer("turn.end", gettext_noop("Go on")))


def about_cards(context: Context, asked: BuyAsked) -> Facts:
    """Describe what a card costs, how many may be bought and what is left in the open decks."""
    (seat,) = asked.seats
    return describe_cards(context, seat)


def describe_cards(context: Context, seat: int) -> Facts:
    """Say what a card costs, how many a seat can pay and what is left in the decks that are open to it."""
    return {"price": card_price(context, seat), "most": _most(context, seat), "decks": stock(context, seat)}


# --- the words


def commands(hire: str, hire_help: str, build: str, build_help: str, title: str = "") -> tuple[Command, ...]:
    """Make the orders of a family: `hire KIND at TERRITORY`; `station at TERRITORY`, where the word is the kind of
    building, which is called `title` on pages; `buy DECK 2, DECK 1`."""

    def read_hire(reader: TokenReader) -> Hire:
        order = Hire(reader.seat, _kind(reader), _place(reader))
        _pass_over_price(reader, order.kind)
        return order

    def write_hire(order: Hire, writer: Formatter) -> str:
        return f"{hire} {order.kind} at {writer.territory(order.at)}"  # as typed

    def read_build(reader: TokenReader) -> Build:
        order = Build(reader.seat, build, _place(reader))
        _pass_over_price(reader, order.kind)
        return order

    def write_build(order: Build, writer: Formatter) -> str:
        return f"{order.kind} at {writer.territory(order.at)}"  # as typed

    hiring = ("hire",) if hire != "hire" else ()
    building = ("build", f"build {build}", *((f"build {title}", title) if title else ()))  # as typed
    return (
        Command(hire, Hire, read_hire, write_hire, f"{hire} KIND at TERRITORY", hire_help, also=hiring),  # as typed
        Command(build, Build, read_build, write_build, f"{build} at TERRITORY", build_help, also=building),  # as typed
        BUY,
    )


def _pass_over_price(reader: TokenReader, kind: str) -> None:
    """Skip what a piece costs, `for 3 energy`. Raises UnreadableOrder where it costs something else."""
    if not reader.take("for"):
        return
    said, price = reader.number(), reader.view.about.get("prices", {}).get(kind)
    reader.pass_over(ruleset(reader.view.rules).purchase.currency)
    if price is not None and said != price:
        raise reader.fail(gettext("That costs {price}: leave the price out.").format(price=price))


def _kind(reader: TokenReader) -> str:
    rules = ruleset(reader.view.rules)
    kinds = (*rules.unit_pieces, *rules.companions)
    kind = reader.piece(kinds)
    if not kind:
        why = gettext("Say which one: {kinds}.").format(kinds=either(kinds))
        raise reader.fail(why, wrong=reader.typed())
    return kind


def _place(reader: TokenReader) -> int:
    reader.pass_over("at", "in", "on")
    return reader.territory()


def read_buy(reader: TokenReader) -> Buy:
    """Read decks, each with its number of cards; one card without a number."""
    cards: dict[str, int] = {}
    while reader.more():
        ahead = reader.number() if reader.peek().isdigit() else 0
        deck = _deck(reader)
        count = ahead or (reader.number() if reader.peek().isdigit() else 1)
        cards[deck] = cards.get(deck, 0) + count
        reader.pass_over("and")
    if not cards:
        raise reader.fail(gettext("Say from which deck, and how many cards: {decks}.").format(decks=_decks(reader)))
    return Buy(reader.seat, tuple(cards.items()))


def _deck(reader: TokenReader) -> str:
    deck = next((deck for deck in reader.view.decks if reader.take(deck)), None)
    if deck is None:
        why = gettext("There is no such deck: choose from {decks}.").format(decks=_decks(reader))
        raise reader.fail(why, wrong=reader.typed())
    reader.pass_over("cards", "card")
    return deck


def _decks(reader: TokenReader) -> str:
    return ", ".join(reader.view.about.get("decks") or reader.view.decks)


def write_buy(order: Buy, writer: Formatter) -> str:
    return "buy " + ", ".join(f"{deck} {count}" for deck, count in order.cards)


BUY = Command("buy", Buy, read_buy, write_buy, "buy DECK 2, DECK 1", gettext_noop("buy cards unseen, all in one order"))

MECHANIC = Mechanic(
    name="purchase",
    steps={HireStep: hire_step, BuyStep: buy_step},
    answers={
        (HireAsked, Hire): hire,
        (HireAsked, Build): build,
        (HireAsked, End): lambda context, asked, order: context.pop_decision(),
        (BuyAsked, Buy): buy,
        (BuyAsked, End): lambda context, asked, order: context.pop_decision(),
    },
    offers={HireAsked: hire_offers, BuyAsked: buy_offers},
    defaults=dict.fromkeys((HireAsked, BuyAsked), lambda context, asked, seat: End(seat)),
    about={HireAsked: about_hiring, BuyAsked: about_cards},
    events=(Hired, Built, CardsBought),
    refusals={
        "purchase.not_for_sale": gettext_noop("You cannot have a {kind} now."),
        "purchase.not_there": gettext_noop("You cannot put a {kind} in {territory}."),
        "purchase.built_already": gettext_noop(
            "Hire before you build: once you have built, you cannot hire again this turn."
        ),
        "purchase.bought_already": gettext_noop("You have already bought cards this turn: you can do that only once."),
        "purchase.no_cards": gettext_noop("Buy at least one card from each deck you name."),
        "purchase.deck_twice": gettext_noop("Name each deck once."),
        "purchase.deck_closed": gettext_noop("You cannot buy from the {deck} deck now."),
        "purchase.deck_short": gettext_noop("Cards left in the {deck} deck: {most}. Buy no more than that."),
        "purchase.too_many": gettext_noop("You can buy at most {most} cards in a turn."),
    },
)
