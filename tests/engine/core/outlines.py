"""What is wrong with the drawing of a board, read back from its finished outlines.

Neighbours share vertices exactly, so a border is a set of edges that two outlines have in common.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import dist
from typing import Any

from games.boards.geometry import Point, rings

SHORTEST_BORDER = 12  # map units: shorter ones cannot be seen on a phone
BADGES_APART = 68  # the size of a badge on a phone
Edge = tuple[Point, Point]
Pair = frozenset[str]


def problems(board: Mapping[str, Any]) -> list[str]:
    """A line for each place where links, borders, routes, badges and names of a board.json do not agree."""
    return [*_wrong_borders(board), *_wrong_badges(board), *_wrong_names(board)]


def _wrong_borders(board: Mapping[str, Any]) -> Iterator[str]:
    links, routes, blocked = (_pairs(board, key) for key in ("links", "routes", "blocked"))
    walls = _pairs({"blocked": [each for each in board.get("blocked", ()) if each.get("kind") != "flames"]}, "blocked")
    touching = borders(board)
    yield from (f"{_said(both)}: neither a border nor a route" for both in links - set(touching) - routes)
    yield from (f"{_said(both)}: a border and a route" for both in set(touching) & routes)
    yield from (f"{_said(both)}: a route without a link" for both in routes - links)
    yield from (f"{_said(both)}: a border without a link" for both in set(touching) - links - blocked)
    yield from (f"{_said(both)}: closed, but no border" for both in walls - set(touching))
    for both in links & set(touching):
        if touching[both] < SHORTEST_BORDER:
            yield f"{_said(both)}: a border of {touching[both]:.1f}"


def _wrong_badges(board: Mapping[str, Any]) -> Iterator[str]:
    for row in board["territories"]:
        if not inside(tuple(row["anchor"]), row["path"]):
            yield f"{row['id']}: the badge stands elsewhere"
    for a, b in combinations(board["territories"], 2):
        if dist(a["anchor"], b["anchor"]) < BADGES_APART:
            yield f"{a['id']} and {b['id']}: badges too near"


def _wrong_names(board: Mapping[str, Any]) -> Iterator[str]:
    _x, _y, width, height = board["viewBox"]
    for row in board["territories"]:
        label = row["label"]
        if not (0 < label["x"] < width and 0 < label["y"] < height):
            yield f"{row['id']}: the name is outside"
        if said_by(row) not in (row["name"], short_of(row)):
            yield f"{row['id']}: the map says {label['lines']}"


def said_by(row: Mapping[str, Any]) -> str:
    """The name that a board shows, without the words of its signs."""
    words = " ".join(row["label"]["lines"]).split()
    return " ".join(word for word in words if word.lower() not in row.get("signs", ()))


def short_of(row: Mapping[str, Any]) -> str:
    """The name without that of its zone, as all of a stage is in it."""
    return str(row["name"]).removeprefix(f"{row.get('zone', '').capitalize()} ")


def borders(board: Mapping[str, Any]) -> dict[Pair, float]:
    """The length of the border between each two territories that touch, in map units."""
    edges = {row["id"]: _edges(row["path"]) for row in board["territories"]}
    common = {frozenset((a, b)): edges[a] & edges[b] for a, b in combinations(edges, 2)}
    return {both: sum(dist(*edge) for edge in shared) for both, shared in common.items() if shared}


def inside(point: Point, outline: str) -> bool:
    """Whether a point lies within an outline; rings within rings are holes."""
    x, y = point
    within = False
    for (x1, y1), (x2, y2) in _sides(outline):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            within = not within
    return within


def _edges(outline: str) -> set[Edge]:
    return {(min(a, b), max(a, b)) for a, b in _sides(outline) if a != b}


def _sides(outline: str) -> Iterator[Edge]:
    for ring in rings(outline):
        yield from zip(ring, [*ring[1:], ring[0]], strict=True)


def _pairs(board: Mapping[str, Any], key: str) -> set[Pair]:
    return {frozenset((row["a"], row["b"])) for row in board.get(key, ())}


def _said(both: Pair) -> str:
    return " and ".join(sorted(both))
