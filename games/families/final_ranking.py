"""The places of all seats in a game that has ended: one order for its row, its page and its mails.

Places are groups of seats, the best first; seats of a group share their place: `[[2], [0], [1, 3]]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from engine import Facts, PlayerView
from games.families.parts import parts_of
from games.families.result import follow_land, standing_of

Places = list[list[int]]


def final_places(view: PlayerView, entries: Iterable[Sequence[Facts]]) -> Places:
    """Group all seats by their places. Winners share the first; then come those still in by the final score, else by
    how they stand; then the others, last out first, and those who fell by one action by what land they held before it.

    `entries` are the events of each entry in force, oldest first.
    """
    told = [list(events) for events in entries]
    parts = parts_of(view.rules).result
    scored, standing = parts.ranks([event for events in told for event in events]), parts.score or standing_of
    falls = falls_in(view, told)

    def rank(seat: int) -> tuple[int, tuple[int, ...]]:
        if seat in view.winners:
            return 0, ()
        if view.seats[seat].out:
            return 2, tuple(-each for each in falls.get(seat, (0, 0)))
        return 1, tuple(-each for each in scored.get(seat) or standing(view, seat))

    order = sorted(range(len(view.seats)), key=rank)
    return [list(group) for _rank, group in groupby(order, key=rank)]


def figures_of(view: PlayerView) -> list[Facts]:
    """List what adjudication ranks the seats by that are still in, in the order of seats: the armies that their land
    would bring, their territories and armies, and the score in families with a final score."""
    score = parts_of(view.rules).result.score
    found: list[Facts] = []
    for row in view.seats:
        if not row.out:
            scored = {"score": score(view, row.seat)[0]} if score else {}
            figures = {"income": row.income, "territories": row.territories, "armies": row.armies}
            found.append({"seat": row.seat, **figures, **scored})
    return found


def falls_in(view: PlayerView, entries: Sequence[Sequence[Facts]]) -> dict[int, tuple[int, int]]:
    """Return by which entry each seat fell, and how many territories it held before it where others fell with it."""
    fallen = [[event["seat"] for event in events if event.get("type") == "seat.eliminated"] for events in entries]
    shared = [number for number, seats in enumerate(fallen) if len(seats) > 1]
    held: dict[int, list[int]] = {}
    owner, changes = [-1] * len(view.owner), parts_of(view.rules).result.land_changes
    for number in range(shared[-1] + 1 if shared else 0):
        if number in shared:
            held[number] = list(owner)
        for event in entries[number]:
            follow_land(owner, event, changes)
    return {
        seat: (number + 1, held[number].count(seat) if number in held else 0)
        for number, seats in enumerate(fallen)
        for seat in seats
    }


def number_places(places: Places) -> list[tuple[int, int]]:
    """List every seat as (place, seat), the best first; seats that share a place have its number."""
    found: list[tuple[int, int]] = []
    for group in places:
        place = len(found) + 1
        found += [(place, seat) for seat in group]
    return found


def kept_places(result: Facts | None) -> Places | None:
    """Return the places that the result of a game keeps; None for one from before places were groups of seats."""
    kept = (result or {}).get("places") or ()
    return list(kept) if kept and isinstance(kept[0], list) else None
