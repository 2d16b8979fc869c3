"""How bots bid for the order of play: how much, and for the first markers or the last."""

from __future__ import annotations

from engine.bots.answers import action_of
from engine.core.actions import Action
from engine.core.offers import ChoiceField, NumberField, Offer, RankingField
from engine.core.view import PlayerView


def bid(view: PlayerView, offer: Offer, amount: int, *, first: bool) -> Action:
    """Bid an amount, or all there is, for the first markers or the last."""
    markers: tuple[int, ...] = offer.field("wishes", RankingField).values
    wishes = tuple(sorted(markers, reverse=not first))
    return action_of(view, offer.action, amount=min(amount, offer.field("amount", NumberField).most), wishes=wishes)


def bid_a_little(view: PlayerView, offer: Offer) -> Action:
    """Bid a fifth of the purse for the first markers."""
    return bid(view, offer, offer.field("amount", NumberField).most // 5, first=True)


def pick_marker(view: PlayerView, offer: Offer, *, first: bool) -> Action:
    free = offer.field("number", ChoiceField).values
    return action_of(view, offer.action, number=min(free) if first else max(free))
