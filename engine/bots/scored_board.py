"""What land is worth in games that a score decides after some rounds.

Worth is counted in points of the final score. An army is worth a part of one while there are rounds to use it in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from engine.bots.board import Board
from engine.odds import Dice, chances

WHOLE = 1.25  # points for each point of a continent's bonus, as it pays for armies and more, too
PART = 0.3  # of it, for a continent that is nearly whole
BROKEN = 0.6  # points for each point of the bonus that a rival loses


class ScoredBoard(Board):
    """What one seat may do, and what it is worth. `army` and `last_army` are the points that an army is worth: while it
    may fight again, and when all is over."""

    army: float
    last_army: float

    @property
    def is_last_round(self) -> bool:
        raise NotImplementedError

    @property
    def scores(self) -> Sequence[int]:
        """What each seat would score now."""
        found: Sequence[int] = self.view.extra["scores"]
        return found

    @property
    def fight(self) -> tuple[int, int]:
        """Where the attack that is asked about comes from, and where it goes."""
        return self.view.about["src"], self.view.about["dst"]

    @cached_property
    def is_final(self) -> bool:
        """Whether nobody moves any more after this seat."""
        order = [seat for seat in self.view.order if not self.view.seats[seat].out]
        return self.is_last_round and order[-1] == self.seat

    @cached_property
    def unit(self) -> float:
        """What an army is worth now."""
        if self.is_final:
            return self.last_army
        return self.army / 2 if self.is_last_round else self.army

    # --- continents

    @cached_property
    def sizes(self) -> list[int]:
        """How many territories of each continent count."""
        return [len(part.members) for part in self.graph.continents]

    @cached_property
    def mine(self) -> list[int]:
        """How many territories of each continent are one's own."""
        return [sum(self.owner[member] == self.seat for member in part.members) for part in self.graph.continents]

    @cached_property
    def held_by(self) -> list[int | None]:
        """Who holds the whole of each continent."""
        return [self.holder(part) for part in self.graph.continents]

    def continent_points(self, continent: int, own: int) -> float:
        """Rate a continent of which so many territories are one's own."""
        size, bonus = self.sizes[continent], self.graph.continents[continent].bonus
        if own >= size:
            return bonus * (1.0 if self.is_final else WHOLE) if size else 0.0
        return 0.0 if self.is_final else bonus * WHOLE * PART * (own / size) ** 2

    def land_gain(self, continent: int, mine: Sequence[int]) -> float:
        """Rate one more territory of a continent, where so many of each are one's own before."""
        own = mine[continent]
        return 1.0 + self.continent_points(continent, own + 1) - self.continent_points(continent, own)

    def harm(self, dst: int) -> float:
        """Rate what the owner of a place, a rival, loses with it beside the place: the bonus of a whole continent."""
        continent = self.graph.continent_of[dst]
        if continent < 0 or self.held_by[continent] != self.owner[dst]:
            return 0.0
        return BROKEN * self.rival_share * self.graph.continents[continent].bonus

    @cached_property
    def rival_share(self) -> float:
        """How much of what a rival loses counts as won."""
        return 1 / max(1, len(self.players))


def losses_per_kill(dice: Dice) -> float:
    """Compute the attacking units lost for each defending one in one throw."""
    thrown = chances(dice)
    lost = sum(mine * chance for (mine, _), chance in thrown.items())
    killed = sum(theirs * chance for (_, theirs), chance in thrown.items())
    return lost / killed
