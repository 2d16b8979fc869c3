"""Where the bots put their MODs in 2210, whom they invade and with what: empty water and Moon as well as enemies."""

from __future__ import annotations

from collections.abc import Iterable

from engine.bots import heuristics, marches
from engine.bots.answers import action_of, end
from engine.bots.families.risk2210.world import PRIZES, World
from engine.core.actions import Action
from engine.core.offers import Field, ListField, LossesField, Offer, PlacementsField, TerritoryField
from engine.core.units import ALL, Force
from engine.core.view import PlayerView

STOP_AT = 30  # per cent to win a fight under which a veteran breaks it off
RUSH = frozenset({"naval", "space"})  # whom a veteran means to have in the first year


# --- the recruit: one step at a time


def place_ahead(view: PlayerView, offer: Offer) -> Action:
    """Place all MODs where the lead over a neighbour is largest already."""
    world = World(view)
    spots = offer.field("at", PlacementsField).values

    def lead(here: int) -> tuple[int, int]:
        weakest = min((world.armies[there] for there in world.enemies(here)), default=99)
        return world.armies[here] - weakest, -here

    return heuristics.place_all(view, offer, max(spots, key=lead))


def attack_ahead(view: PlayerView, offer: Offer) -> Action:
    """Attack to the end where the lead in units is largest, if it is large enough."""
    world = World(view)
    found = marches.largest_lead(world, offer)
    if found is None:
        return end(view)
    src, dst = found
    return action_of(view, offer.action, src=src, dst=dst, throws=0, left=world.armies[dst] // 2, advance=ALL)


def move_up(view: PlayerView, offer: Offer) -> Action:
    """Move the largest idle stack to where the largest stack faces somebody."""
    world = World(view)
    idle = [
        src
        for src in offer.field("src", TerritoryField).values
        if view.armies[src] > 1 and not any(_foreign(world, there) for there in world.graph.neighbours[src])
    ]
    found = marches.to_the_front(view, offer, world, idle)
    if found is None:
        return end(view)
    src, dst = found
    return action_of(view, offer.action, src=src, dst=dst, force=Force(ALL))


def _foreign(world: World, territory: int) -> bool:
    return world.owner[territory] != world.seat and territory not in world.waste


def lose_least(view: PlayerView, offer: Offer) -> Action:
    """Give up MODs before Commanders, of these whoever is worth least; where any MODs may go, those of idle stacks."""
    field = offer.field("lost", Field)
    if isinstance(field, ListField):
        return action_of(view, offer.action, lost=min(field.values, key=_price))
    assert isinstance(field, LossesField)
    world, gone = World(view), dict[int, int]()

    def spare(at: int) -> float:
        return view.armies[at] - gone.get(at, 0) + 3 * (not world.enemies(at))

    for _ in range(field.least):
        at = max((at for at in field.values if gone.get(at, 0) < field.most_at(at)), key=spare)
        gone[at] = gone.get(at, 0) + 1
    return action_of(view, offer.action, lost=tuple((at, Force(count)) for at, count in sorted(gone.items())))


def _price(lost: Iterable[tuple[int, Force]]) -> float:
    return sum(PRIZES[kind] for _, force in lost for kind in force.pieces)


# --- the veteran: whole marches


def place_for_marches(view: PlayerView, offer: Offer) -> Action:
    """Place MODs where they add most to what a march gains, with the Commanders in play and those still wanted."""
    world = World(view)
    commanders = frozenset(world.commanders) | (RUSH if view.step == "set-up" else frozenset())
    return marches.place_for_marches(view, offer, world, commanders)


def march_on(view: PlayerView, offer: Offer) -> Action:
    """Start the best march, or go on with it."""
    found = marches.next_assault(World(view), offer)
    if found is None:
        return end(view)
    src, dst, going = found
    return action_of(view, offer.action, src=src, dst=dst, throws=0, odds=STOP_AT, advance=going)
