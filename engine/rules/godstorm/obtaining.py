"""Miracle cards for faith: two each, one with Stonehenge, four a turn, of the gods that are in play.

Source: 004, "Obtain Miracle Cards"; rulings R24 and R25. Magic cards are relics, which lie open at once; a Stonehenge
among them lowers the price from the next turn on, as cards are bought once a turn.
"""

from dataclasses import replace

from engine.core.context import Context
from engine.mechanics import purchase
from engine.mechanics.bidding import BiddingHooks
from engine.mechanics.purchase import PurchaseHooks
from engine.rules.godstorm import summoning
from engine.rules.godstorm.facts import has_relic
from engine.rules.godstorm.kinds import DECKS
from engine.rules.godstorm.state import state_of

PRICE_AT_STONEHENGE = 1
TABLETS_OF_DESTINY = 3


def open_decks(context: Context, seat: int) -> list[str]:
    """List the decks whose god a seat has in play."""
    return [deck for deck in DECKS if state_of(context).has_piece(seat, deck)]


def price(context: Context, seat: int) -> int:
    """Return what a card costs a seat."""
    return (
        PRICE_AT_STONEHENGE if has_relic(state_of(context), seat, "Stonehenge") else context.rules.purchase.card_price
    )


def bid_bonus(context: Context, seat: int) -> int:
    """Return what The Tablets of Destiny add to a bid."""
    return TABLETS_OF_DESTINY if has_relic(state_of(context), seat, "The Tablets of Destiny") else 0  # as typed


MECHANIC = replace(
    purchase.MECHANIC,
    hooks=(
        PurchaseHooks(for_sale=(summoning.wares,), decks_for_sale=(open_decks,), own_card_price=(price,)),
        BiddingHooks(bid_bonus=(bid_bonus,)),
    ),
    commands=summoning.COMMANDS,
)
