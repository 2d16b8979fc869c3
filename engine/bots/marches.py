"""Marches: how far one stack gets in a turn, where, and what that is worth; and what bots make of it, whatever family
they play: where they place armies, whom they attack, which stack moves up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Protocol

from engine.bots import heuristics
from engine.core.actions import Action
from engine.core.mapgraph import MapGraph
from engine.core.offers import Offer, PlacementsField, TerritoryField
from engine.core.units import ALL
from engine.core.view import PlayerView

AHEAD = 2  # units more than the defender has, before a recruit attacks
PORTIONS = 3  # in which units are placed
MARGIN = 0.4  # units in reserve for each root of a defender
STEPS = 16
ONWARD = 1.0  # how much the best step behind a step counts


class Terrain(Protocol):
    """What a family's bots know of the land that they march over. `mine` counts own territories by region; `having` are
    the pieces in play that open ways."""

    @property
    def graph(self) -> MapGraph: ...
    @property
    def own(self) -> Sequence[int]: ...

    armies: Sequence[int]

    @property
    def mine(self) -> Sequence[int]: ...
    @property
    def unit(self) -> float: ...
    @property
    def having(self) -> frozenset[str]: ...
    def enemies(self, territory: int) -> Sequence[int]: ...
    def near(self, src: int) -> Iterable[int]: ...
    def reach(self, src: int, having: frozenset[str]) -> Sequence[int]: ...
    def may_enter(self, dst: int, having: frozenset[str]) -> bool: ...
    def cost(self, src: int, dst: int) -> float: ...
    def gain(self, dst: int, mine: Sequence[int]) -> float: ...


@dataclass
class March:
    """The way of a stack: its gain in points, less the units that it costs, and the units that it needs in all."""

    source: int
    path: list[int] = field(default_factory=list)
    gain: float = 0.0
    need: float = 1.0


def march(world: Terrain, source: int, units: int, having: frozenset[str]) -> March:
    """Go on from a territory with so many units, each time to where most is gained for what it costs, as long as it
    is worth its while."""
    found = March(source)
    mine, taken, here, left = list(world.mine), {source}, source, float(units)
    while left > 1 and len(found.path) < STEPS:
        step = _next_step(world, source, here, left, taken, mine, having)
        if step is None:
            break
        dst, gain, cost = step
        region = world.graph.continent_of[dst]
        if region >= 0:
            mine[region] += 1
        taken.add(dst)
        found.path.append(dst)
        found.gain += gain
        found.need += cost + 1
        left -= cost + 1
        here = dst
    return found


def _next_step(
    world: Terrain, source: int, here: int, left: float, taken: set[int], mine: list[int], having: frozenset[str]
) -> tuple[int, float, float] | None:
    """Choose the next territory of a march, by what it and the best one behind it bring for what they cost: it, its
    gain and its cost."""
    choice, best = None, 0.0
    for dst in world.reach(here, having):
        step = None if dst in taken else _step(world, source, dst, left, mine)
        if step is None or step[0] <= 0:
            continue
        gain, cost = step
        rate = gain / (cost + 1)
        behind = left - cost - 1
        further = [
            found[0] / (found[1] + 1)
            for there in world.near(dst)
            if there not in taken and world.may_enter(there, having)
            if (found := _step(world, source, there, behind, mine)) is not None
        ]
        rate += ONWARD * max(further, default=0.0)
        if rate > best:
            choice, best = (dst, gain, cost), rate
    return choice


def _step(world: Terrain, source: int, dst: int, left: float, mine: list[int]) -> tuple[float, float] | None:
    """Estimate what a step of a march brings and what it costs; None if too few units are left for it."""
    cost = world.cost(source, dst)
    if cost + MARGIN * sqrt(world.armies[dst]) > left - 1:
        return None
    return world.gain(dst, mine) - world.unit * cost, cost


def best_march(world: Terrain, more: int = 0, having: frozenset[str] | None = None) -> March | None:
    """Find the own stack whose march, with `more` units put there, gains most; None where none gains anything."""
    having = world.having if having is None else having
    best = None
    for source in world.own:
        units = world.armies[source] + more
        if units > 1 and world.reach(source, having):
            found = march(world, source, units, having)
            if found.path and (best is None or found.gain > best.gain):
                best = found
    return best


# --- what bots make of it


def place_for_marches(view: PlayerView, offer: Offer, world: Terrain, having: frozenset[str]) -> Action:
    """Place units, some at a time, where they add most to what a march gains; of equal places on the largest stack."""
    spots = offer.field("at", PlacementsField)
    world.armies = armies = list(world.armies)

    def gain(src: int, more: int = 0) -> float:
        return march(world, src, armies[src] + more, having).gain

    left, at = spots.most, dict[int, int]()
    alone = {src: gain(src) for src in spots.values}
    for portion in range(PORTIONS, 0, -1):
        count = -(-left // portion)
        if not count:
            break
        spot = max(spots.values, key=lambda src: (gain(src, count) - alone[src], armies[src]))
        at[spot] = at.get(spot, 0) + count
        armies[spot] += count
        alone[spot] = gain(spot)
        left -= count
    return heuristics.place(view, offer, at.items())


def largest_lead(world: Terrain, offer: Offer) -> tuple[int, int] | None:
    """Choose the attack with the largest lead in units, of equal ones where land is worth most; None where no lead is
    large enough."""
    armies, mine = world.armies, world.mine
    sources, targets = offer.field("src", TerritoryField), offer.field("dst", TerritoryField)
    lead, _, src, dst = max(
        (armies[src] - armies[dst], world.gain(dst, mine), -src, -dst)
        for src in sources.values
        for dst in targets.values_for({"src": src})
    )
    return None if lead < AHEAD else (-src, -dst)


def next_assault(world: Terrain, offer: Offer) -> tuple[int, int, int] | None:
    """Find where the best march starts or goes on, and how many go: as many as it needs, all where nothing else calls
    for them. None where no march gains anything, or the next step may not be taken."""
    found = best_march(world)
    if found is None:
        return None
    src, dst = found.source, found.path[0]
    if dst not in offer.field("dst", TerritoryField).values_for({"src": src}):
        return None
    others = [there for there in world.enemies(src) if there not in found.path]
    return src, dst, round(found.need) if others and not world.armies[dst] else ALL


def to_the_front(view: PlayerView, offer: Offer, world: Terrain, idle: Iterable[int]) -> tuple[int, int] | None:
    """Choose the largest of some idle stacks, and where the largest stack that it can join faces somebody."""
    src = max(idle, key=lambda here: (view.armies[here], -here), default=None)
    if src is None:
        return None
    goals = offer.field("dst", TerritoryField).values_for({"src": src})
    fronts = [dst for dst in goals if world.enemies(dst)]
    return (src, max(fronts, key=lambda here: (world.armies[here], -here))) if fronts else None
