"""What a page of a game is built from: view, map, page data and selection, with the words that all panels need."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from engine import MapGraph, PlayerView
from games.decisions.page_data import PageData, Person
from games.decisions.selection import Selection, write_placements
from games.wording.seats import colour_of, seat_label

Choices = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""Continents, each with (name, address) of its territories that may be chosen."""


@dataclass(frozen=True)
class PageContext:
    """`view` is a PlayerView of the engine, `graph` its map."""

    view: PlayerView
    graph: MapGraph
    facts: PageData
    selection: Selection

    # ---- names

    def name(self, territory: int) -> str:
        return self.graph.names[territory]

    def code(self, territory: int) -> str:
        return self.graph.codes[territory]

    def colour(self, seat: int) -> str:
        """Colour of a seat, or of the neutral army; empty for nobody."""
        return colour_of(self.view, seat)

    def colour_at(self, territory: int) -> str:
        return self.colour(self.view.owner[territory])

    def title(self, seat: int) -> str:
        """ "Grey", "the neutral army", or "nobody"."""
        return seat_label(self.view, seat)

    def person(self, seat: int) -> Person:
        """Who plays a seat; seats without a player (neutral armies) go by their colour."""
        for person in self.facts.people:
            if person.seat == seat:
                return person
        return Person(seat, self.colour(seat), self.title(seat))

    @property
    def me(self) -> int:
        """The viewer's seat. Only for cards that ask the viewer."""
        assert self.view.viewer is not None
        return self.view.viewer

    # ---- addresses

    def link(self, **chosen: Any) -> str:
        """The turn page with this choice; the part of the map that is shown stays as it is."""
        query = {key: self._word(key, value) for key, value in chosen.items() if value not in (None, "", {}, ())}
        if self.selection.view and "view" not in query:
            query["view"] = self.selection.view
        return f"{self.facts.url}?{urlencode(query)}" if query else self.facts.url

    def _word(self, key: str, value: Any) -> str:
        if key in ("src", "dst", "bonus"):
            return self.code(value)
        if key in ("at", "neutral"):
            return write_placements(value, self.graph)
        return str(value)

    # ---- what may be answered

    def offer(self, tag: str) -> Any:
        """The offer of this action, or None."""
        return next((offer for offer in self.view.offers if offer.action == tag), None)

    def may(self, tag: str) -> bool:
        return self.offer(tag) is not None

    def places(self, tag: str, field: str, by: Mapping[str, Any] | None = None) -> tuple[int, ...]:
        """Territories that a field of an offer lists."""
        found = self._field(tag, field)
        return tuple(found.values_for(by or {})) if found and (not found.by or by) else ()

    def by_continent(self, territories: Collection[int]) -> Choices:
        """Territories to choose one of, each with the address that chooses it."""
        parts = ((part.name, [spot for spot in part.members if spot in territories]) for part in self.graph.continents)
        return tuple(
            (name, tuple((self.name(spot), self.link(dst=spot)) for spot in spots)) for name, spots in parts if spots
        )

    def bounds(self, tag: str, field: str, by: Mapping[str, Any] | None = None) -> tuple[int, int]:
        """Least and most of a field of an offer; (0, 0) where there is none."""
        found = self._field(tag, field)
        return tuple(found.bounds_for(by or {})) if found else (0, 0)

    def _field(self, tag: str, name: str) -> Any:
        offer = self.offer(tag)
        return next((each for each in offer.fields if each.name == name), None) if offer else None
