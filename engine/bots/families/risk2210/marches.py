"""Marches: how far one stack gets in a turn, where, and what that is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

from engine.bots.families.risk2210.world import World

MARGIN = 0.4  # units in reserve for each root of a defender
STEPS = 16


@dataclass
class March:
    """The way of a stack: its gain in points, less the units that it costs, and the units that it needs in all."""

    source: int
    path: list[int] = field(default_factory=list)
    gain: float = 0.0
    need: float = 1.0


def march(world: World, source: int, units: int, commanders: frozenset[str]) -> March:
    """Go on from a territory with so many units, each time to where most is gained for what it costs, as long as it
    is worth its while."""
    found = March(source)
    mine, taken, here, left = list(world.mine), {source}, source, float(units)
    best, best_steps, best_need = 0.0, 0, 1.0
    while left > 1 and len(found.path) < STEPS:
        step = _next_step(world, source, here, left, taken, mine, commanders)
        if step is None:
            break
        dst, gain, cost = step
        region = world.graph.continent_of[dst]
        mine[region] += 1
        taken.add(dst)
        found.path.append(dst)
        found.gain += gain
        found.need += cost + 1
        left -= cost + 1
        here = dst
        if found.gain > best:
            best, best_steps, best_need = found.gain, len(found.path), found.need
    found.path, found.gain, found.need = found.path[:best_steps], best, best_need
    return found


def _next_step(
    world: World, source: int, here: int, left: float, taken: set[int], mine: list[int], commanders: frozenset[str]
) -> tuple[int, float, float] | None:
    """Choose the next territory of a march: it, what it brings and what it costs."""
    choice, rate = None, 0.0
    for dst in world.reach(here, commanders):
        if dst in taken:
            continue
        defenders = world.armies[dst]
        cost = world.loss(world.leaders(source, dst), dst)
        if cost + MARGIN * sqrt(defenders) > left - 1:
            continue
        gain = world.gain(dst, mine) - world.unit * cost
        onward = 0.02 * sum(world.owner[there] != world.seat for there in world.graph.neighbours[dst])
        if gain > 0 and (gain + onward) / (cost + 1) > rate:
            choice, rate = (dst, gain, cost), (gain + onward) / (cost + 1)
    return choice


def best_march(world: World, more: int = 0, commanders: frozenset[str] | None = None) -> March | None:
    """Find the own stack whose march, with `more` units put there, gains most; None where none gains anything."""
    having = frozenset(world.commanders) if commanders is None else commanders
    best = None
    for source in world.own:
        units = world.armies[source] + more
        if units > 1 and world.reach(source, having):
            found = march(world, source, units, having)
            if found.path and (best is None or found.gain > best.gain):
                best = found
    return best
