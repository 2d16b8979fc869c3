"""What is worth claiming, holding and attacking, judged from a view: the order in which likely moves are named.

A rough judgement on purpose: it puts the good ones among the first four, the player decides.
"""

from __future__ import annotations

from collections.abc import Iterable

import engine
from games.families.parts import parts_of

WHOLE_CONTINENT = 0.6
BROKEN_CONTINENT = 0.3
LAST_LAND = 0.5
WALKED_INTO = 0.5
NOBODY = -1  # the owner of free land
NO_THREAT = 10_000  # more than any army: land that nobody threatens comes after all that is threatened


def chance(view: engine.PlayerView, src: int, dst: int, more: int = 0) -> float:
    """Compute the chance that an attack to the end captures, 0 to 1, with `more` armies put on the source first."""
    return engine.fight(view, src, dst, more=more).win


def attacks(view: engine.PlayerView, pool: int = 0) -> list[tuple[int, int]]:
    """Rank attacks over borders, the most promising first, as (source, target); one for each target.

    `pool` armies may be put on the source before.
    """
    best: dict[int, tuple[float, int]] = {}
    for src, dst in fronts(view, pool):
        rated = (worth(view, src, dst, pool), -src)
        best[dst] = max(best.get(dst, (-1.0, 0)), rated)
    ranked = sorted(best, key=lambda dst: (-best[dst][0], dst))
    return [(-best[dst][1], dst) for dst in ranked]


def worth(view: engine.PlayerView, src: int, dst: int, pool: int = 0) -> float:
    """Rate an attack: its chance, times what a capture brings. Empty land is certain and brings less: it takes nothing
    from anybody."""
    return chance(view, src, dst, pool) * (1 + gain(view, dst)) * (1 if view.units(dst) else WALKED_INTO)


def fronts(view: engine.PlayerView, pool: int = 0) -> Iterable[tuple[int, int]]:
    """List pairs of own land that can attack (or could with `pool` more) and a neighbour of somebody else; while
    attacks are asked for, those that are offered."""
    if offer := view.offer("battle.attack"):
        targets = offer.field("dst", engine.TerritoryField).table
        yield from ((int(src), dst) for src, there in targets.items() for dst in there)
        return
    for src, owner in enumerate(view.owner):
        if owner == view.viewer and view.units(src) + pool > 1:
            yield from ((src, dst) for dst in others_near(view, src))


def others_near(view: engine.PlayerView, territory: int) -> list[int]:
    """List the land next door that somebody else holds."""
    return [near for near in view.links[territory] if view.owner[near] not in (view.viewer, NOBODY)]


def gain(view: engine.PlayerView, dst: int) -> float:
    """Rate what a capture brings besides land: a whole continent, another's continent broken, a seat eliminated."""
    found = 0.0
    for continent in engine.mapgraph(view.map).continents:
        if dst not in continent.members:
            continue
        others = [view.owner[place] for place in continent.members if place != dst]
        own = sum(owner == view.viewer for owner in others)
        found += own / len(continent.members) * 0.4
        if own == len(others):
            found += WHOLE_CONTINENT
        if others.count(view.owner[dst]) == len(others):
            found += BROKEN_CONTINENT
    owner = view.owner[dst]
    if 0 <= owner < len(view.seats) and view.seats[owner].territories == 1:
        found += LAST_LAND
    return found


def blocking_neutrals(view: engine.PlayerView, places: Iterable[int]) -> list[int]:
    """Rank neutral land, that which stands in the way of the others more than in one's own first, then by fewest
    armies."""

    def rated(territory: int) -> tuple[int, int, int]:
        owners = [view.owner[near] for near in view.links[territory]]
        own = sum(owner == view.viewer for owner in owners)
        others = sum(owner not in (view.viewer, NOBODY, len(view.seats)) for owner in owners)
        return own - others, view.units(territory), territory

    return sorted(places, key=rated)


