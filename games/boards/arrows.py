"""Staff arrows: tapered, bent out to sea where the straight line would cross a name.

A bend is the sideways reach of the curve's control point as a share of its length, positive to the left of the way.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from games.boards.geometry import Land, Point, Sheet, distance, drawn_sheet

BENDS = (0.11, -0.11, 0.34, -0.34, 0.6, -0.6)
"""Tried in this order for links whose bend the map does not name; the first that crosses least wins."""
GAP_SRC, GAP_DST = 24, 30
HEAD, HEAD_WIDTH = 30, 18
STEPS = 10


@lru_cache(maxsize=2048)
def arrow(map_id: str, src: int, dst: int) -> tuple[tuple[str, ...], Point]:
    """Draw the arrow from src to dst on a map or stage with a drawing: its outlines, and where its number stands.

    One outline; two for a route that leaves the map on one side and comes back on the other. From another stage it
    comes in at the gate.
    """
    board = drawn_sheet(map_id)
    end = board.lands[dst].anchor
    if src not in board.lands:
        return (_outline(board.gate, end, BENDS[0]),), _at(_control(board.gate, end, BENDS[0]), board.gate, end, 0.5)
    start, bend = board.lands[src].anchor, bend_of(map_id, src, dst)
    if (min(src, dst), max(src, dst)) not in board.wraps:
        return (_outline(start, end, bend),), _at(_control(start, end, bend), start, end, 0.5)
    way = board.width if start[0] > end[0] else -board.width
    out, back = (end[0] + way, end[1]), (start[0] - way, start[1])
    middle = _at(_control(start, out, bend), start, out, 0.12)
    return (_outline(start, out, bend), _outline(back, end, bend)), middle


@lru_cache(maxsize=2048)
def bend_of(map_id: str, src: int, dst: int) -> float:
    """Choose the bend of a link: the map's own, or the one that runs over the fewest names."""
    board = drawn_sheet(map_id)
    if (src, dst) in board.bends:
        return board.bends[(src, dst)]
    start, end = board.lands[src].anchor, board.lands[dst].anchor
    if distance(start, end) > board.width / 2:
        return BENDS[0]
    return min(BENDS, key=lambda bend: _crossings(board, start, end, bend))


def _crossings(board: Sheet, start: Point, end: Point, bend: float) -> int:
    control = _control(start, end, bend)
    points = [_at(control, start, end, step / STEPS) for step in range(2, STEPS - 1)]
    return sum(_on_name(land, point) for land in board.lands.values() for point in points)


def _on_name(land: Land, point: Point) -> bool:
    x, y = land.label_at
    wide = max(len(line) for line in land.label) * 4.6
    tall = 20 * len(land.label)
    on_label = abs(point[0] - x) < wide and y - 18 < point[1] < y - 18 + tall
    return on_label or distance(point, land.anchor) < 22


def _control(start: Point, end: Point, bend: float) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return ((start[0] + end[0]) / 2 + dy * bend, (start[1] + end[1]) / 2 - dx * bend)


def _at(control: Point, start: Point, end: Point, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return (a * start[0] + b * control[0] + c * end[0], a * start[1] + b * control[1] + c * end[1])


def _outline(start: Point, end: Point, bend: float) -> str:
    """Draw the curve between the two badges, widening from tail to head, closed by a triangle."""
    control = _control(start, end, bend)
    fine = [_at(control, start, end, step / 100) for step in range(101)]
    spine = [point for point in fine if distance(point, start) >= GAP_SRC and distance(point, end) >= GAP_DST + HEAD]
    tip = next(point for point in reversed(fine) if distance(point, end) >= min(GAP_DST, distance(start, end) / 3))
    if len(spine) < 2:
        spine = [start, _at(control, start, end, 0.5)]
    spine = spine[:: max(1, len(spine) // STEPS)] + [spine[-1]]
    left, right = [], []
    for index, point in enumerate(spine):
        nx, ny = _normal(spine, index)
        half = 2 + 3 * index / (len(spine) - 1)
        left.append((point[0] + nx * half, point[1] + ny * half))
        right.append((point[0] - nx * half, point[1] - ny * half))
    base, (nx, ny) = spine[-1], _direction(spine[-1], tip)
    head = [
        (base[0] + ny * HEAD_WIDTH, base[1] - nx * HEAD_WIDTH),
        tip,
        (base[0] - ny * HEAD_WIDTH, base[1] + nx * HEAD_WIDTH),
    ]
    return _close_path([*left, *head, *reversed(right)])


def _normal(points: list[Point], index: int) -> Point:
    dx, dy = _direction(points[max(0, index - 1)], points[min(len(points) - 1, index + 1)])
    return (dy, -dx)


def _direction(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    return (dx / length, dy / length)


def _close_path(points: list[Point]) -> str:
    return "M" + "L".join(f"{round(x)} {round(y)}" for x, y in points) + "z"
