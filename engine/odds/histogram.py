"""The armies an attacker would have left, as a few bars for a picture."""

from __future__ import annotations

from typing import NamedTuple

from engine.odds.outcome import Outcome

Tally = list[tuple[int, bool, float]]  # armies left, captured or not, chance

TAIL = 0.005  # what may be cut off at each end of the picture, as a chance


class Bar(NamedTuple):
    """The chance of `least` to `most` armies left, on the source and moved in, captured or stopped before."""

    least: int
    most: int
    captured: bool
    chance: float


def histogram(outcome: Outcome, *, bars: int = 14) -> tuple[Bar, ...]:
    """Group an outcome into at most about `bars` bars by armies left, few armies first, stopped before captured.

    Armies left count the one that stays behind, as a player sees them on the board. Ends rarer than TAIL at either
    side of the picture are cut off, and neighbours share a bar where there are too many.
    """
    tally = _trim(_tally(outcome))
    width = 1
    while len(grouped := _group(tally, width)) > max(bars, 2):
        width += 1
    return grouped


def _tally(outcome: Outcome) -> Tally:
    sums: dict[tuple[int, bool], float] = {}
    for end in outcome.ends:
        key = (outcome.survivors(end), outcome.complete(end))
        sums[key] = sums.get(key, 0.0) + end.chance
    return sorted((armies, captured, chance) for (armies, captured), chance in sums.items())


def _trim(tally: Tally) -> Tally:
    """Cut off the ends of the picture that together are rarer than TAIL at each side."""
    for last in (0, -1):
        cut = 0.0
        while len(tally) > 1 and (cut := cut + tally[last][2]) < TAIL:
            tally.pop(last)
    return tally


def _group(tally: Tally, width: int) -> tuple[Bar, ...]:
    """Group a tally into bars of `width` numbers of armies each, apart for captured and stopped."""
    found: dict[tuple[int, bool], Bar] = {}
    for armies, captured, chance in tally:
        key = ((armies - tally[0][0]) // width, captured)
        bar = found.get(key, Bar(armies, armies, captured, 0.0))
        found[key] = bar._replace(most=armies, chance=bar.chance + chance)
    return tuple(sorted(found.values()))