def best_claims(view: engine.PlayerView, free: Iterable[int]) -> list[int]:
    """Rank free land, best first: much of its continent is one's own, little is another's, own land is next to it."""
    graph = engine.mapgraph(view.map)

    def rated(territory: int) -> tuple[float, int]:
        own = sum(view.owner[near] == view.viewer for near in view.links[territory])
        score = own / 4
        for continent in graph.continents:
            if territory in continent.members:
                owners = [view.owner[place] for place in continent.members]
                held = sum(owner == view.viewer for owner in owners)
                foreign = sum(owner not in (view.viewer, NOBODY) for owner in owners)
                score += (held - foreign / 2 + 1) / len(owners)
        return -score, territory

    return sorted(free, key=rated)


def start_in(view: engine.PlayerView, part: engine.Continent) -> tuple[int, int]:
    """Rate a continent as a place to begin: one small enough to be held soon, then one with more ways out."""
    out = {near for member in part.members for near in view.links[member]} - {*part.members}
    return -len(part.members), len(out)


def threat(view: engine.PlayerView, territory: int) -> int:
    """Sum up the armies next door that may attack."""
    return view.borders.threat(territory, view.owner[territory])


def need(view: engine.PlayerView, territory: int) -> int:
    """Measure the exposure of a territory, far below zero where nobody may attack."""
    return view.borders.exposure(territory, view.owner[territory]) - (0 if threat(view, territory) else NO_THREAT)


def viewer_of(view: engine.PlayerView) -> int:
    assert view.viewer is not None, "only who plays is told what is worth doing"
    return view.viewer


def free_moves(
    view: engine.PlayerView, src_field: engine.TerritoryField, dst_field: engine.TerritoryField
) -> list[tuple[int, int]]:
    """List moves up from land behind the front, the largest armies first, each to where it helps most."""
    found = []
    for src in src_field.values:
        reach = dst_field.values_for({"src": src})
        if threat(view, src) or not reach:
            continue
        dst = view.borders.weakest(viewer_of(view), reach)
        if others_near(view, dst):
            found.append((src, dst))
    return sorted(found, key=lambda move: (-view.units(move[0]), move))


def least_bad_move(
    view: engine.PlayerView, src_field: engine.TerritoryField, dst_field: engine.TerritoryField
) -> tuple[int, int] | None:
    """Choose the move to land that is more exposed than where it comes from, or least less so; None if none is
    possible."""
    bare = {territory: need(view, territory) for territory, owner in enumerate(view.owner) if owner == view.viewer}
    moves = [(src, dst) for src in src_field.values for dst in dst_field.values_for({"src": src})]
    return min(moves, key=lambda move: (bare[move[0]] - bare[move[1]], -view.units(move[0]), move), default=None)


def may_move_yet(view: engine.PlayerView) -> bool:
    """Check whether a free move may follow the viewer's attacks: from own land with armies to spare to own land beside
    it, or of armies that a set brings which has to be traded in before."""
    graph, parts = engine.mapgraph(view.map), parts_of(view.rules)
    steps, now = [key for key, _label in parts.turn.rail(view)], parts.turn.step_now(view)
    if now in steps and "fortify" in steps[: steps.index(now)]:
        return False
    own = {territory for territory in parts.board.territories(view) if view.owner[territory] == view.viewer}
    if any(view.units(territory) > 1 and not own.isdisjoint(graph.neighbours[territory]) for territory in own):
        return True
    return parts.attack.trades_after_attacks(view)


def redistribution(view: engine.PlayerView, field: engine.CountsField) -> list[tuple[int, int]]:
    """Compute new counts for a redistribution: idle armies go one by one to the border that is most exposed."""
    found = []
    for _, *group in field.table.values():
        counts = {place: view.armies[place] for place in group}
        danger = {place: threat(view, place) for place in group}
        for source in (place for place in group if not danger[place]):
            while counts[source] > field.least:
                fronts = [(counts[place] - danger[place], place) for place in group if danger[place]]
                fronts = [(left, place) for left, place in fronts if counts[place] < field.most]
                if not fronts:
                    break
                counts[source] -= 1
                counts[min(fronts)[1]] += 1
        found += [(place, count) for place, count in sorted(counts.items()) if count != view.armies[place]]
    return found
