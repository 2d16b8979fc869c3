"""Who came where in a finished game: one order for its page and its mails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine import PlayerView


def ranked(view: PlayerView, events: Iterable[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """(place, seat) of every seat: all winners share the first place, then come those who stood by their land, then
    the others, last out first. `events` are those of the entries in force."""
    out = [event["seat"] for event in events if event.get("type") == "seat.eliminated"]
    fell = {seat: number for number, seat in enumerate(out, start=1)}

    def rank(seat: int) -> tuple[bool, bool, int, int]:
        held = view.seats[seat]
        return seat not in view.winners, held.out, -held.territories, -fell.get(seat, 0)

    order = sorted(range(len(view.seats)), key=rank)
    return [(1 if seat in view.winners else number, seat) for number, seat in enumerate(order, start=1)]
