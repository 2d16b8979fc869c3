"""What a page of a game is built from: the engine's view and map, what the site knows besides, and what the reader has
chosen so far, which lies in the query of the page. Anything unreadable in it is simply not chosen.

Territories go by their short codes: `?src=NEU&dst=UKR&dice=3&lead=land&go=left&left=4&then=all`. Placements are
`at=NEU.3_UKR.1`, those of the neutral army `neutral=EGY.1`, where a plan may name a territory again; `way=counts` lays
all armies of a free move out anew, `way=decline` answers without a card; cards `cards=3-17-42`; a plan of the set-up
`plan=BRA.PER.europe.any` with its counts in `at` and `neutral`, and in whose manner it is filled up as `like=veteran`;
`view` is a continent's id, "whole", or `x.y.width.height` in map units; `board` is the stage of a map that has several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import urlencode

import engine
from games.boards.geometry import stages
from games.decisions.kit.page_types import PageData
from games.wording.seats import Person, colour_of, seat_label

GOES = ("once", "captured", "left", "odds")
WAYS = ("counts", "decline")
THENS = {"ask": engine.ASK, "all": engine.ALL, "least": engine.LEAST}
"""How many move in after a capture, as a field of forms and addresses says it, and as an order does."""
MOST = 9999
TICK = "lead-"
LISTS, COUNTS = engine.ListField | engine.TerritoriesField, engine.NumberField | engine.ForceField
Kind = TypeVar("Kind", bound=engine.Field)
Wish = int | str
"""One place in the ranking of a plan: a territory, a continent's id, or one of `OTHER_WISHES`."""

OTHER_WISHES = {"next_to_mine", "any"}
MOST_WISHES = 200


Pieces = tuple[tuple[str, int], ...]
"""Parts of a plan, each with a territory."""


@dataclass(frozen=True)
class Selection:
    """A choice on the way to an order. None and empty mean: not chosen yet."""

    src: int | None = None
    dst: int | None = None
    dice: int | None = None
    go: str = ""
    left: int | None = None
    odds: int | None = None
    then: str = ""
    lead: tuple[str, ...] | None = None
    at: Mapping[int, int] = field(default_factory=dict)
    neutral: tuple[tuple[int, int], ...] = ()
    pieces: Pieces = ()
    way: str = ""
    cards: tuple[int, ...] = ()
    bonus: int | None = None
    force: int | None = None
    bid: int | None = None
    plan: tuple[Wish, ...] | None = None
    like: str = ""
    view: str = ""
    board: str = ""


def read_selection(query: Mapping[str, str], graph: engine.MapGraph) -> Selection:
    """Read the selection from a query, with codes turned into territories of `graph`."""
    place = {code: number for number, code in enumerate(graph.codes)}
    return Selection(
        src=place.get(query.get("src", "").upper()),
        dst=place.get(query.get("dst", "").upper()),
        dice=number(query.get("dice")),
        go=query.get("go", "") if query.get("go", "") in GOES else "",
        left=number(query.get("left")),
        odds=number(query.get("odds")),
        then=query.get("then", "") if query.get("then", "") in THENS else "",
        lead=read_leaders(query),
        at=dict(read_placements(query.get("at", ""), graph)),
        neutral=read_placements(query.get("neutral", ""), graph),
        pieces=read_pieces(query.get("pieces", ""), graph),
        way=query.get("way", "") if query.get("way", "") in WAYS else "",
        cards=tuple(card for part in query.get("cards", "").split("-")[:12] if (card := number(part)) is not None),
        bonus=place.get(query.get("bonus", "").upper()),
        force=number(query.get("force")),
        bid=number(query.get("bid")),
        plan=read_wishes(query["plan"], graph) if "plan" in query else None,
        like=query.get("like", "") if query.get("like", "").isalpha() else "",
        view=query.get("view", "")[:40],
        board=query.get("board", "") if query.get("board", "") in stage_names(graph.id) else "",
    )


def read_leaders(query: Mapping[str, str]) -> tuple[str, ...] | None:
    """Read which pieces lead: `lead=land.naval` of an address, or the ticked `lead-land` of a form that says `led`;
    None where neither is there."""
    if "lead" in query:
        return tuple(kind for kind in query["lead"].split(".")[:12] if kind.isalpha())
    ticked = tuple(name.removeprefix(TICK) for name in query if name.startswith(TICK))
    return ticked[:12] if "led" in query else None


