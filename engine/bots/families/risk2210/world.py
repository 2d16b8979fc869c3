"""The Earth, its waters and the Moon as a seat of 2210 sees them: what it may invade, and what land is worth.

Worth is counted in points of the final score. A unit and an energy are worth a part of one while there are years to
use them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from engine.bots.scored_board import ScoredBoard, losses_per_kill
from engine.core.view import PlayerView
from engine.odds import Dice

YEARS = 5
STATION, LANDING = "station", "landing"
NEEDED = {"water": "naval", "moon": "space"}  # the Commander without whom nobody invades there or from there
LEADS = {"land": "land", "naval": "water", "space": "moon"}
PRIZES = {"nuclear": 3.0, "naval": 2.5, "space": 2.5, "land": 2.0, "diplomat": 1.0}
"""What Commanders are worth, to keep or to bomb."""


class World(ScoredBoard):
    """What one seat may do on the three boards. `armies` counts units, Commanders among them."""

    army, last_army = 0.15, 0.04

    def __init__(self, view: PlayerView) -> None:
        super().__init__(view)
        extra = view.extra
        self.waste = frozenset(extra["devastated"])
        self.purses: Sequence[int] = extra["purses"]
        self.energy = self.purses[self.seat]
        self.zones = self.graph.zones

    @cached_property
    def commanders(self) -> dict[str, int]:
        """Own Commanders in play and where they are."""
        return {p.kind: p.at for p in self.view.pieces if p.seat == self.seat and p.kind != STATION}

    @cached_property
    def stations(self) -> frozenset[int]:
        return frozenset(p.at for p in self.view.pieces if p.seat == self.seat and p.kind == STATION)

    @cached_property
    def leading(self) -> dict[int, list[str]]:
        """Commanders by territory, whoever's they are."""
        found: dict[int, list[str]] = {}
        for piece in self.view.pieces:
            if piece.kind != STATION:
                found.setdefault(piece.at, []).append(piece.kind)
        return found

    @cached_property
    def guarded(self) -> frozenset[int]:
        """Territories with a station of anybody, whose defenders all throw eight-sided dice."""
        return frozenset(piece.at for piece in self.view.pieces if piece.kind == STATION)

    @property
    def is_last_round(self) -> bool:
        return self.view.round >= YEARS

    # --- where to

    def enemies(self, territory: int) -> list[int]:
        """List what may be invaded from a territory, empty land too."""
        return list(self.reach(territory, frozenset(self.commanders)))

    @property
    def having(self) -> frozenset[str]:
        return frozenset(self.commanders)

    def near(self, src: int) -> tuple[int, ...]:
        return self.graph.neighbours[src]

    def reach(self, src: int, commanders: frozenset[str]) -> tuple[int, ...]:
        """List what may be invaded from an own territory with these Commanders in play."""
        zone = self.zones[src]
        if NEEDED.get(zone, "land") not in commanders and zone != "land":
            return ()
        near: Iterable[int] = self.graph.neighbours[src]
        if zone == "moon":
            near = (*near, *self.view.extra["invade_earth"])
        elif src in self.stations and "space" in commanders:
            near = (*near, *self.graph.signs[LANDING])
        return tuple(dst for dst in near if self.may_enter(dst, commanders))

    def may_enter(self, dst: int, commanders: frozenset[str]) -> bool:
        """Return whether a territory is somebody else's, or nobody's, and may be invaded if it is within reach."""
        owner = self.owner[dst]
        if owner == self.seat or dst in self.waste or owner in self.view.extra["cease_fire"]:
            return False
        return self.zones[dst] != "water" or "naval" in commanders

    # --- what a fight costs

    def leaders(self, src: int, dst: int) -> int:
        """Count the Commanders on a territory that lead an invasion."""
        zones = (self.zones[src], self.zones[dst])
        return sum(kind == "nuclear" or LEADS.get(kind) in zones for kind in self.leading.get(src, ()))

    def cost(self, src: int, dst: int) -> float:
        """Estimate the units that the capture of a territory costs a stack that comes from another."""
        return self.loss(self.leaders(src, dst), dst)

    def loss(self, leaders: int, dst: int) -> float:
        """Estimate the units that the capture of a territory costs."""
        defenders = self.armies[dst]
        if not defenders:
            return 0.0
        eights = 2 if dst in self.guarded else len(self.leading.get(dst, ()))
        return cost_of(min(leaders, 3), min(eights, 2), min(defenders, 2)) * defenders

    # --- what land is worth

    @cached_property
    def sizes(self) -> list[int]:
        """How many territories of each region count: those that are not devastated."""
        return [sum(member not in self.waste for member in part.members) for part in self.graph.continents]

    @cached_property
    def held_by(self) -> list[int | None]:
        """Who holds the whole of each region."""
        found: list[int | None] = []
        for part in self.graph.continents:
            owners = {self.owner[member] for member in part.members if member not in self.waste}
            found.append(owners.pop() if len(owners) == 1 else None)
        return found

    def gain(self, dst: int, mine: Sequence[int]) -> float:
        """Rate the capture of a territory, where so many of each region are one's own before."""
        region = self.graph.continent_of[dst]
        gain = self.land_gain(region, mine)
        if 0 <= self.owner[dst] < len(self.view.seats):
            gain += self.rival_share + self.harm(dst)
        return gain


@cache
def cost_of(leaders: int, eights: int, defenders: int) -> float:
    """Compute the attacking units lost for each defending one, with three dice of which `leaders` are eight-sided,
    against `defenders` dice of which `eights` are."""
    attack = (8,) * leaders + (6,) * (3 - leaders)
    defend = (8,) * min(eights, defenders) + (6,) * (defenders - min(eights, defenders))
    return losses_per_kill(Dice(attack, defend))
