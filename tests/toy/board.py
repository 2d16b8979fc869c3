"""The board of the toy game: an island, and behind a gate a little moon."""

from engine import MapGraph
from engine.core.context import Context
from engine.core.mapgraph import combine_maps, register_map

GATE = ("crater", "tycho")

ISLAND = MapGraph.build(
    "island",
    [
        ("bay", "Bay", "BAY"),
        ("cape", "Cape", "CAP"),
        ("crater", "Crater", "CRA"),
        ("dune", "Dune", "DUN"),
        ("edge", "Edge", "EDG"),
        ("ford", "Ford", "FOR"),
    ],
    [
        ("bay", "cape"),
        ("cape", "crater"),
        ("crater", "dune"),
        ("dune", "edge"),
        ("edge", "ford"),
        ("bay", "ford"),
        ("bay", "crater"),
        ("crater", "ford"),
    ],
    [("east", "The East", 2, ["bay", "cape", "crater"]), ("west", "The West", 2, ["dune", "edge", "ford"])],
)
MOON = MapGraph.build(
    "little-moon",
    [("tycho", "Tycho", "TYC"), ("mare", "Mare", "MAR"), ("rille", "Rille", "RIL")],
    [("tycho", "mare"), ("mare", "rille"), ("rille", "tycho")],
    [("moon", "The Moon", 1, ["tycho", "mare", "rille"])],
)
BOARD = register_map(combine_maps([ISLAND, MOON], [(*GATE, "gate")]))


def open_links(context: Context, src: int, purpose: str, linked: tuple[int, ...]) -> tuple[int, ...]:
    gate = {context.graph.number[name] for name in GATE}
    return tuple(dst for dst in linked if not (context.state.closed and {src, dst} == gate))
