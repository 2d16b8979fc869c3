"""Ratings of players by the places in their games: how one game changes them, and how they are shown.

Plackett and Luce's model as openskill computes it, without decay. Each update starts from integers, so that a rating
can be computed again from what is published; none of this knows a site.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from openskill.models import PlackettLuce

MILLION = 1_000_000
MU, SIGMA, KAPPA = 25.0, 25 / 3, 0.0001

BETA = 125
"""The beta of rules to which none has been fitted, in tenths."""

FEW_GAMES = 10
"""Games before which a rating is provisional."""

SETTLED_SIGMA = 7_940_000
"""The mean sigma after ten games at `BETA`, in millionths. Ratings that are less certain are provisional."""

CENTRE, SPREAD = 1500, Fraction(8686, 100)
"""What a new player is shown as, and how many points a beta is."""


class Rating(NamedTuple):
    """How strong somebody is taken to be, and how uncertain that is, both in millionths."""

    mu: int
    sigma: int


def in_millionths(value: float) -> int:
    """Convert a number to millionths, rounded half to even, from what exactly is stored of it.

    >>> in_millionths(25 / 3)
    8333333
    """
    return round(Fraction(value) * MILLION)


NEW = Rating(in_millionths(MU), in_millionths(SIGMA))
"""The rating of who has played no rated game."""


@lru_cache(maxsize=64)
def model_of(beta: int) -> PlackettLuce:
    return PlackettLuce(mu=MU, sigma=SIGMA, beta=beta / 10, kappa=KAPPA, tau=0.0)


def update(before: Sequence[Rating], places: Sequence[int], beta: int = BETA) -> list[Rating]:
    """Return the ratings after one game. `places`: of each in the same order, 1 is the best, equal places are ties.
    `beta` is in tenths. Raises ValueError for fewer than two."""
    if len(before) < 2:
        raise ValueError("a game is between two or more")
    model = model_of(beta)
    teams = [[model.rating(mu=each.mu / MILLION, sigma=each.sigma / MILLION)] for each in before]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(in_millionths(own.mu), in_millionths(own.sigma)) for (own,) in rated]


def scaled(mu: int, beta: int) -> int:
    """Return a strength in millionths as it is shown, rounded half to even."""
    return round(CENTRE + SPREAD * Fraction(mu - NEW.mu, MILLION) / Fraction(beta, 10))


def shown(rating: Rating, beta: int = BETA) -> int:
    """Return the number by which a rating is shown; 1500 is that of a new player.

    >>> shown(Rating(37_500_000, 8_000_000))
    1587
    """
    return scaled(rating.mu, beta)


def cautious(rating: Rating, beta: int = BETA) -> int:
    """Return the number that a player has reached almost for certain: two sigma below, as ladders and seeding use it.

    >>> cautious(Rating(25_000_000, 6_250_000))
    1413
    """
    return scaled(rating.mu - 2 * rating.sigma, beta)


def is_provisional(rating: Rating, games: int, settled: int = SETTLED_SIGMA) -> bool:
    """Check whether a rating says little as yet: below ten games, or less certain than most are after ten."""
    return games < FEW_GAMES or rating.sigma > settled


def chances(ratings: Sequence[Rating], beta: int = BETA) -> list[float]:
    """Return the chance of each to win a game with the others; they add up to 1."""
    spread = sqrt(sum((each.sigma / MILLION) ** 2 + (beta / 10) ** 2 for each in ratings))
    weights = [exp(each.mu / MILLION / spread) for each in ratings]
    return [weight / sum(weights) for weight in weights]
