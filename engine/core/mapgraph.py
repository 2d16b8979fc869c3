"""A board as rules see it: names, links with kinds, continents. Territories are numbers in the order of the file.

`load` reads `engine/maps/<id>/board.json`; a rule set with several boards joins them into one numbering. Every graph
is checked when it is made: links both ways, all connected by some link, continents partition the board.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from engine.core.language import gettext_noop, translated

MAPS = Path(__file__).parent.parent / "maps"
TITLES = (gettext_noop("Classic world"), gettext_noop("Earth in 2210"), gettext_noop("The ancient world"))
"""The titles in the files of the maps, for the catalogue, which is made from code alone."""

FOLDER = re.compile(r"[a-z0-9-]{1,40}")  # ids come with requests: nothing else may become part of a path


class MapError(ValueError):
    """The map contradicts itself; the text says where."""


@dataclass(frozen=True)
class Continent:
    """A group of territories that counts when one seat holds all of it; `bonus` in armies a turn."""

    id: str
    name: str
    bonus: int
    members: tuple[int, ...]


@translated("title")
@dataclass(frozen=True, eq=False)
class MapGraph:
    """One or several boards. `neighbours[t]` holds the territories linked with t, in ascending order.

    `kinds` tells land from sea (or launch, gate) for each link (a, b) with a < b; `decks` gives each territory's card
    symbol, deck by deck; `aliases` other names by which orders may call a territory. `families` are the families of
    rules that may be played on it, `blocked` borders on land that are closed, by mountains say.
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
    families: tuple[str, ...] = ()
    blocked: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def build(
        cls,
        id: str,
        territories: Sequence[tuple[str, str, str]],
        links: Iterable[tuple[str, str] | tuple[str, str, str]],
        continents: Sequence[tuple[str, str, int, Sequence[str]]] = (),
        *,
        version: int = 1,
        title: str = "",
        aliases: Mapping[str, Sequence[str]] | None = None,
        decks: Mapping[str, Sequence[str]] | None = None,
        families: Sequence[str] = (),
        blocked: Iterable[tuple[str, str]] = (),
    ) -> "MapGraph":
        """Build a graph from (id, name, code) triples, links (a, b[, kind]) named once, and (id, name, bonus,
        members).

        Raises MapError for doubled names or codes, unknown ids, loops, doubled links, territories in no continent or
        in two, parts of the board that nothing connects, decks that do not fit, and closed borders that are open.
        """
        ids = tuple(row[0] for row in territories)
        for what, column in (("id", 0), ("name", 1), ("code", 2)):
            _unique(what, [row[column].casefold() for row in territories])
        number = {name: index for index, name in enumerate(ids)}
        kinds = _link_kinds(links, number)
        graph = cls(
            id=id,
            version=version,
            title=title or id,
            ids=ids,
            names=tuple(row[1] for row in territories),
            codes=tuple(row[2] for row in territories),
            neighbours=_neighbours(len(ids), kinds),
            kinds=kinds,
            continents=tuple(
                Continent(key, name, bonus, tuple(sorted(_known(number, member) for member in members)))
                for key, name, bonus, members in continents
            ),
            aliases=tuple(tuple((aliases or {}).get(name, ())) for name in ids),
            decks={name: tuple(symbols) for name, symbols in (decks or {}).items()},
            families=tuple(families),
            blocked=frozenset(_link_kinds(blocked, number)),
        )
        graph.check()
        return graph

    @classmethod
    def from_json(cls, data: Mapping[str, Any], id: str = "") -> "MapGraph":
        """Build a graph from the contents of a board.json, whose links must name each pair once."""
        rows = data["territories"]
        return cls.build(
            id or str(data["id"]),
            [(row["id"], row["name"], row["code"]) for row in rows],
            [(link["a"], link["b"], link["kind"]) for link in data["links"]],
            [
                (part["id"], part["name"], int(part["bonus"]), [r["id"] for r in rows if r["continent"] == part["id"]])
                for part in data["continents"]
            ],
            version=int(data.get("version", 1)),
            title=str(data["title"]),
            aliases={row["id"]: row.get("aliases", ()) for row in rows},
            decks=data.get("decks"),
            families=data.get("families", ()),
            blocked=[(border["a"], border["b"]) for border in data.get("blocked", ())],
        )

    def check(self) -> None:
        """Check that links are mutual, the board is in one piece, continents partition it and decks fit. Raises
        MapError."""
        for here, linked in enumerate(self.neighbours):
            for there in linked:
                if here not in self.neighbours[there]:
                    raise MapError(f"{self.ids[here]} lists {self.ids[there]}, which does not list it")
        if self.continents:
            counted = sorted(member for part in self.continents for member in part.members)
            if counted != list(range(len(self.ids))):
                raise MapError("the continents do not partition the board")
        for name, symbols in self.decks.items():
            if len(symbols) != len(self.ids):
                raise MapError(f"deck {name} has {len(symbols)} symbols for {len(self.ids)} territories")
        for a, b in sorted(self.blocked):
            if (a, b) in self.kinds:
                raise MapError(f"{self.ids[a]} and {self.ids[b]} are linked, and their border is closed")
        lost = set(range(len(self.ids))) - self.reach(0)
        if lost:
            raise MapError(f"nothing leads to {', '.join(self.ids[there] for there in sorted(lost))}")

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
        return self.decks.get(deck) or next(iter(self.decks.values()), ())

    def kind(self, a: int, b: int) -> str:
        return self.kinds[(a, b) if a < b else (b, a)]


