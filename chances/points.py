"""Find the turns that changed who would win, and what happened in them, as plain facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TypedDict

import engine
from engine.playouts import standard_error
from games.families.result import Event, LandChange, follow_land
from games.play.playouts import TurnStart

FEWEST, MOST = 3, 5
"""Turning points of a game, if it has so many turns."""
CLEAR = 0.1
"""The smallest change of a chance that is a turning point where there are `FEWEST` others."""
SEEN = 0.01
"""The smallest change of a chance that is a turning point at all: less would read "from 99 % to 99 %"."""
ELIMINATION, CONTINENT, LARGE_SET = 0.1, 0.05, 0.05
"""By how much of a chance what everybody remembers counts for more than the change alone."""
LARGE = 10
"""Armies of a set that is remembered."""


class TurnFacts(TypedDict):
    """What a seat did in its turn: seats that it eliminated, continents that it completed, continents of others that it
    broke as (seat, continent), sets with the armies for all of them, territories captured."""

    out: list[int]
    gained: list[str]
    broke: list[tuple[int, str]]
    sets: int
    armies: int
    captures: int


class Point(TurnFacts):
    """A turning point: the entries after which the turn began and was over, its round and seat, and the seat whose
    chance changed most, with that chance before and after. `ends`: whether the game ended with it."""

    seq: int
    until: int
    round: int
    seat: int
    whose: int
    ends: bool
    before: float
    after: float


Turn = tuple[int, int, int, int, Sequence[float]]
"""A turn as its row has it: entry, round, seat, games, wins."""


def chances_of(turn: Turn) -> list[float]:
    """Compute the chance of each seat at the start of a turn."""
    return [won / turn[3] for won in turn[4]]


def outcome_of(places: Sequence[Sequence[int]], seats: int) -> list[float]:
    """Share the win among those who have the first place."""
    first = places[0] if places else ()
    return [1 / len(first) if seat in first else 0.0 for seat in range(seats)]


def facts_by_turn(
    told: Sequence[tuple[int, Sequence[Event]]],
    starts: Sequence[TurnStart],
    graph: engine.MapGraph,
    changes: Mapping[str, LandChange],
) -> list[TurnFacts]:
    """List what happened in each turn. `told` are the events of each entry in force, oldest first."""
    owner, found, at = [-1] * len(graph.names), [], 0
    for number, start in enumerate(starts):
        while at < len(told) and told[at][0] <= start.seq:
            for event in told[at][1]:
                follow_land(owner, event, changes)
            at += 1
        until = starts[number + 1].seq if number + 1 < len(starts) else told[-1][0]
        held = holders(owner, graph)
        events = [event for seq, events in told[at:] if seq <= until for event in events]
        for event in events:
            follow_land(owner, event, changes)
        while at < len(told) and told[at][0] <= until:
            at += 1
        found.append(facts_of(events, start.seat, held, holders(owner, graph)))
    return found


def holders(owner: Sequence[int], graph: engine.MapGraph) -> dict[str, int]:
    """Map each continent that one seat holds to this seat."""
    found: dict[str, int] = {}
    for continent in graph.continents:
        seats = {owner[member] for member in continent.members}
        if len(seats) == 1 and (seat := seats.pop()) >= 0:
            found[continent.id] = seat
    return found


def facts_of(events: Sequence[Event], seat: int, before: Mapping[str, int], after: Mapping[str, int]) -> TurnFacts:
    """Sum up the events of one turn. `before` and `after` say who held which continent."""
    own = [event for event in events if event.get("seat") == seat]
    traded = [event for event in own if event["type"] == "cards.traded"]
    fallen = [event["seat"] for event in events if event["type"] == "seat.eliminated" and event.get("by") == seat]
    return TurnFacts(
        out=fallen,
        gained=[key for key, holder in after.items() if holder == seat and before.get(key) != seat],
        broke=[(holder, key) for key, holder in before.items() if holder != seat and after.get(key) != holder],
        sets=len(traded),
        armies=sum(event["value"] for event in traded),
        captures=sum(event["type"] == "battle.captured" for event in own),
    )


def turning_points(
    turns: Sequence[Turn], facts: Sequence[TurnFacts], outcome: Sequence[float], last: int
) -> list[Point]:
    """Choose the turns that changed most, three to five of them if there are so many, and list them in their order.
    `last` is the last entry of the game."""
    points: list[tuple[float, Point]] = []
    for number, turn in enumerate(turns):
        following = turns[number + 1] if number + 1 < len(turns) else None
        before, after = chances_of(turn), chances_of(following) if following else list(outcome)
        whose = max(range(len(before)), key=lambda seat: (abs(after[seat] - before[seat]), seat == turn[2]))
        until = following[0] if following else last
        point = Point(
            **facts[number],
            seq=turn[0],
            until=until,
            round=turn[1],
            seat=turn[2],
            whose=whose,
            ends=following is None,
            before=round(before[whose], 4),
            after=round(after[whose], 4),
        )
        if abs(point["after"] - point["before"]) >= SEEN:
            points.append((weigh(point, turn, following), point))
    points.sort(key=lambda pair: -pair[0])
    chosen = [
        point
        for place, (_weight, point) in enumerate(points[:MOST])
        if place < FEWEST or abs(point["after"] - point["before"]) >= CLEAR
    ]
    return sorted(chosen, key=lambda point: point["seq"])


def weigh(point: Point, turn: Turn, following: Turn | None) -> float:
    """Compute the weight of a turn: how much a chance changed beyond the noise, and what is remembered."""
    noise = standard_error(turn[4][point["whose"]], turn[3]) ** 2
    if following:
        noise += standard_error(following[4][point["whose"]], following[3]) ** 2
    remembered = ELIMINATION * len(point["out"]) + CONTINENT * bool(point["gained"] or point["broke"])
    remembered += LARGE_SET * (point["armies"] >= LARGE)
    return abs(point["after"] - point["before"]) - sqrt(noise) + remembered