def stage_names(map_id: str) -> list[str]:
    """List the words of `board` for the stages of a map; none where there is one stage."""
    return [stage.stage for stage in stages(map_id) if stage.stage]


def read_wishes(text: str, graph: engine.MapGraph) -> tuple[Wish, ...]:
    """Read the ranking of a plan: territories by their codes, all else (continents, "any") as it stands."""
    place = {code: number for number, code in enumerate(graph.codes)}
    known = {part.id for part in graph.continents} | OTHER_WISHES
    words = [place.get(word.upper(), word) for word in text.split(".")[:MOST_WISHES]]
    return tuple(dict.fromkeys(wish for wish in words if isinstance(wish, int) or wish in known))


def write_wishes(wishes: Iterable[Wish], graph: engine.MapGraph) -> str:
    """Write the ranking of a plan as `read_wishes` reads it."""
    return ".".join(graph.codes[wish] if isinstance(wish, int) else wish for wish in wishes)


def read_pieces(text: str, graph: engine.MapGraph) -> Pieces:
    """Read where the pieces of a plan go, "land.JAP_station.EGY": a part and a territory each."""
    place = {code: number for number, code in enumerate(graph.codes)}
    pairs = (word.partition(".") for word in text.split("_")[:MOST_WISHES])
    return tuple((part, place[code.upper()]) for part, _, code in pairs if part.isalpha() and code.upper() in place)


def write_pieces(pieces: Iterable[tuple[str, int]], graph: engine.MapGraph) -> str:
    """Write where the pieces of a plan go as `read_pieces` reads it."""
    return "_".join(f"{part}.{graph.codes[territory]}" for part, territory in pieces)


def offered_field(view: engine.PlayerView, tag: str, name: str, kind: type[Kind]) -> Kind:
    """Find a field of an action that the viewer is offered; an empty one where it is not offered."""
    offer = view.offer(tag)
    return offer.field(name, kind) if offer else kind(name)


def number(text: str | None) -> int | None:
    """Parse a whole number from 0 to 9999; None for anything else."""
    if text is None or not text.strip().isascii() or not text.strip().isdigit() or len(text.strip()) > 4:
        return None
    return int(text)


def read_placements(text: str, graph: engine.MapGraph) -> tuple[tuple[int, int], ...]:
    """Read territories with their armies, in the order of the query."""
    place = {code: number for number, code in enumerate(graph.codes)}
    found = []
    for part in text.split("_")[:200]:
        code, _, count = part.partition(".")
        territory, armies = place.get(code.upper()), number(count)
        if territory is not None and armies:
            found.append((territory, armies))
    return tuple(found)


def write_placements(at: Mapping[int, int] | Iterable[tuple[int, int]], graph: engine.MapGraph) -> str:
    """Write placements as `read_placements` reads them: counts in the order of the map, a list in its own."""
    pairs = sorted(at.items()) if isinstance(at, Mapping) else at
    return "_".join(f"{graph.codes[territory]}.{armies}" for territory, armies in pairs if armies > 0)


def field_counts(fields: Mapping[str, str], prefix: str, graph: engine.MapGraph) -> dict[int, int]:
    """Count the armies of inputs whose names begin with `prefix`, in the order of the form; 0 where nothing readable
    stands."""
    place = {prefix + code: number for number, code in enumerate(graph.codes)}
    return {place[name]: number(text) or 0 for name, text in fields.items() if name in place}


