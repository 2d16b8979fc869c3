"""Outlines and anchors of a map, read once from its board.json.

Numbers are map units: a board is 2000 wide, the classic one 1120 high. Territories go by their number in the engine's
map. A map has one drawing or several, its stages, which pages show one at a time: an Earth and a Moon. A map without a
board.json has none; pages then show the board in words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from math import hypot

from engine import Facts

Point = tuple[float, float]
Box = tuple[int, int, int, int]

MINI_WIDTH = 286
"""Width of a small map in pixels; outlines snap to its grid."""
MAP_ID = re.compile(r"(?P<map>[a-z0-9_]+)(?:-(?P<stage>[a-z0-9_]+))?")
"""A map, or one of its stages."""


@dataclass(frozen=True)
class Land:
    """One territory as it is drawn; `signs` are those of its ground, `zone` is land, water or what its board says."""

    id: str
    name: str
    code: str
    continent: str
    path: str
    anchor: tuple[int, int]
    label: tuple[str, ...]
    label_at: tuple[int, int]
    bbox: Box
    zone: str
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """A place of a board that is no land: it is drawn as a card in the sky of its stage, with what it is `of`, and with
    the sign of its zone."""

    name: str
    of: str
    code: str
    sign: str


@dataclass(frozen=True)
class Ruins:
    """How land is drawn that nobody may hold any more: each with a `sign`, or a continent that is lost as a whole with
    one sign at a point of the map."""

    sign: str
    continent: str = ""
    at: Point = (0, 0)

    @property
    def css(self) -> str:
        """The class of such land, and the name of its pattern."""
        return "sunken" if self.continent else "ashen"


@dataclass(frozen=True)
class Region:
    """A continent: its name, bonus and the part of the map that shows it."""

    id: str
    name: str
    bonus: int
    view: Box


@dataclass(frozen=True)
class Sheet:
    """Everything a drawing needs that never changes during a game. `style` names its look: atlas, future, ancient.

    `lands` are those of this stage, by their number among the `territories` of the whole map. `stage` and `title` are
    empty for a map of one stage. A round world has its `disc`: the middle and the radius. `ruins` is there where land
    of the stage may be lost for good; moves from another stage come in at its `gate`; its `sign` stands on what leads
    to it. `places` are no land and stand in the `sky`, which takes so much of the height. `outlines` is the map whose
    file has its outlines: the only part of its stage, which may be a map of its own, or else this one. `frame` is the
    part of the map units that its picture shows, if that is another one than in mails.
    """

    id: str
    style: str
    width: int
    height: int
    lands: Mapping[int, Land]
    regions: tuple[Region, ...]
    routes: tuple[Facts, ...]
    decor: Facts
    wraps: frozenset[tuple[int, int]]
    bends: dict[tuple[int, int], float]
    territories: int
    stage: str = ""
    title: str = ""
    disc: tuple[int, int, int] | None = None
    ruins: Ruins | None = None
    gate: Point = (0, 0)
    sign: str = ""
    places: Mapping[int, Place] = field(default_factory=dict)
    sky: int = 0
    outlines: str = ""
    frame: Box | None = None

    @property
    def prefix(self) -> str:
        """Begins the ids of what a drawing defines, as a page may show two stages."""
        return f"{self.stage}-" if self.stage else ""

    @cached_property
    def whole(self) -> Box:
        """All of the board but its sky."""
        return (0, self.sky, self.width, self.height - self.sky)

    @cached_property
    def lost(self) -> frozenset[int]:
        """The land that is lost as a whole, if any is."""
        gone = self.ruins.continent if self.ruins else ""
        return frozenset(place for place, land in self.lands.items() if gone and land.continent == gone)

    @cached_property
    def routes_by_ends(self) -> dict[tuple[int, int], Facts]:
        """The routes over water by the territories that they link, the lower number first."""
        place = {land.id: number for number, land in self.lands.items()}
        return {_pair(place, route): route for route in self.routes}

    def has(self, place: int | None) -> bool:
        """Return whether a territory or a place of the map is on this stage."""
        return place in self.lands or place in self.places

    @cached_property
    def mini_height(self) -> int:
        """Height of a small map that is MINI_WIDTH wide."""
        return round(self.height * MINI_WIDTH / self.width)


@lru_cache(maxsize=16)
def sheet(map_id: str) -> Sheet | None:
    """Return the drawing of a map, its first stage where it has several, or that of the stage whose id is given. None
    for what is not drawn."""
    found = MAP_ID.fullmatch(map_id)
    drawn = stages(found["map"]) if found else ()
    return next((each for each in drawn if map_id == each.id or not found["stage"]), None) if found else None


def drawn_sheet(map_id: str) -> Sheet:
    """Return the same of a map or stage that is known to be drawn."""
    found = sheet(map_id)
    assert found is not None
    return found


@lru_cache(maxsize=16)
def stages(map_id: str) -> tuple[Sheet, ...]:
    """Read the drawings of a map: one for each of its stages, none if it is not drawn."""
    return tuple(_read(stage, board) for stage, board in stage_boards(map_id))


def stage_boards(map_id: str) -> list[tuple[Facts, Facts]]:
    """Read what is drawn on each stage of a map: the stage, and a board.json of what lies on it. Its territories know
    their number in the whole map."""
    whole = _board_json(map_id)
    if "parts" not in whole:
        rows = _number_rows(whole.get("territories", ()), 0)
        drawn = {**whole, "whole": len(rows), **_split_drawn(rows), **_ways_among(rows, [whole])}
        return [({}, drawn)] if drawn["territories"] else []
    parts, before = dict[str, Facts](), 0
    for name in whole["parts"]:
        part = _board_json(name)
        parts[name] = {**part, "territories": _number_rows(part["territories"], before)}
        before += len(part["territories"])
    return [(stage, _on_stage(whole, stage, parts, before)) for stage in whole.get("stages", ())]


def _board_json(map_id: str) -> Facts:
    """Read the file of a map; empty if there is none."""
    found = MAP_ID.fullmatch(map_id)
    if not found:
        return {}
    source = files("engine") / "maps" / found[0] / "board.json"  # a plain str: paths take no SafeString
    return json.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}


def _number_rows(rows: Iterable[Facts], first: int) -> list[Facts]:
    return [{**row, "number": number} for number, row in enumerate(rows, first)]


def _split_drawn(rows: Iterable[Facts]) -> dict[str, list[Facts]]:
    """Split land, which has an outline, from places that are none."""
    rows = list(rows)
    return {"territories": [row for row in rows if "path" in row], "places": [row for row in rows if "path" not in row]}


def _ways_among(rows: Iterable[Facts], boards: Iterable[Facts]) -> dict[str, list[Facts]]:
    """Collect what leads between land of these rows, or is closed there."""
    here, boards = {row["id"] for row in rows if "path" in row}, list(boards)
    return {
        key: [each for board in boards for each in board.get(key, ()) if {each["a"], each["b"]} <= here]
        for key in ("links", "routes", "blocked")
    }


def _on_stage(whole: Facts, stage: Facts, parts: dict[str, Facts], territories: int) -> Facts:
    """Put a board.json together from the parts that a stage shows and from what leads between them."""
    shown = [parts[name] for name in stage["parts"]]
    found = _split_drawn([row for part in shown for row in part["territories"]])
    rows = [_shift(row, stage.get("shift", {})) for row in found["territories"]]
    first = shown[0]
    return {
        **{key: first[key] for key in ("style", "viewBox", "disc", "sky") if key in first},
        "id": (own := f"{whole['id']}-{stage['id']}"),
        "outlines": first["id"] if len(shown) == 1 else own,
        "whole": territories,
        "continents": [each for part in shown for each in part["continents"]],
        **found,
        "territories": rows,
        **_ways_among(rows, [*shown, whole]),
        "decor": _join_decor([*shown, stage]),
    }


def _shift(row: Facts, by: Mapping[str, tuple[int, int]]) -> Facts:
    """Move the badge and the name of a territory, if its stage does so."""
    dx, dy = by.get(row["id"], (0, 0))
    (x, y), label = row["anchor"], row["label"]
    return {**row, "anchor": [x + dx, y + dy], "label": {**label, "x": label["x"] + dx, "y": label["y"] + dy}}


def _join_decor(boards: Iterable[Facts]) -> Facts:
    """Join the ornaments of boards: what goes by continents or links adds up, of the rest the last one counts."""
    found: dict[str, Facts] = {}
    for board in boards:
        for key, drawn in board.get("decor", {}).items():
            found[key] = {**found.get(key, {}), **drawn} if isinstance(drawn, dict) else drawn
    return found


def _read(stage: Facts, board: Facts) -> Sheet:
    lands = {row["number"]: _land(row) for row in board["territories"]}
    place = {land.id: number for number, land in lands.items()}
    by_code = {land.code: number for number, land in lands.items()}
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
        territories=board.get("whole", len(lands)),
        stage=stage.get("id", ""),
        title=stage.get("title", ""),
        disc=tuple(board["disc"]) if "disc" in board else None,
        ruins=_ruins(stage["ruins"]) if "ruins" in stage else None,
        gate=tuple(stage.get("gate", (0, 0))),
        sign=stage.get("sign", ""),
        places={row["number"]: _place(row) for row in board.get("places", ())},
        sky=board.get("sky", 0),
        outlines=board.get("outlines", board["id"]),
    )


def _land(territory: Facts) -> Land:
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
        zone=territory.get("zone", "land"),
        signs=tuple(territory.get("signs", ())),
    )


def _ruins(ruins: Facts) -> Ruins:
    return Ruins(ruins["sign"], ruins.get("continent", ""), tuple(ruins.get("at", (0, 0))))


def _place(territory: Facts) -> Place:
    title, *of = territory["label"]["lines"]
    return Place(title, " ".join(of), territory["code"], territory["zone"])


def _pair(place: dict[str, int], link: Facts) -> tuple[int, int]:
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
