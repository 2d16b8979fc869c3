"""What is said of what seats pay for, and what is in their purses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from common.lazy_text import LazyText
from engine import PlayerView
from games.wording.amounts import count_funds


@dataclass(frozen=True)
class PurchaseWords:
    """How a family speaks of what its seats pay for. `heading` asks for pieces and buildings, `hire` is the verb for
    pieces in a list of verbs; `pieces`, `buildings` and `cards` head what is for sale, `where` says where pieces may
    stand. `opens_with` and `opens_after` say that cards of a deck need a piece, and `cards_note` is added to what the
    form says of cards."""

    heading: LazyText = _("Hire and build")
    hire: LazyText = _("hire")
    pieces: LazyText = _("Hire")
    buildings: LazyText = _("Build")
    cards: LazyText = _("Cards")
    where: LazyText | str = ""
    opens_with: LazyText = _("%(left)s; hire your %(piece)s with it")
    opens_after: LazyText = _("For %(deck)s cards, hire your %(piece)s first.")
    cards_note: LazyText | str = ""


def card_costs(view: PlayerView) -> str:
    """Say what a card costs, which a bid leaves less for."""
    price = engine.ruleset(view.rules).purchase.card_price
    return gettext("A card costs %(price)s.") % {"price": count_funds(price, view.rules)} if price else ""


@dataclass(frozen=True)
class PurchaseParts:
    """How a family speaks of purses, prices and bids."""

    funds_sign: str = ""
    """The sign of what is in purses, of static/icons.svg."""
    purchase_words: PurchaseWords = PurchaseWords()
    """The words of the form in which pieces, buildings and cards are bought."""
    costs: Callable[[PlayerView], str] = card_costs
    """The prices that a bidder thinks of, in a sentence."""
    price_note: Callable[[PlayerView], str] = lambda view: ""
    """Why a card costs the viewer what it does, in a few words behind the price."""
    bid_bonus_note: LazyText = _("Your bid counts %(bonus)s more than you pay.")
    """A sentence on a bid that counts for more than is paid."""
