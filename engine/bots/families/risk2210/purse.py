"""What the bots do with energy in 2210: bids and markers, Commanders and stations, cards."""

from __future__ import annotations

from collections.abc import Iterable

from engine.bots.answers import action_of
from engine.bots.bids import bid, pick_marker
from engine.bots.families.risk2210.world import YEARS, World
from engine.bots.marches import best_march
from engine.core.actions import Action
from engine.core.offers import ChoiceField, NumberField, Offer, TerritoryField
from engine.core.view import PlayerView

WANTED = ("naval", "space", "nuclear", "land", "diplomat")
"""Commanders in the order in which they are hired."""
COMMANDER, STATION = 3, 5  # energy
WORTHWHILE = 1.0  # points that a Commander must open the way to, in the last year
CARDS_A_TURN = 4
LAST_BID = 5  # energy that is kept for the choice of the last marker of the last year
CARDS_FOR_SCORE = ("diplomat", "naval", "space", "land", "nuclear")
"""Decks by what they do for a score: Colony Influence lies in the first four."""


# --- the order of play


def bid_for_the_end(view: PlayerView, offer: Offer) -> Action:
    """Bid for the last word in the last year, and for the free land in the first; little between."""
    most = offer.field("amount", NumberField).most
    if view.round >= YEARS:
        return bid(view, offer, min(most, LAST_BID), first=False)
    return bid(view, offer, min(most, 1), first=True)


def marker(view: PlayerView, offer: Offer) -> Action:
    return pick_marker(view, offer, first=view.round < YEARS)


# --- Commanders and stations


def hire_next(view: PlayerView, offer: Offer) -> Action:
    """Hire the first Commander that is wanted and missing, for the largest stack."""
    return _hire(view, offer, _first(WANTED, offer.field("kind", ChoiceField).values), World(view))


def hire_for_marches(view: PlayerView, offer: Offer) -> Action | None:
    """Hire whoever is free or opens the way to most; in the last year nobody who opens none."""
    world = World(view)
    kinds = list(offer.field("kind", ChoiceField).values)
    if view.step != "set-up" and world.is_last_round:
        kinds = [kind for kind in kinds if _opens(world, kind) > WORTHWHILE]
    return _hire(view, offer, _first(WANTED, kinds), world) if kinds else None


def _opens(world: World, kind: str) -> float:
    """Compute how many points more the best march brings with a further Commander."""
    now, then = best_march(world), best_march(world, 0, frozenset({*world.commanders, kind}))
    return (then.gain if then else 0.0) - (now.gain if now else 0.0)


def _hire(view: PlayerView, offer: Offer, kind: str, world: World) -> Action:
    places = offer.field("at", TerritoryField).values_for({"kind": kind})
    return action_of(view, offer.action, kind=kind, at=_strongest(world, places))


def build(view: PlayerView, offer: Offer) -> Action | None:
    """Build a station on the largest stack: a first one for the way to the Moon, others while they still pay."""
    world = World(view)
    spare = world.energy - STATION
    if view.step != "set-up" and world.stations and (view.round > 2 or spare < CARDS_A_TURN):
        return None
    places = offer.field("at", TerritoryField)
    kinds = offer.field("kind", ChoiceField).values
    at = _strongest(world, places.values_for({"kind": kinds[0]}))
    return action_of(view, offer.action, kind=kinds[0], at=at)


def _strongest(world: World, places: Iterable[int]) -> int:
    return max(places, key=lambda at: (world.armies[at], len(world.graph.neighbours[at]), -at))


def _first(wanted: Iterable[str], offered: Iterable[object]) -> str:
    there = set(offered)
    return next(kind for kind in wanted if kind in there)


# --- cards


def buy_cards(view: PlayerView, offer: Offer) -> Action | None:
    """Buy as many cards as there is energy for, one from each deck in turn."""
    return _buy(view, offer, keep=0)


def buy_for_score(view: PlayerView, offer: Offer) -> Action | None:
    """Buy cards, but keep energy for the bid of the last year and to play some of them."""
    keep = LAST_BID if view.round == YEARS - 1 else 1 if view.round < YEARS else 0
    return _buy(view, offer, keep)


def _buy(view: PlayerView, offer: Offer, keep: int) -> Action | None:
    energy = World(view).energy
    count = min(CARDS_A_TURN, energy - keep)
    decks = [deck for deck in CARDS_FOR_SCORE if view.decks.get(deck) and _sells(offer, deck)]
    bought: dict[str, int] = {}
    for number in range(count * len(decks)):
        deck = decks[number % len(decks)]
        if sum(bought.values()) < count and bought.get(deck, 0) < view.decks[deck]:
            bought[deck] = bought.get(deck, 0) + 1
    return action_of(view, offer.action, cards=tuple(bought.items())) if bought else None


def _sells(offer: Offer, deck: str) -> bool:
    return any(deck in getattr(field, "values", ()) for field in offer.fields)
