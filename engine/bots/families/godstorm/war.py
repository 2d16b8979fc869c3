"""Where the bots put their armies in Godstorm, whom they attack, above and below, and how their gods fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import ALL, Action, Force, ForceField, Offer, PlacementsField, PlayerView, TerritoryField
from engine.bots import heuristics
from engine.bots.answers import action_of, end
from engine.bots.families.godstorm.world import World
from engine.bots.marches import best_march, march
from engine.core.offers import ChoiceField, NumberField
from engine.mechanics.battle import Attack
from engine.mechanics.battle.forecast import fight_of

AHEAD = 2  # armies more than the defender has, before a recruit attacks
PORTIONS = 3  # in which armies are placed
STOP_AT = 30  # per cent to win a fight under which a veteran breaks it off
NAMED = ("death", "sky", "magic", "war")
"""Gods for a godswar, the one that is missed least first."""


def place_for_marches(view: PlayerView, offer: Offer) -> Action:
    """Place armies, some at a time, where they add most to what a march gains; of equal places on the largest stack."""
    world = World(view)
    field = offer.field("at", PlacementsField)
    armies = world.armies = list(world.armies)

    def gain(src: int, more: int = 0) -> float:
        return march(world, src, armies[src] + more, world.having).gain

    left, at = field.most, dict[int, int]()
    alone = {src: gain(src) for src in field.values}
    for portion in range(PORTIONS, 0, -1):
        count = -(-left // portion)
        if not count:
            break
        spot = max(field.values, key=lambda src: (gain(src, count) - alone[src], armies[src]))
        at[spot] = at.get(spot, 0) + count
        armies[spot] += count
        alone[spot] = gain(spot)
        left -= count
    return heuristics.place(view, offer, at.items())


# --- the recruit: one step at a time


def attack_ahead(view: PlayerView, offer: Offer) -> Action:
    """Attack to the end where the lead in armies is largest, if it is large enough; of equal ones where land is worth
    most."""
    world = World(view)
    armies, mine = world.armies, world.mine
    sources, targets = offer.field("src", TerritoryField), offer.field("dst", TerritoryField)
    lead, _, src, dst = max(
        (armies[src] - armies[dst], world.gain(dst, mine), -src, -dst)
        for src in sources.values
        for dst in targets.values_for({"src": src})
    )
    if lead < AHEAD:
        return end(view)
    return _attack(world, -src, -dst, left=armies[-dst] // 2, advance=ALL)


def _attack(world: World, src: int, dst: int, **more: Any) -> Attack:
    """Make an attack to the end with all gods, without any into plague."""
    if dst in world.plague and world.gods.get(src):
        more["leaders"] = ()
    return Attack(world.seat, src, dst, throws=0, **more)


def move_up(view: PlayerView, offer: Offer) -> Action:
    """Move the largest idle stack, gods and all, to where the largest stack faces somebody."""
    world = World(view)
    idle = [src for src in offer.field("src", TerritoryField).values if view.armies[src] > 1 and not world.enemies(src)]
    if not idle:
        return end(view)
    src = max(idle, key=lambda here: (view.armies[here], -here))
    fronts = [dst for dst in offer.field("dst", TerritoryField).values_for({"src": src}) if world.enemies(dst)]
    if not fronts:
        return end(view)
    dst = max(fronts, key=lambda here: (world.armies[here], -here))
    along = offer.field("force", ForceField).along_for({"src": src, "dst": dst})
    return action_of(view, offer.action, src=src, dst=dst, force=Force(ALL, along))


def all_in(view: PlayerView, offer: Offer) -> Action:
    """Move all that may go into a captured territory."""
    return action_of(view, offer.action, force=Force(ALL))


# --- the veteran: whole marches


def march_on(view: PlayerView, offer: Offer) -> Action:
    """Start the best march, or go on with it: send as many as it needs, all where nothing else calls for them."""
    world = World(view)
    found = best_march(world)
    if found is None:
        return end(view)
    src, dst = found.source, found.path[0]
    if dst not in offer.field("dst", TerritoryField).values_for({"src": src}):
        return end(view)
    others = [there for there in world.enemies(src) if there not in found.path]
    going = round(found.need) if others and not world.armies[dst] else ALL
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
