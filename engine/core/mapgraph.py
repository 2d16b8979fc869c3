"""A board as rules see it: names, links with kinds, continents. Territories are numbers in the order of the file.

`mapgraph` reads `engine/maps/<id>/board.json`; a board may be made of others, which are joined into one numbering.
Every graph is checked when it is made: links both ways, in as many pieces as it says, continents partition the board.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TypedDict, Unpack

from engine.core.facts import Facts
from engine.core.language import gettext_noop, translated

MAPS = Path(__file__).parent.parent / "maps"
TITLES = (
    gettext_noop("Classic world"),
    gettext_noop("Earth in 2210"),
    gettext_noop("Seas in 2210"),
    gettext_noop("Moon in 2210"),
    gettext_noop("Earth and Moon in 2210"),
    gettext_noop("The ancient world"),
    gettext_noop("The Underworld"),
    gettext_noop("The ancient world and the Underworld"),
)
"""The titles in the files of the maps, for the catalogue, which is made from code alone."""

LAND = "land"
"""The zone of a territory where its board names none."""
FOLDER = re.compile(r"[a-z0-9_-]{1,40}")  # ids come with requests: nothing else may become part of a path


class MapError(ValueError):
    """The map contradicts itself; the text says where."""


@dataclass(frozen=True)
class Continent:
    """A group of territories that counts when one seat holds all of it; `bonus` in armies a turn."""

    id: str
    name: str
    bonus: int
    members: tuple[int, ...]


class BoardDetails(TypedDict, total=False):
    """What a board may have beside territories, links and continents, in the ids of its territories. Without `title`
    it is called by its id, without `zones` all of it is land."""

    version: int
    title: str
    aliases: Mapping[str, Sequence[str]]
    decks: Mapping[str, Sequence[str]]
    reconstructed: Iterable[str]
    families: Sequence[str]
    blocked: Iterable[tuple[str, str]]
    zones: Mapping[str, str]
    signs: Mapping[str, Iterable[str]]
    outside: Iterable[str]
    pieces: int


@translated("title")
@dataclass(frozen=True, eq=False)
class MapGraph:
    """One or several boards. `neighbours[t]` holds the territories linked with t, in ascending order.

    `kinds` tells land from sea (or launch, gate) for each link (a, b) with a < b; `decks` gives each territory's card
    symbol, deck by deck, and the symbols of `reconstructed` decks are ours, as no source has those that were printed;
    `aliases` are other names by which orders may call a territory. `families` are the families of rules that may be
    played on it, `blocked` borders on land that are closed, by mountains say. `zones` has the zone of each territory:
    land, water, moon; `signs` the territories that carry a sign, such as a landing site; those `outside` are in no
    continent. A board lies in so many `pieces` that links alone do not join.
    """

    id: str
    version: int
    title: str
    ids: tuple[str, ...]
    names: tuple[str, ...]
    codes: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    kinds: Mapping[tuple[int, int], str]
    continents: tuple[Continent, ...]
    aliases: tuple[tuple[str, ...], ...] = ()
    decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reconstructed: frozenset[str] = frozenset()
    families: tuple[str, ...] = ()
    blocked: frozenset[tuple[int, int]] = frozenset()
    zones: tuple[str, ...] = ()
    signs: Mapping[str, frozenset[int]] = field(default_factory=dict)
    outside: frozenset[int] = frozenset()
    pieces: int = 1

    @classmethod
    def build(
        cls,
        id: str,
        territories: Sequence[tuple[str, str, str]],
        links: Iterable[tuple[str, str] | tuple[str, str, str]],
        continents: Sequence[tuple[str, str, int, Sequence[str]]] = (),
        **more: Unpack[BoardDetails],
    ) -> "MapGraph":
        """Build a graph from (id, name, code) triples, links (a, b[, kind]) named once, and (id, name, bonus,
        members); `more` is what else the board has.

        Raises MapError for doubled names or codes, unknown ids, loops, doubled links, territories in two continents or
        in none that are not said to be outside, more or fewer `pieces` than are said, decks that do not fit, and closed
        borders that are open.
        """
        number = _number_territories(territories)
        kinds = _link_kinds(links, number)
        graph = cls(
            id=id,
            version=more.get("version", 1),
            title=more.get("title") or id,
            ids=tuple(number),
            names=tuple(row[1] for row in territories),
            codes=tuple(row[2] for row in territories),
            neighbours=_neighbours(len(number), kinds),
            kinds=kinds,
            continents=tuple(
                Continent(key, name, bonus, tuple(sorted(_find_number(number, member) for member in members)))
                for key, name, bonus, members in continents
            ),
            aliases=tuple(tuple(more.get("aliases", {}).get(name, ())) for name in number),
            decks={name: tuple(symbols) for name, symbols in more.get("decks", {}).items()},
            reconstructed=frozenset(more.get("reconstructed", ())),
            families=tuple(more.get("families", ())),
            blocked=frozenset(_link_kinds(more.get("blocked", ()), number)),
            zones=tuple(more.get("zones", {}).get(name, LAND) for name in number),
            signs={
                sign: frozenset(_find_number(number, name) for name in on) for sign, on in more.get("signs", {}).items()
            },
            outside=frozenset(_find_number(number, name) for name in more.get("outside", ())),
            pieces=more.get("pieces", 1),
        )
        graph.check()
        return graph

    @classmethod
    def from_json(cls, data: Facts, id: str = "") -> "MapGraph":
        """Build a graph from the contents of a board.json, whose links must name each pair once. One that names
        `parts` is made of other maps, and its links lead from part to part."""
        if "parts" in data:
            return _of_parts(data, id)
        rows = data["territories"]
        return cls.build(
            id or str(data["id"]),
            [(row["id"], row["name"], row["code"]) for row in rows],
            _list_links(data),
            [
                (part["id"], part["name"], int(part["bonus"]), [r["id"] for r in rows if r["continent"] == part["id"]])
                for part in data["continents"]
            ],
            version=int(data.get("version", 1)),
            title=str(data["title"]),
            aliases={row["id"]: row.get("aliases", ()) for row in rows},
            decks=data.get("decks", {}),
            reconstructed=data.get("reconstructed", ()),
            families=data.get("families", ()),
            blocked=[(border["a"], border["b"]) for border in data.get("blocked", ())],
            zones={row["id"]: row["zone"] for row in rows if "zone" in row},
            signs=_list_signs(rows),
            outside=[row["id"] for row in rows if not row["continent"]],
            pieces=int(data.get("pieces", 1)),
        )

    def check(self) -> None:
        """Check that links are mutual, continents partition the board, decks fit, and it lies in its number of pieces.
        Raises MapError."""
        for here, linked in enumerate(self.neighbours):
            for there in linked:
                if here not in self.neighbours[there]:
                    raise MapError(f"{self.ids[here]} lists {self.ids[there]}, which does not list it")
        if self.continents:
            counted = sorted([*self.outside, *(member for part in self.continents for member in part.members)])
            if counted != list(range(len(self.ids))):
                raise MapError("the continents do not partition the board")
        for name, symbols in self.decks.items():
            if len(symbols) != len(self.ids):
                raise MapError(f"deck {name} has {len(symbols)} symbols for {len(self.ids)} territories")
        if unknown := self.reconstructed - {*self.decks}:
            raise MapError(f"there is no deck {', '.join(sorted(unknown))} whose symbols could be reconstructed")
        for a, b in sorted(self.blocked):
            if (a, b) in self.kinds:
                raise MapError(f"{self.ids[a]} and {self.ids[b]} are linked, and their border is closed")
        self._check_pieces()

    def _check_pieces(self) -> None:
        left, firsts = set(range(self.size)), []
        while left:
            firsts.append(min(left))
            left -= self.reach(firsts[-1])
        if len(firsts) > self.pieces:
            raise MapError(f"nothing leads to {', '.join(self.ids[there] for there in firsts[self.pieces :])}")
        if len(firsts) < self.pieces:
            raise MapError(f"the board says it has {self.pieces} pieces, and has {len(firsts)}")

    def reach(self, start: int) -> set[int]:
        """Collect all territories that links lead to from `start`, itself included."""
        seen = {start}
        waiting = [start]
        while waiting:
            for there in self.neighbours[waiting.pop()]:
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        return seen

    @property
    def edition(self) -> str:
        """What stored games name."""
        return f"{self.id}@{self.version}"

    @property
    def size(self) -> int:
        return len(self.ids)

    @cached_property
    def number(self) -> Mapping[str, int]:
        """Territory number by id."""
        return {name: index for index, name in enumerate(self.ids)}

    @cached_property
    def continent_of(self) -> tuple[int, ...]:
        """Index of its continent for each territory; -1 where a board has none."""
        home = [-1] * self.size
        for index, part in enumerate(self.continents):
            for member in part.members:
                home[member] = index
        return tuple(home)

    def symbols(self, deck: str) -> tuple[str, ...]:
        """List the symbols of the cards, territory by territory. A board without that deck uses its own, the first."""
        return self.decks.get(self.deck(deck), ())

    def deck(self, name: str) -> str:
        """Return the name of the deck that games which ask for `name` are played with: the first without that one."""
        return name if self.decks.get(name) else next(iter(self.decks), "")

    def kind(self, a: int, b: int) -> str:
        return self.kinds[(a, b) if a < b else (b, a)]

    def zone(self, territory: int) -> str:
        return self.zones[territory]

    @cached_property
    def in_zone(self) -> Mapping[str, frozenset[int]]:
        """Territories by zone."""
        return {zone: frozenset(t for t in range(self.size) if self.zones[t] == zone) for zone in set(self.zones)}


def _unique(what: str, values: Sequence[str]) -> None:
    doubled = {value for value in values if values.count(value) > 1}
    if doubled:
        raise MapError(f"two territories share the {what} {sorted(doubled)[0]!r}")


def _number_territories(territories: Sequence[tuple[str, str, str]]) -> dict[str, int]:
    """Map ids to their places among (id, name, code) triples. Raises MapError for what two of them share."""
    for what, column in (("id", 0), ("name", 1), ("code", 2)):
        _unique(what, [row[column].casefold() for row in territories])
    return {row[0]: index for index, row in enumerate(territories)}


def _find_number(number: Mapping[str, int], name: str) -> int:
    if name not in number:
        raise MapError(f"there is no territory {name!r}")
    return number[name]


def _link_kinds(
    links: Iterable[tuple[str, str] | tuple[str, str, str]], number: Mapping[str, int]
) -> dict[tuple[int, int], str]:
    kinds: dict[tuple[int, int], str] = {}
    for link in links:
        a, b = sorted((_find_number(number, link[0]), _find_number(number, link[1])))
        if a == b:
            raise MapError(f"{link[0]} is linked with itself")
        if (a, b) in kinds:
            raise MapError(f"{link[0]} and {link[1]} are linked twice")
        kinds[a, b] = link[2] if len(link) == 3 else "land"
    return kinds


def _neighbours(size: int, kinds: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    rows: list[set[int]] = [set() for _ in range(size)]
    for a, b in kinds:
        rows[a].add(b)
        rows[b].add(a)
    return tuple(tuple(sorted(row)) for row in rows)


def combine_maps(
    graphs: Sequence[MapGraph],
    gates: Iterable[tuple[str, str, str]],
    *,
    id: str = "",
    version: int = 1,
    title: str = "",
    families: Sequence[str] | None = None,
    pieces: int = 1,
) -> MapGraph:
    """Combine several boards into one: territories numbered on, `gates` (a, b, kind) lead from board to board.

    What the boards have stays: decks (a board without one has cards without a symbol), closed borders, zones, signs and
    other names. `version` is that of the gates; a new version of any board makes a new one of the whole. Without
    `families` those may play on it that may play on all of the boards.
    """
    shared = [family for family in graphs[0].families if all(family in graph.families for graph in graphs)]
    return MapGraph.build(
        id or "+".join(graph.id for graph in graphs),
        [row for graph in graphs for row in zip(graph.ids, graph.names, graph.codes, strict=True)],
        [*(link for graph in graphs for link in _links(graph)), *gates],
        [
            (part.id, part.name, part.bonus, [graph.ids[member] for member in part.members])
            for graph in graphs
            for part in graph.continents
        ],
        version=version + sum(graph.version - 1 for graph in graphs),
        title=title or graphs[0].title,
        aliases={name: more for graph in graphs for name, more in zip(graph.ids, graph.aliases, strict=True)},
        decks=_join_decks(graphs),
        reconstructed=[deck for graph in graphs for deck in graph.reconstructed],
        families=shared if families is None else families,
        blocked=[(graph.ids[a], graph.ids[b]) for graph in graphs for a, b in graph.blocked],
        zones={name: zone for graph in graphs for name, zone in zip(graph.ids, graph.zones, strict=True)},
        signs=_join_signs(graphs),
        outside=[graph.ids[there] for graph in graphs for there in graph.outside],
        pieces=pieces,
    )


def _links(graph: MapGraph) -> list[tuple[str, str, str]]:
    return [(graph.ids[a], graph.ids[b], kind) for (a, b), kind in graph.kinds.items()]


def _join_decks(graphs: Sequence[MapGraph]) -> dict[str, list[str]]:
    names = dict.fromkeys(name for graph in graphs for name in graph.decks)
    return {name: [symbol for graph in graphs for symbol in graph.symbols(name) or [""] * graph.size] for name in names}


def _join_signs(graphs: Sequence[MapGraph]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for graph in graphs:
        for sign, territories in graph.signs.items():
            found.setdefault(sign, []).extend(graph.ids[there] for there in territories)
    return found


def _of_parts(data: Facts, id: str) -> MapGraph:
    """Build the graph of a board.json that names the maps it is made of."""
    return combine_maps(
        [mapgraph(part) for part in data["parts"]],
        _list_links(data),
        id=id or str(data["id"]),
        version=int(data.get("version", 1)),
        title=str(data["title"]),
        families=data.get("families", ()),
        pieces=int(data.get("pieces", 1)),
    )


def _list_links(data: Facts) -> list[tuple[str, str, str]]:
    return [(link["a"], link["b"], link["kind"]) for link in data["links"]]


def _list_signs(rows: Iterable[Facts]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in rows:
        for sign in row.get("signs", ()):
            found.setdefault(sign, []).append(row["id"])
    return found


_GRAPHS: dict[str, MapGraph] = {}


def register_map(graph: MapGraph) -> MapGraph:
    """Make a graph known under its id; maps that lie in `engine/maps` need no call."""
    _GRAPHS[graph.id] = graph
    return graph


def mapgraph(id: str) -> MapGraph:
    """Return the graph of a map, read once. Raises KeyError for an unknown one."""
    known = _GRAPHS.get(id)
    if known:
        return known
    path = board_path(id)
    if not FOLDER.fullmatch(id) or not path.is_file():
        raise KeyError(f"there is no map {id!r}")
    return register_map(MapGraph.from_json(json.loads(path.read_text("utf-8"))))


@cache
def maps_of(family: str) -> tuple[str, ...]:
    """List the maps in `engine/maps` on which rules of a family may be played, by name."""
    found = sorted(path.parent.name for path in MAPS.glob("*/board.json"))
    return tuple(id for id in found if family in mapgraph(id).families)


def board_path(id: str) -> Path:
    """Return the path of a map's board.json: graph, short codes and geometry in one file."""
    return MAPS / id / "board.json"
