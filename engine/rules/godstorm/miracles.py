"""Drawing miracle cards: into a hand that nobody else sees; relics lie open at once.

Source: 004, "Obtain Miracle Cards", "Magic Cards"; E10. Labors, purchases, relics and cards all draw through here.
"""

from collections.abc import Sequence

from engine.core.context import Context
from engine.core.events import Event, PublicEvent
from engine.core.ruleset import Mechanic
from engine.mechanics.action_cards.kinds import cards_of
from engine.mechanics.action_cards.playing import discard
from engine.mechanics.purchase import PurchaseHooks
from engine.rules.godstorm.state import state_of

RELICS = "magic"  # the deck whose cards lie open


class MiracleDrawn(Event, frozen=True, tag="miracles.drawn", gc=False):
    """A seat has drawn a card of this deck; only the seat knows which."""

    seat: int
    deck: str
    card: int | None

    secret = {"card": "seat"}


class RelicRevealed(PublicEvent, frozen=True, tag="miracles.relic", gc=False):
    """A relic lies open before a seat from now on."""

    seat: int
    card: int


def draw_miracle(context: Context, seat: int, deck: str) -> int | None:
    """Draw a card for a seat and return it; None if the deck has run out."""
    card = context.draw(deck)
    if card is not None:
        if not is_relic(context, card):
            context.emit(MiracleDrawn(seat, deck, card))
        receive(context, seat, card)
    return card


def receive(context: Context, seat: int, card: int) -> None:
    """Put a card that was drawn into a hand, or open before its seat if it is a relic."""
    if is_relic(context, card):
        reveal(context, seat, card)
    else:
        hand = context.player(seat).hand
        context.change_player(seat, hand=tuple(sorted((*hand, card))))


def reveal(context: Context, seat: int, card: int) -> None:
    """Lay a relic open before a seat, behind those that it has."""
    relics = state_of(context).relics
    relics[seat] = (*relics[seat], card)
    context.emit(RelicRevealed(seat, card))


def discard_relics(context: Context, seat: int) -> None:
    """Discard all relics of a seat."""
    discard(context, RELICS, state_of(context).relics[seat])
    state_of(context).relics[seat] = ()


def is_relic(context: Context, card: int) -> bool:
    return cards_of(context).kinds[card].deck == RELICS


def lay_open(context: Context, seat: int, cards: Sequence[int]) -> tuple[int, ...]:
    """Lay the relics among bought cards open; returns the others, which go into the hand."""
    for card in cards:
        if is_relic(context, card):
            reveal(context, seat, card)
    return tuple(card for card in cards if not is_relic(context, card))


MECHANIC = Mechanic(name="miracles", hooks=(PurchaseHooks(lay_open=(lay_open,)),), events=(MiracleDrawn, RelicRevealed))
