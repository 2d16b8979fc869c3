"""The Ancient Earth and the Underworld as a seat of Godstorm sees them: what it may attack, and what land is worth.

Worth is counted in points of the final score. An army and a faith are worth a part of one while there are epochs to use
them in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

from engine import PlayerView
from engine.bots.board import Board
from engine.odds import Dice, chances
from engine.rules.godstorm.kinds import ALTAR, ATLANTIS, CRYPT, GATE, GODS, HEAVEN, LAND, TEMPLE, UNDERWORLD

EPOCHS = 5
WHOLE = 1.25  # points for each point of a continent's bonus, as it pays armies and faith too
PART = 0.3  # of it, for a continent that is nearly whole
BROKEN = 0.6  # points for each point of the bonus that a rival loses
ARMY, LAST_ARMY = 0.08, 0.03  # points that an army is worth: while it may fight again, and when all is over
TEMPLE_WORTH = 0.8  # points of an army and a faith a turn, while there are turns
PLAGUED = 0.3  # points less for land where half of the armies die
SIGNS = {CRYPT: 1.3, ALTAR: 1.0, GATE: 0.15}  # points of spaces; a crypt revives, too
PLAIN = 0.03
HALVED = 1.0  # armies that plague takes from a stack, more or less


class World(Board):
    """What one seat may do in both worlds; in the steps below the Underworld counts, in all others the Earth. A heaven
    needs no garrison, so it counts an army more than there are."""

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
    def scores(self) -> Sequence[int]:
        """What each seat would score now."""
        found: Sequence[int] = self.view.extra["scores"]
        return found

    @property
    def fight(self) -> tuple[int, int]:
        """Where the attack that is asked about comes from, and where it goes."""
        return self.view.about["src"], self.view.about["dst"]

    @property
    def is_last_epoch(self) -> bool:
        return int(self.view.extra["epoch"]) >= EPOCHS

    @cached_property
    def is_final(self) -> bool:
        """Whether nobody moves any more after this seat."""
        order = [seat for seat in self.view.order if not self.view.seats[seat].out]
        return self.is_last_epoch and order[-1] == self.seat

    @cached_property
    def unit(self) -> float:
        """What an army is worth now."""
        if self.is_final:
            return LAST_ARMY
        return ARMY / 2 if self.is_last_epoch else ARMY

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

    @cached_property
    def mine(self) -> list[int]:
        """How many territories of each continent are one's own."""
        return [sum(self.owner[member] == self.seat for member in part.members) for part in self.graph.continents]

    @cached_property
    def held_by(self) -> list[int | None]:
        """Who holds the whole of each continent."""
        return [self.holder(part) for part in self.graph.continents]

    def region_points(self, region: int, own: int) -> float:
        """Rate a continent of which so many territories are one's own."""
        part = self.graph.continents[region]
        if own >= len(part.members):
            return part.bonus * (1.0 if self.is_final else WHOLE)
        return 0.0 if self.is_final else part.bonus * WHOLE * PART * (own / len(part.members)) ** 2

    def gain(self, dst: int, mine: Sequence[int]) -> float:
        """Rate the capture of a place, where so many of each continent are one's own before."""
        region = self.graph.continent_of[dst]
        worth = self.space_worth(dst) if region < 0 else self._land_worth(dst, region, mine)
        owner = self.owner[dst]
        if not 0 <= owner < len(self.view.seats):
            return worth
        harm = 1 / max(1, len(self.players))
        if region >= 0 and self.held_by[region] == owner:
            worth += BROKEN * harm * self.graph.continents[region].bonus
        return worth + harm * (1.0 if region >= 0 else self.space_worth(dst))

    def _land_worth(self, dst: int, region: int, mine: Sequence[int]) -> float:
        worth = 1.0 + self.region_points(region, mine[region] + 1) - self.region_points(region, mine[region])
        if not self.is_last_epoch:
            worth += TEMPLE_WORTH * (dst in self.temples) - PLAGUED * (dst in self.plague)
        return worth

    def space_worth(self, at: int) -> float:
        """Rate a space of the Underworld."""
        return next((worth for sign, worth in SIGNS.items() if at in self.graph.signs[sign]), PLAIN)


@cache
def cost_of(attack_again: bool, defend_again: bool, ties: bool, defenders: int) -> float:
    """Compute the attacking armies lost for each defending one, with three dice against `defenders`, ones thrown again
    or not, and ties for the attacker or not."""
    thrown = chances(Dice((6,) * 3, (6,) * defenders, 1 + attack_again, 1 + defend_again, ties))
    lost = sum(mine * chance for (mine, _), chance in thrown.items())
    killed = sum(theirs * chance for (_, theirs), chance in thrown.items())
    return lost / killed
