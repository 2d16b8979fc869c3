"""Swaps of a draft by hand: two players of a draw change places, before its tables are public."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.documents import Document, Json

SWAPS = "fieldpost-swaps/1"
Seated = tuple[list[list[str]], list[str]]


def swap_pair(seated: Seated, one: str, other: str) -> Seated:
    """Let two players change places, be it a seat or a bye.

    >>> swap_pair(([["a", "b"], ["c", "d"]], ["e"]), "b", "e")
    ([['a', 'e'], ['c', 'd']], ['b'])
    """
    to = {one: other, other: one}
    tables, byes = seated
    return [[to.get(name, name) for name in table] for table in tables], [to.get(name, name) for name in byes]


def seat_swapped(output: Document, swaps: Iterable[Json]) -> Seated:
    """Return the tables and byes of a draw after its swaps, one after another."""
    tables, byes = output["tables"], output["byes"]
    assert isinstance(tables, list) and isinstance(byes, list)
    seated: Seated = [[*map(str, table)] for table in tables if isinstance(table, list)], [*map(str, byes)]
    for swap in swaps:
        assert isinstance(swap, dict) and isinstance(swap["pair"], list)
        seated = swap_pair(seated, *map(str, swap["pair"]))
    return seated


def reasons_of_swaps(output: Document, swaps: Iterable[Json]) -> dict[int, str]:
    """Map the tables at which a swap changed a seat, by their numbers, to the reasons, one after another."""
    reasons: dict[int, list[str]] = {}
    done: list[Json] = []
    before = seat_swapped(output, done)[0]
    for swap in swaps:
        assert isinstance(swap, dict)
        done.append(swap)
        after = seat_swapped(output, done)[0]
        for number, (was, now) in enumerate(zip(before, after, strict=True), 1):
            if was != now:
                reasons.setdefault(number, []).append(str(swap["reason"]))
        before = after
    return {number: "; ".join(dict.fromkeys(said)) for number, said in reasons.items()}


def show_swaps(given: Document, swaps: Sequence[Json]) -> dict[str, Json]:
    """Write the swaps of a round as they are published: pairs of ids, each with its reason."""
    named = {name: given[name] for name in ("event", "stage", "round", "group")}
    return {"schema": SWAPS, **named, "swaps": [*swaps]}
