"""Cards that are turned over and must be played at once, for nothing and whatever their decks ask for."""

from __future__ import annotations

from engine.core.agenda import Decision
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.offers import Offer, random_arguments
from engine.core.ruleset import Mechanic
from engine.mechanics.action_cards.kinds import Play, cards_of
from engine.mechanics.action_cards.playing import card_offer, check_rules, discard, obstacle, play_card, target_fields
from engine.mechanics.action_cards.types import TURN, PlayCard, TurnedOver


class ForcedAsked(Decision, frozen=True, kw_only=True, tag="cards.forced_asked"):
    """The seat must play the card that was turned over, which lies on its discards already."""

    card: int

    step = "play"
    ask = gettext_noop("play the card that was turned over")


class CardWasted(PublicEvent, frozen=True, tag="cards.wasted"):
    """A card that was turned over cannot be played: nothing that it may aim at is there."""

    seat: int
    card: int


def turn_over_and_play(context: Context, seat: int, deck: str) -> None:
    """Turn over the top card of a deck, and ask the seat to play it; one without a legal target is discarded unasked.
    An empty deck gives none."""
    card = context.draw(deck)
    if card is None:
        return
    discard(context, deck, (card,))
    context.emit(TurnedOver(seat, deck, (card,)))
    if _offer(context, seat, card):
        context.push(ForcedAsked(seats=(seat,), card=card))
    else:
        context.emit(CardWasted(seat, card))


def _play(context: Context, seat: int, card: int) -> Play:
    return Play(cards_of(context).kinds[card], seat, TURN, free=True, forced=True)


def _offer(context: Context, seat: int, card: int) -> Offer | None:
    """Make the offer to play a card that was turned over; None where it cannot be played."""
    cards, play = cards_of(context), _play(context, seat, card)
    fields = None if obstacle(context, cards, play) else target_fields(context, play)
    return None if fields is None else card_offer(cards.names[card], fields)


def play_forced(context: Context, asked: ForcedAsked, order: PlayCard) -> None:
    """Play the card that was turned over. Raises IllegalAction as `check_play` does, and cards.this_card."""
    name = cards_of(context).names[asked.card]
    context.require(order.card == name, "cards.this_card", card=name)
    play = _play(context, order.seat, asked.card)
    check_rules(context, play, order)
    context.pop_decision()
    play_card(context, play, order)


def forced_offers(context: Context, asked: ForcedAsked, seat: int) -> tuple[Offer, ...]:
    offer = _offer(context, seat, asked.card)
    return (offer,) if offer else ()


def play_on_first(context: Context, asked: ForcedAsked, seat: int) -> PlayCard:
    """Play the card on the first that it may be played on."""
    (offer,) = forced_offers(context, asked, seat)
    return PlayCard(seat, **random_arguments(offer, lambda bound: 0))


MECHANIC = Mechanic(
    name="card_forcing",
    answers={(ForcedAsked, PlayCard): play_forced},
    offers={ForcedAsked: forced_offers},
    defaults={ForcedAsked: play_on_first},
    about={ForcedAsked: lambda context, asked: {"card": cards_of(context).names[asked.card]}},
    events=(CardWasted,),
    refusals={"cards.this_card": gettext_noop("You must play {card} now.")},
)