def overwritten(listed: Iterable[tuple[int, int]], counts: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Replace the counts of a list: new territories follow at its end, those that count 0 are left out."""
    return tuple((territory, armies) for territory, armies in {**dict(listed), **counts}.items() if armies > 0)


def count_by_territory(listed: Iterable[tuple[int, int]]) -> Counter[int]:
    """Count the armies of a list by territory."""
    counts = Counter[int]()
    for territory, armies in listed:
        counts[territory] += armies
    return counts


def fit_counts(listed: Iterable[tuple[int, int]], counts: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Fit a list to counts by territory: armies too many fall off its end, missing ones follow at its end."""
    left, found = Counter(counts), []
    for territory, armies in listed:
        kept = min(armies, left[territory])
        found.append((territory, kept))
        left[territory] -= kept
    return tuple((territory, armies) for territory, armies in (*found, *left.items()) if armies > 0)


Choices = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""Continents, each with (name, address) of its territories that may be chosen."""


@dataclass(frozen=True)
class PageContext:
    """`view` is a PlayerView of the engine, `graph` its map."""

    view: engine.PlayerView
    graph: engine.MapGraph
    page_data: PageData
    selection: Selection

    # ---- names

    def name(self, territory: int) -> str:
        return self.graph.names[territory]

    def code(self, territory: int) -> str:
        return self.graph.codes[territory]

    def colour(self, seat: int) -> str:
        """Return the colour of a seat, or of the neutral army; empty for nobody."""
        return colour_of(self.view, seat)

    def colour_at(self, territory: int) -> str:
        return self.colour(self.view.owner[territory])

    def title(self, seat: int) -> str:
        """Name a seat as a title: "Grey", "the neutral army", or "nobody"."""
        return seat_label(self.view, seat)

    def person(self, seat: int) -> Person:
        """Return who plays a seat; seats without a player (neutral armies) go by their colour."""
        for person in self.page_data.people:
            if person.seat == seat:
                return person
        return Person(seat, self.colour(seat), self.title(seat))

    # ---- the board

    def threat(self, territory: int) -> int:
        """Sum up the armies next to a territory that may attack it."""
        return self.view.borders.threat(territory, self.view.owner[territory])

    @property
    def me(self) -> int:
        """The viewer's seat. Only for panels that ask the viewer."""
        assert self.view.viewer is not None
        return self.view.viewer

    # ---- addresses

    def link(self, **chosen: object) -> str:
        """Build the URL of the turn page with this selection; the part of the map that is shown stays as it is, unless
        the selection is on another stage."""
        query = {
            key: self._word(key, value)
            for key, value in chosen.items()
            if value not in (None, "", {}, ()) or key == "lead" and value is not None
        }
        if self.selection.view and "view" not in chosen:
            query["view"] = self.selection.view
        if self.selection.board and "board" not in chosen and self._is_on_board(chosen):
            query["board"] = self.selection.board
        return f"{self.page_data.url}?{urlencode(query)}" if query else self.page_data.url

    def _is_on_board(self, chosen: engine.Facts) -> bool:
        spot = chosen.get("dst", chosen.get("src"))
        return spot is None or any(
            each.has(spot) for each in stages(self.view.map) if each.stage == self.selection.board
        )

    def _word(self, key: str, value: engine.Value) -> str:
        if key in ("src", "dst", "bonus"):
            return self.code(value)
        if key in ("at", "neutral"):
            return write_placements(value, self.graph)
        if key == "pieces":
            return write_pieces(value, self.graph)
        return ".".join(value) if key == "lead" else str(value)

    # ---- what may be answered

    def may(self, tag: str) -> bool:
        return self.view.offer(tag) is not None

    def places(self, tag: str, field: str, by: engine.Facts | None = None) -> tuple[int, ...]:
        """List the territories that a field of an offer lists."""
        found = self._field(tag, field)
        if not isinstance(found, LISTS) or (found.by and not by):
            return ()
        return tuple(found.values_for(by or {}))

    def by_continent(self, territories: Collection[int]) -> Choices:
        """Group territories to choose one of by continent, each with the address that chooses it."""
        parts = ((part.name, [spot for spot in part.members if spot in territories]) for part in self.graph.continents)
        return tuple(
            (name, tuple((self.name(spot), self.link(dst=spot)) for spot in spots)) for name, spots in parts if spots
        )

    def bounds(self, tag: str, field: str, by: engine.Facts | None = None) -> tuple[int, int]:
        """Return the least and most of a field of an offer; (0, 0) where there is none."""
        found = self._field(tag, field)
        return found.bounds_for(by or {}) if isinstance(found, COUNTS) else (0, 0)

    def _field(self, tag: str, name: str) -> engine.Field | None:
        offer = self.view.offer(tag)
        return next((each for each in offer.fields if each.name == name), None) if offer else None
