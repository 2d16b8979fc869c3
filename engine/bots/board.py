"""A view as a bot reads it: whose land, which borders, what a continent lacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from engine.core.evaluation import with_pieces
from engine.core.mapgraph import Continent, MapGraph, mapgraph
from engine.core.view import PlayerView

LEAD, LEAD_OF_TWO = 0.3, 0.45  # of all armies on the board, against several and against one
BARE = 0.35  # of its borders, from which a seat does not guard them


class Board:
    """The territories of a view seen from one seat. `armies` counts all that stands on each, named pieces too."""

    def __init__(self, view: PlayerView) -> None:
        assert view.viewer is not None
        self.view = view
        self.seat: int = view.viewer
        self.owner = view.owner
        self.armies: Sequence[int] = with_pieces(view.armies, view.pieces, view.no_units)
        self.links = view.links
        self.graph: MapGraph = mapgraph(view.map)

    def is_full(self, territory: int) -> bool:
        """Return whether the territory is at the army cap, so that an army lost in an attack from it costs nothing."""
        cap: int | None = self.view.options.get("army_cap")
        return cap is not None and self.armies[territory] >= cap

    @cached_property
    def own(self) -> list[int]:
        return [territory for territory, owner in enumerate(self.owner) if owner == self.seat]

    def enemies(self, territory: int) -> list[int]:
        """List the neighbours that somebody else holds."""
        return [there for there in self.links[territory] if self.owner[there] not in (self.seat, -1)]

    @cached_property
    def borders(self) -> list[int]:
        """Own territories next to an enemy; all of them where there is none."""
        return [territory for territory in self.own if self.enemies(territory)] or self.own

    def threat(self, territory: int) -> int:
        """Count the enemy armies next door that could attack: one of each stays behind, all of a neutral army."""
        owner, neutral = self.owner, len(self.view.seats)
        return sum(self.armies[there] - 1 for there in self.enemies(territory) if owner[there] != neutral)

    def weakest(self, among: Iterable[int] | None = None) -> int:
        """Return the weakest border (of `among`), by the same measure as the rules."""
        return self.view.borders.weakest(self.seat, among)

    @cached_property
    def leads(self) -> bool:
        """Whether the seat has so many armies that it can win by attacking, without care for what it holds."""
        own = sum(self.armies[here] for here in self.own) + self.view.pool * (self.view.active == self.seat)
        needed = max(LEAD, LEAD_OF_TWO * 2 / (len(self.players) + 1))
        return own > needed * sum(self.armies)

    @property
    def rivals(self) -> list[int]:
        """The others that still hold land, a neutral army among them."""
        return sorted(set(self.owner) - {self.seat, -1})

    @property
    def players(self) -> list[int]:
        """The other seats that still hold land and may attack."""
        return [seat for seat in self.rivals if seat < len(self.view.seats)]

    @cached_property
    def spared(self) -> list[int]:
        """List the seats whose continents are best left whole: they guard their borders, and would pay in kind."""
        return [seat for seat in self.players if self._bare(seat) < BARE]

    def _bare(self, seat: int) -> float:
        """Measure the part of a seat's borders on which a single army stands."""
        owner, links = self.owner, self.links
        lands = [here for here, held_by in enumerate(owner) if held_by == seat]
        borders = [here for here in lands if any(owner[there] not in (seat, -1) for there in links[here])]
        return sum(self.armies[here] == 1 for here in borders) / max(1, len(borders))

    def holder(self, part: Continent) -> int | None:
        """Find the owner of a whole continent, None if several share it."""
        owners = {self.owner[member] for member in part.members}
        return owners.pop() if len(owners) == 1 else None

    def continent(self, territory: int) -> Continent | None:
        """Return the continent of a territory, None where it belongs to none."""
        index = self.graph.continent_of[territory]
        return self.graph.continents[index] if index >= 0 else None

    def held_share(self, part: Continent, *seats: int) -> float:
        """Return the part of a continent that these seats hold, 0 to 1."""
        return sum(self.owner[member] in seats for member in part.members) / len(part.members)

    def steps_to_front(self) -> dict[int, int]:
        """Measure how far each own territory is from the nearest border, in steps over own land; 0 on the border."""
        distance = {territory: 0 for territory in self.own if self.enemies(territory)}
        waiting = list(distance)
        for here in waiting:
            for there in self.links[here]:
                if self.owner[there] == self.seat and there not in distance:
                    distance[there] = distance[here] + 1
                    waiting.append(there)
        return distance
