"""The river of land: how much of the board each seat held at each moment, as stacked bands in a picture.

The picture is 1000 wide and 96 high; it is stretched by the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.seats import NEUTRAL

WIDE, TALL = 1000, 96
MOST_POINTS = 200
SET_UP = "set-up"

LETTER = 2.2
"""Width of a letter under the river on a phone, in per cent of its width."""


@dataclass(frozen=True)
class Share:
    """How many territories each seat holds after an entry of the journal."""

    seq: int
    lands: tuple[int, ...]


@dataclass(frozen=True)
class Band:
    """The outline of one seat's band."""

    colour: str
    path: str


@dataclass(frozen=True)
class RoundMark:
    """A round under the river: its number, and its share of the width in whole per cent."""

    number: int
    label: str
    width: int


@dataclass(frozen=True)
class River:
    """Bands from top to bottom, ticks at the starts of rounds, and where the present moment lies."""

    bands: tuple[Band, ...]
    ticks: tuple[str, ...]
    rounds: tuple[RoundMark, ...]
    now: str


def land_shares(told: Iterable[tuple[int, Sequence[Mapping[str, Any]]]], seats: int, lands: int) -> list[Share]:
    """Holdings after each entry, from (seq, events) pairs in order; only entries that changed something. The neutral
    army, which goes by the number after the last seat, is counted too."""
    owner = [-1] * lands
    found: list[Share] = []
    for seq, events in told:
        changed = [_follow(owner, event) for event in events]
        if any(changed) or not found:
            found.append(Share(seq, tuple(owner.count(seat) for seat in range(seats + 1))))
    return found


def _follow(owner: list[int], event: Mapping[str, Any]) -> bool:
    """Change the owners as an event tells; whether it did."""
    tag = event.get("type")
    if tag == "setup.dealt":
        owner[:] = event["owners"]
    elif tag == "setup.claimed":
        owner[event["territory"]] = event["seat"]
    elif tag == "battle.captured":
        owner[event["dst"]] = event["seat"]
    elif tag == "capitals.taken_over":
        for land in event["lands"]:
            owner[land] = event["seat"]
    else:
        return False
    return True


def river(
    shares: Sequence[Share], colours: Sequence[str], starts: Mapping[int, int], seq: int, last: int
) -> River | None:
    """The picture. `starts` is the first entry of each round; None while nothing is held."""
    points = [share for share in shares if sum(share.lands)]
    if not points or last < 1:
        return None
    thin = points[:: max(1, len(points) // MOST_POINTS)]
    if thin[-1] is not points[-1]:
        thin.append(points[-1])
    if thin[-1].seq < last:
        thin.append(Share(last, thin[-1].lands))
    bands, below = [], [0.0] * len(thin)
    for seat, colour in enumerate((*colours, NEUTRAL)):
        above = below
        below = [y + TALL * share.lands[seat] / sum(share.lands) for y, share in zip(above, thin, strict=True)]
        if any(share.lands[seat] for share in thin):
            bands.append(Band(colour, _band(thin, above, below, last)))
    ticks = tuple(f"{_x(start, last):.0f}" for number, start in sorted(starts.items()) if number > 1)
    return River(tuple(bands), ticks, _rounds(starts, last), f"{_x(seq, last):.0f}")


def _x(seq: int, last: int) -> float:
    return WIDE * min(seq, last) / last


def _band(points: Sequence[Share], above: Sequence[float], below: Sequence[float], last: int) -> str:
    xs = [_x(point.seq, last) for point in points]
    xs[0] = 0
    top = "L".join(f"{x:.0f} {y:.1f}" for x, y in zip(xs, above, strict=True))
    bottom = "L".join(f"{x:.0f} {y:.1f}" for x, y in zip(reversed(xs), reversed(below), strict=True))
    return f"M{top}L{bottom}z"


def _rounds(starts: Mapping[int, int], last: int) -> tuple[RoundMark, ...]:
    """Widths in whole per cent that make 100; labels only where there is room for them on a phone."""
    order = sorted(starts)
    edges = [0] + [round(100 * min(starts[number], last) / last) for number in order[1:]] + [100]
    marks, free = [], 0.0
    for place, number in enumerate(order):
        width = max(0, edges[place + 1] - edges[place])
        text = str(number) if number else SET_UP
        wide = LETTER * len(text)
        left = edges[place] + max(0.0, (width - wide) / 2)
        room = left >= free and left + wide <= 100
        free = left + wide + LETTER if room else free
        marks.append(RoundMark(number, text if room else "", width))
    return tuple(marks)
