"""The final ranking of a game: one order for its page and its mails."""

from __future__ import annotations

from collections.abc import Iterable

from engine import Facts, PlayerView
from games.families.parts import parts_of


def final_ranking(view: PlayerView, events: Iterable[Facts]) -> list[tuple[int, int]]:
    """Rank every seat as (place, seat): all winners share the first place, then come those still in by what their
    family counts, then the others, last out first. `events` are those of the entries in force."""
    out = [event["seat"] for event in events if event.get("type") == "seat.eliminated"]
    fell = {seat: number for number, seat in enumerate(out, start=1)}

    score = parts_of(view.rules).result.score

    def rank(seat: int) -> tuple[bool, bool, float, int]:
        out = view.seats[seat].out
        return seat not in view.winners, out, 0 if out else -score(view, seat), -fell.get(seat, 0)

    order = sorted(range(len(view.seats)), key=rank)
    return [(1 if seat in view.winners else number, seat) for number, seat in enumerate(order, start=1)]
