"""Exact odds of fights with dice: win chances, losses, what is left, stop conditions and paths.

Everywhere here `a` counts the attacking armies that may fight, so without the one that stays behind on
its territory: armies on the territory are `a + 1`, and an order's "N left" is `stop=N - 1`.
"""

from engine.odds.battle import battle, path
from engine.odds.dice import CLASSIC, Dice, chances, counts
from engine.odds.histogram import Bar, histogram
from engine.odds.outcome import End, Outcome
from engine.odds.sums import higher_sum
from engine.odds.wins import clear_cache, win, win_chance_at_least, win_uncached

__all__ = [
    "CLASSIC",
    "Bar",
    "Dice",
    "End",
    "Outcome",
    "win_chance_at_least",
    "battle",
    "chances",
    "counts",
    "clear_cache",
    "higher_sum",
    "histogram",
    "path",
    "win",
    "win_uncached",
]
