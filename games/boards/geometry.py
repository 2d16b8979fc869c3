"""Outlines and anchors of a map, read once from its board.json.

Numbers are map units: a board is 2000 wide, the classic one 1120 high. Territories go by index, in the order of the
file, which is the order of the engine's map. A map without a board.json has no drawing; pages then show the board in
words.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from math import hypot
from typing import Any

Point = tuple[float, float]
Box = tuple[int, int, int, int]

MINI_WIDTH = 286
"""Width of a small map in pixels; outlines snap to its grid."""
MAP_ID = re.compile(r"[a-z0-9_]+")


@dataclass(frozen=True)
class Land:
    """One territory as it is drawn."""

    id: str
    name: str
    code: str
    continent: str
    path: str
    anchor: tuple[int, int]
    label: tuple[str, ...]
    label_at: tuple[int, int]
    bbox: Box


@dataclass(frozen=True)
class Region:
    """A continent: its name, bonus and the part of the map that shows it."""

    id: str
    name: str
    bonus: int
    view: Box


@dataclass(frozen=True)
class Sheet:
    """Everything a drawing needs that never changes during a game. `style` names its look: atlas, future, ancient."""

    id: str
    style: str
    width: int
    height: int
    lands: tuple[Land, ...]
    regions: tuple[Region, ...]
    routes: tuple[dict[str, Any], ...]
    decor: dict[str, Any]
    wraps: frozenset[tuple[int, int]]
    bends: dict[tuple[int, int], float]

    @cached_property
    def mini_height(self) -> int:
        """Height of a small map that is MINI_WIDTH wide."""
        return round(self.height * MINI_WIDTH / self.width)


@lru_cache(maxsize=16)
def sheet(map_id: str) -> Sheet | None:
    """Read the drawing of a map; None if it has none."""
    found = MAP_ID.fullmatch(map_id)
    if not found:
        return None
    source = files("engine") / "maps" / found[0] / "board.json"  # a plain str: paths take no SafeString
    if not source.is_file():
        return None
    board = json.loads(source.read_text(encoding="utf-8"))
    return _read(board) if board.get("territories") and "path" in board["territories"][0] else None


def _read(board: dict[str, Any]) -> Sheet:
    lands = tuple(_land(territory) for territory in board["territories"])
    place = {land.id: index for index, land in enumerate(lands)}
    by_code = {land.code: index for index, land in enumerate(lands)}
    decor = board.get("decor", {})
    return Sheet(
        id=board["id"],
        style=board.get("style", "atlas"),
        width=board["viewBox"][2],
        height=board["viewBox"][3],
        lands=lands,
        regions=tuple(
            Region(each["id"], each["name"], each["bonus"], tuple(each["view"])) for each in board["continents"]
        ),
        routes=tuple(board.get("routes", ())),
        decor=decor,
        wraps=frozenset(_pair(place, route) for route in board.get("routes", ()) if route.get("wrap")),
        bends={_codes(by_code, key): bend for key, bend in decor.get("bends", {}).items()},
    )


def _land(territory: dict[str, Any]) -> Land:
    label = territory["label"]
    return Land(
        id=territory["id"],
        name=territory["name"],
        code=territory["code"],
        continent=territory["continent"],
        path=territory["path"],
        anchor=tuple(territory["anchor"]),
        label=tuple(label["lines"]),
        label_at=(label["x"], label["y"]),
        bbox=tuple(territory["bbox"]),
    )


def _pair(place: dict[str, int], link: dict[str, Any]) -> tuple[int, int]:
    a, b = place[link["a"]], place[link["b"]]
    return (min(a, b), max(a, b))


def _codes(by_code: dict[str, int], key: str) -> tuple[int, int]:
    src, dst = key.split(">")
    return (by_code[src], by_code[dst])


# ---- outlines


def rings(path: str) -> list[list[Point]]:
    """Read the closed rings of an outline in the dialect of the maps: `M x y l dx dy dx dy ... z`, repeated."""
    found = []
    for part in path.split("M")[1:]:
        numbers = [int(number) for number in re.findall(r"-?\d+", part)]
        x, y = numbers[0], numbers[1]
        ring = [(float(x), float(y))]
        for index in range(2, len(numbers) - 1, 2):
            x, y = x + numbers[index], y + numbers[index + 1]
            ring.append((float(x), float(y)))
        found.append(ring)
    return found


def mini_outline(path: str, scale: float) -> str:
    """Snap an outline to the grid of a small map: integers, no doubled points, no ring without an area."""
    parts = []
    for ring in rings(path):
        points: list[tuple[int, int]] = []
        for x, y in ring:
            _add(points, (round(x * scale), round(y * scale)))
        if len(points) > 1 and points[0] == points[-1]:
            points.pop()
        if len(points) > 2:
            parts.append(_relative(points))
    return "".join(parts)


def _add(points: list[tuple[int, int]], point: tuple[int, int]) -> None:
    """Append a point, dropping the one before it if it lies on the straight way or was a spike."""
    if points and points[-1] == point:
        return
    while len(points) > 1:
        (ax, ay), (bx, by) = points[-2], points[-1]
        if (bx - ax) * (point[1] - by) != (by - ay) * (point[0] - bx):
            break
        points.pop()
    if not points or points[-1] != point:
        points.append(point)


def _relative(points: list[tuple[int, int]]) -> str:
    x, y = points[0]
    steps = []
    for next_x, next_y in points[1:]:
        steps.append(f"{next_x - x} {next_y - y}")
        x, y = next_x, next_y
    return f"M{points[0][0]} {points[0][1]}l{' '.join(steps)}z".replace(" -", "-")


def distance(a: Point, b: Point) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])
