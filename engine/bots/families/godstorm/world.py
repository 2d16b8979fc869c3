"""The Ancient Earth and the Underworld as a seat of Godstorm sees them: what it may attack, and what land is worth.

Worth is counted in points of the final score. An army and a faith are worth a part of one while there are epochs to use
them in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

from engine.bots.scored_board import ScoredBoard, losses_per_kill
from engine.core.view import PlayerView
from engine.odds import Dice
from engine.rules.godstorm.kinds import ALTAR, ATLANTIS, CRYPT, GATE, GODS, HEAVEN, LAND, TEMPLE, UNDERWORLD

EPOCHS = 5
TEMPLE_WORTH = 0.8  # points of an army and a faith a turn, while there are turns
PLAGUED = 0.3  # points less for land where half of the armies die
SIGNS = {CRYPT: 1.3, ALTAR: 1.0, GATE: 0.15}  # points of spaces; a crypt revives, too
PLAIN = 0.03
HALVED = 1.0  # armies that plague takes from a stack, more or less


class World(ScoredBoard):
    """What one seat may do in both worlds; in the steps below the Underworld counts, in all others the Earth. A heaven
    needs no garrison, so it counts an army more than there are."""

    army, last_army = 0.08, 0.03

    def __init__(self, view: PlayerView) -> None:
        super().__init__(view)
        extra = view.extra
        self.faith: int = extra["purses"][self.seat]
        self.plague = frozenset(extra["plague"])
        self.heaven: int = extra["heavens"][self.seat]
        self.zones = self.graph.zones
        self.zone = UNDERWORLD if view.step in ("embark", "underworld") else LAND
        self.armies = list(self.armies)
        self.armies[self.heaven] += 1

    @cached_property
    def own(self) -> list[int]:
        """Own places from which the present step can go on."""
        zones = (LAND,) if self.zone == LAND else (UNDERWORLD, HEAVEN)
        return [at for at, owner in enumerate(self.owner) if owner == self.seat and self.zones[at] in zones]

    @cached_property
    def gods(self) -> dict[int, frozenset[str]]:
        """Gods by territory, whoever's they are."""
        found: dict[int, set[str]] = {}
        for piece in self.view.pieces:
            if piece.kind in GODS:
                found.setdefault(piece.at, set()).add(piece.kind)
        return {at: frozenset(kinds) for at, kinds in found.items()}

    @cached_property
    def temples(self) -> frozenset[int]:
        return frozenset(piece.at for piece in self.view.pieces if piece.kind == TEMPLE)

    @cached_property
    def gone(self) -> frozenset[int]:
        """Sunken Atlantis."""
        sunken = self.view.extra["sunken"]
        members = [part.members for part in self.graph.continents if part.id == ATLANTIS]
        return frozenset(members[0]) if sunken else frozenset()

    @property
    def is_last_round(self) -> bool:
        return int(self.view.extra["epoch"]) >= EPOCHS

    @property
    def having(self) -> frozenset[str]:
        """No piece opens a way here."""
        return frozenset()

    # --- where to

    def enemies(self, territory: int) -> list[int]:
        """List what may be attacked from a territory, empty land too."""
        return list(self.reach(territory, frozenset()))

    def near(self, src: int) -> tuple[int, ...]:
        """List the places that open connections lead to."""
        closed = self.view.extra["maelstrom"]
        return tuple(dst for dst in self.graph.neighbours[src] if not {src, dst} <= {*closed})

    def reach(self, src: int, having: frozenset[str]) -> tuple[int, ...]:
        """List what may be attacked from an own place in the present step."""
        return tuple(dst for dst in self.near(src) if self.may_enter(dst, having))

    def may_enter(self, dst: int, having: frozenset[str]) -> bool:
        """Return whether a place is somebody else's, or nobody's, and may be attacked if it is within reach."""
        if self.zones[dst] != self.zone or self.owner[dst] == self.seat or dst in self.gone:
            return False
        return dst not in self.view.extra["sacred"]

    # --- what a fight costs

    def cost(self, src: int, dst: int) -> float:
        """Estimate the armies that the capture of a place costs a stack from another."""
        plague = HALVED if dst in self.plague else 0.0
        defenders = self.armies[dst]
        if not defenders:
            return plague
        gods: frozenset[str] = frozenset()
        again = False
        if self.zone == LAND:
            gods = self.gods.get(src, gods)
            again = dst in self.temples or "magic" in self.gods.get(dst, frozenset())
        return plague + cost_of("magic" in gods, again, "war" in gods, min(defenders, 2)) * defenders

    # --- what land is worth

    def gain(self, dst: int, mine: Sequence[int]) -> float:
        """Rate the capture of a place, where so many of each continent are one's own before."""
        region = self.graph.continent_of[dst]
        worth = self.space_worth(dst) if region < 0 else self._land_worth(dst, region, mine)
        owner = self.owner[dst]
        if not 0 <= owner < len(self.view.seats):
            return worth
        return worth + self.harm(dst) + self.rival_share * (1.0 if region >= 0 else self.space_worth(dst))

    def _land_worth(self, dst: int, region: int, mine: Sequence[int]) -> float:
        worth = self.land_gain(region, mine)
        if not self.is_last_round:
            worth += TEMPLE_WORTH * (dst in self.temples) - PLAGUED * (dst in self.plague)
        return worth

    def space_worth(self, at: int) -> float:
        """Rate a space of the Underworld."""
        return next((worth for sign, worth in SIGNS.items() if at in self.graph.signs[sign]), PLAIN)


@cache
def cost_of(attack_again: bool, defend_again: bool, ties: bool, defenders: int) -> float:
    """Compute the attacking armies lost for each defending one, with three dice against `defenders`, ones thrown again
    or not, and ties for the attacker or not."""
    return losses_per_kill(Dice((6,) * 3, (6,) * defenders, 1 + attack_again, 1 + defend_again, ties))