def _unique(what: str, values: Sequence[str]) -> None:
    doubled = {value for value in values if values.count(value) > 1}
    if doubled:
        raise MapError(f"two territories share the {what} {sorted(doubled)[0]!r}")


def _known(number: Mapping[str, int], name: str) -> int:
    if name not in number:
        raise MapError(f"there is no territory {name!r}")
    return number[name]


def _link_kinds(
    links: Iterable[tuple[str, str] | tuple[str, str, str]], number: Mapping[str, int]
) -> dict[tuple[int, int], str]:
    kinds: dict[tuple[int, int], str] = {}
    for link in links:
        a, b = sorted((_known(number, link[0]), _known(number, link[1])))
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


def combine_maps(graphs: Sequence[MapGraph], gates: Iterable[tuple[str, str, str]]) -> MapGraph:
    """Combine several boards into one: territories numbered on, `gates` (a, b, kind) lead from board to board."""
    links = [(graph.ids[a], graph.ids[b], kind) for graph in graphs for (a, b), kind in graph.kinds.items()]
    return MapGraph.build(
        "+".join(graph.id for graph in graphs),
        [row for graph in graphs for row in zip(graph.ids, graph.names, graph.codes, strict=True)],
        [*links, *gates],
        [
            (part.id, part.name, part.bonus, [graph.ids[member] for member in part.members])
            for graph in graphs
            for part in graph.continents
        ],
        title=graphs[0].title,
        aliases={name: more for graph in graphs for name, more in zip(graph.ids, graph.aliases, strict=True)},
    )


_GRAPHS: dict[str, MapGraph] = {}


def register_map(graph: MapGraph) -> MapGraph:
    """Make a graph known under its id; maps that lie in `engine/maps` need no call."""
    _GRAPHS[graph.id] = graph
    return graph


def mapgraph(id: str) -> MapGraph:
    """Return the graph of a map, read once. Raises KeyError for an unknown one."""
    if id not in _GRAPHS:
        path = board_path(id)
        if not FOLDER.fullmatch(id) or not path.is_file():
            raise KeyError(f"there is no map {id!r}")
        register_map(MapGraph.from_json(json.loads(path.read_text("utf-8"))))
    return _GRAPHS[id]


@cache
def maps_of(family: str) -> tuple[str, ...]:
    """List the maps in `engine/maps` on which rules of a family may be played, by name."""
    found = sorted(path.parent.name for path in MAPS.glob("*/board.json"))
    return tuple(id for id in found if family in mapgraph(id).families)


def board_path(id: str) -> Path:
    """Return the path of a map's board.json: graph, short codes and geometry in one file."""
    return MAPS / id / "board.json"
