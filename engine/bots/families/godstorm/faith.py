"""What the bots do with faith in Godstorm: bids and markers, gods and temples, miracles unseen."""

from __future__ import annotations

from collections.abc import Iterable

from engine.bots.answers import action_of
from engine.bots.bids import bid, pick_marker
from engine.bots.families.godstorm.world import EPOCHS, World
from engine.core.actions import Action
from engine.core.offers import AmountsField, ChoiceField, Offer, TerritoryField
from engine.core.view import PlayerView

WANTED = ("war", "magic", "sky", "death")
"""Gods in the order in which they are summoned, and decks in that in which cards are bought."""
TEMPLE = 5  # faith
TEMPLES_UNTIL = 3  # the last epoch in which a temple still pays
CARDS_A_TURN = 4
LAST_BID = 4  # faith that is kept for the choice of the last marker of the last epoch


def bid_for_the_end(view: PlayerView, offer: Offer) -> Action:
    """Bid for the last word in the last epoch, nothing before."""
    is_last = view.extra["epoch"] >= EPOCHS
    return bid(view, offer, LAST_BID if is_last else 0, first=not is_last)


def marker(view: PlayerView, offer: Offer) -> Action:
    return pick_marker(view, offer, first=view.extra["epoch"] < EPOCHS)


def summon(view: PlayerView, offer: Offer) -> Action | None:
    """Call the first god who is wanted and missing to the largest stack that faces somebody."""
    kinds = offer.field("kind", ChoiceField).values
    kind = next(kind for kind in WANTED if kind in kinds)
    places = offer.field("at", TerritoryField).values_for({"kind": kind})
    return action_of(view, offer.action, kind=kind, at=_strongest(World(view), places)) if places else None


def summon_for_war(view: PlayerView, offer: Offer) -> Action | None:
    """Call gods, in the last epoch only while one who helps in attacks is missing."""
    world = World(view)
    kinds = offer.field("kind", ChoiceField).values
    if view.step != "set-up" and world.is_last_round and not {"war", "magic"} & {*kinds}:
        return None
    return summon(view, offer)


def build(view: PlayerView, offer: Offer) -> Action | None:
    """Build a temple on the largest stack while it still pays."""
    if view.step != "set-up" and view.extra["epoch"] > TEMPLES_UNTIL:
        return None
    (kind, *_) = offer.field("kind", ChoiceField).values
    places = offer.field("at", TerritoryField).values_for({"kind": kind})
    return action_of(view, offer.action, kind=kind, at=_strongest(World(view), places)) if places else None


def _strongest(world: World, places: Iterable[int]) -> int:
    return max(places, key=lambda at: (world.armies[at] + bool(world.enemies(at)), len(world.near(at)), -at))


def buy_cards(view: PlayerView, offer: Offer) -> Action | None:
    """Buy as many cards as there is faith for, one from each open deck in turn."""
    return _buy(view, offer, keep=0)


def buy_some(view: PlayerView, offer: Offer) -> Action | None:
    """Buy cards in the first epochs, and keep faith to play them and for the last bid."""
    epoch = view.extra["epoch"]
    return _buy(view, offer, keep=LAST_BID + 2 if epoch == EPOCHS - 1 else 2) if epoch < EPOCHS else None


def _buy(view: PlayerView, offer: Offer, keep: int) -> Action | None:
    field = offer.field("cards", AmountsField)
    price = max(1, int(view.about["price"]))
    count = min(field.most, max(0, World(view).faith - keep) // price)
    decks = [deck for deck in WANTED if deck in field.values]
    bought: dict[str, int] = {}
    for number in range(CARDS_A_TURN * len(decks)):
        deck = decks[number % len(decks)]
        if sum(bought.values()) < count and bought.get(deck, 0) < field.most_at(deck):
            bought[deck] = bought.get(deck, 0) + 1
    return action_of(view, offer.action, cards=tuple(bought.items())) if bought else None
