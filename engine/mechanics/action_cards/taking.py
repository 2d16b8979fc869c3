"""Looking into another hand and taking a card out of it: only who looks sees the cards, and only the two seats learn
which one has changed hands."""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.agenda import Decision
from engine.core.context import Context
from engine.core.events import Event
from engine.core.facts import Facts
from engine.core.hooks import ViewHooks
from engine.core.language import gettext_noop
from engine.core.notation import Command
from engine.core.offers import ChoiceField, Offer
from engine.core.ruleset import Mechanic
from engine.core.units import multiset_subtract
from engine.mechanics.action_cards.kinds import cards_of, deck_of
from engine.mechanics.action_cards.orders import read_card


class TakeAsked(Decision, frozen=True, kw_only=True, tag="cards.take_asked"):
    """The seat looks at the hand of the seat `of`, and must take a card out of it."""

    of: int

    step = "play"
    ask = gettext_noop("choose a card to take")


class TakeCard(Action, frozen=True, tag="cards.take"):
    """Take the card of this name, as `Catalogue.names` has it."""

    card: str


class HandShown(Event, frozen=True, tag="cards.hand_shown"):
    """A seat has seen the hand of the seat `of`."""

    seat: int
    of: int
    cards: tuple[int, ...] | None

    secret = {"cards": "seat"}


class CardTaken(Event, frozen=True, tag="cards.taken"):
    """A card went out of the hand of the seat `of` into that of `seat`: `card` for its new owner to see, `lost` for the
    one before."""

    seat: int
    of: int
    deck: str
    card: int | None
    lost: int | None

    secret = {"card": "seat", "lost": "of"}
    repeats_order = True


def look_into(context: Context, seat: int, of: int) -> None:
    """Show a hand that is not empty to a seat, and ask it which card it takes."""
    context.emit(HandShown(seat, of, context.player(of).hand))
    context.push(TakeAsked(seats=(seat,), of=of))


def take(context: Context, asked: TakeAsked, order: TakeCard) -> None:
    """Take a card out of the hand that is shown. Raises IllegalAction: cards.not_there."""
    names = _names(context, asked)
    context.require(order.card in names, "cards.not_there", cards=", ".join(dict.fromkeys(names)))
    card = cards_of(context).numbers[order.card]
    context.pop_decision()
    context.change_player(asked.of, hand=multiset_subtract(context.player(asked.of).hand, (card,)))
    context.change_player(order.seat, hand=tuple(sorted((*context.player(order.seat).hand, card))))
    context.emit(CardTaken(order.seat, asked.of, deck_of(context.state, card), card, card))


def _names(context: Context, asked: TakeAsked) -> list[str]:
    """Name the cards of the hand that is shown."""
    names = cards_of(context).names
    return [names[card] for card in context.player(asked.of).hand]


def take_offers(context: Context, asked: TakeAsked, seat: int) -> tuple[Offer, ...]:
    choices = tuple(dict.fromkeys(_names(context, asked)))
    return (Offer("cards.take", gettext_noop("Take"), (ChoiceField("card", choices),)),)


def take_dearest(context: Context, asked: TakeAsked, seat: int) -> TakeCard:
    """Take the card that costs most to play; of equal ones the first."""
    cards = cards_of(context)
    card = max(context.player(asked.of).hand, key=lambda each: (cards.kinds[each].cost, -each))
    return TakeCard(seat, cards.names[card])


def name_seen(context: Context, viewer: int | None) -> Facts:
    """Name the cards of a hand that the viewer is looking at."""
    asked = context.state.agenda[-1] if context.state.agenda else None
    if isinstance(asked, TakeAsked) and viewer in asked.seats:
        return {"seen": _names(context, asked)}
    return {}


TAKE = Command(
    "take",
    TakeCard,
    lambda reader: TakeCard(reader.seat, read_card(reader)),
    lambda order, writer: f"take {order.card}",
    "take CARD",
    gettext_noop("take a card from the hand you are shown"),
)

MECHANIC = Mechanic(
    name="card_taking",
    hooks=(ViewHooks(family_view=(name_seen,)),),
    answers={(TakeAsked, TakeCard): take},
    offers={TakeAsked: take_offers},
    defaults={TakeAsked: take_dearest},
    about={TakeAsked: lambda context, asked: {"of": asked.of}},
    events=(HandShown, CardTaken),
    refusals={"cards.not_there": gettext_noop("That card is not in this hand. Take one of these: {cards}.")},
    commands=(TAKE,),
)
