"""Where the bots put their armies in Godstorm, whom they attack, above and below, and how their gods fight."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from engine.bots import marches
from engine.bots.answers import action_of, end
from engine.bots.families.godstorm.world import World
from engine.bots.marches import march
from engine.core.actions import Action
from engine.core.offers import ChoiceField, ForceField, NumberField, Offer, PlacementsField, TerritoryField
from engine.core.units import ALL, Force
from engine.core.view import PlayerView
from engine.mechanics.battle.forecast import fight_of
from engine.mechanics.battle.types import Attack
from engine.mechanics.occupy import ASK

STOP_AT = 30  # per cent to win a fight under which a veteran breaks it off
NAMED = ("death", "sky", "magic", "war")
"""Gods for a godswar, the one that is missed least first."""


def place_for_marches(view: PlayerView, offer: Offer) -> Action:
    """Place armies where they add most to what a march gains, with the gods in play."""
    world = World(view)
    return marches.place_for_marches(view, offer, world, world.having)


# --- the recruit: one step at a time


def attack_ahead(view: PlayerView, offer: Offer) -> Action:
    """Attack to the end where the lead in armies is largest, if it is large enough."""
    world = World(view)
    found = marches.largest_lead(world, offer)
    if found is None:
        return end(view)
    src, dst = found
    return _attack(world, src, dst, left=world.armies[dst] // 2, advance=ALL)


def _attack(world: World, src: int, dst: int, *, left: int = 0, odds: int = 0, advance: int = ASK) -> Attack:
    """Make an attack to the end with all gods, without any into plague."""
    leaders = () if dst in world.plague and world.gods.get(src) else UNSET
    return Attack(world.seat, src, dst, throws=0, left=left, odds=odds, advance=advance, leaders=leaders)


def move_up(view: PlayerView, offer: Offer) -> Action:
    """Move the largest idle stack, gods and all, to where the largest stack faces somebody."""
    world = World(view)
    sources = offer.field("src", TerritoryField).values
    idle = [src for src in sources if view.armies[src] > 1 and not world.enemies(src)]
    found = marches.to_the_front(view, offer, world, idle)
    if found is None:
        return end(view)
    src, dst = found
    along = offer.field("force", ForceField).along_for({"src": src, "dst": dst})
    return action_of(view, offer.action, src=src, dst=dst, force=Force(ALL, along))


# --- the veteran: whole marches


def march_on(view: PlayerView, offer: Offer) -> Action:
    """Start the best march, or go on with it: send as many as it needs, all where nothing else calls for them."""
    world = World(view)
    found = marches.next_assault(world, offer)
    if found is None:
        return end(view)
    src, dst, going = found
    order = _attack(world, src, dst, odds=STOP_AT, advance=going)
    return order if fight_of(view, order).at_least(STOP_AT) else end(view)


# --- the Underworld


def embark(view: PlayerView, offer: Offer) -> Action:
    """Send all armies of heaven to the space from which they get furthest."""
    world = World(view)
    field = offer.field("at", PlacementsField)

    def prospect(space: int) -> tuple[float, int]:
        standing = world.armies[space] if world.owner[space] == world.seat else 0
        entered = 0.0 if standing else world.gain(space, world.mine)
        return march(world, space, standing + field.most, world.having).gain + entered, -space

    return action_of(view, offer.action, at=((max(field.values, key=prospect), field.most),))


def revive(view: PlayerView, offer: Offer) -> Action | None:
    """Bring armies back from crypts that keep two others, to the temple with the most armies around it."""
    world = World(view)
    src = max(offer.field("src", TerritoryField).values, key=lambda at: (view.armies[at], -at))
    if view.armies[src] < 3 or world.is_final:
        return None
    dst = max(offer.field("dst", TerritoryField).values, key=lambda at: (len(world.enemies(at)), world.armies[at], -at))
    return action_of(view, offer.action, src=src, dst=dst)


# --- gods


def name_god(view: PlayerView, offer: Offer) -> Action:
    """Name the god who is missed least: all lend their powers anyway."""
    there: Sequence[str] = offer.field("god", ChoiceField).values
    return action_of(view, offer.action, god=min(there, key=NAMED.index))


def fight_on(view: PlayerView, offer: Offer) -> Action | None:
    """Fight another godswar with more armies than the defender has."""
    src, dst = view.about["src"], view.about["dst"]
    return action_of(view, offer.action) if view.armies[src] > view.armies[dst] else None


def call_off(view: PlayerView, offer: Offer) -> Action:
    return action_of(view, offer.action)


def spare(view: PlayerView, offer: Offer) -> Action:
    """Keep as many armies as faith allows."""
    return action_of(view, offer.action, armies=offer.field("armies", NumberField).most)
