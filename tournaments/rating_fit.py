"""The beta that suits rules best, chosen by how well it foretells the winners of their games.

The first half of the games chooses it. On the second it is set beside guessing, pairwise Elo and, where that is known,
the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log

from tournaments.ratings import BETA, FEW_GAMES, NEW, Rating, chances, update

BETAS = tuple(range(40, 241, 5))
"""What is tried, in tenths: 4 to 24 by halves."""

LEAST_GAMES = 200
ELO_K, ELO_START, ELO_SPREAD = 24, 1500.0, 400

LEAST_CHANCE = 1e-9
"""What a chance counts as at least, so that its logarithm exists."""


@dataclass(frozen=True)
class Played:
    """A rated game: who sat there, and the place of each in the same order, from 1; equal places are ties."""

    who: tuple[str, ...]
    places: tuple[int, ...]

    @property
    def outcome(self) -> list[float]:
        """What came of it for each: one win, in equal parts among those who share it."""
        best = min(self.places)
        share = 1 / self.places.count(best)
        return [share if place == best else 0.0 for place in self.places]


@dataclass(frozen=True)
class Score:
    """How far foretold chances were from who won, the mean over all games: lower is better."""

    log_loss: float
    brier: float

    def rounded(self) -> dict[str, float]:
        return {"log_loss": round(self.log_loss, 4), "brier": round(self.brier, 4)}


@dataclass(frozen=True)
class Fit:
    """What was found: `beta` in tenths, `settled` the mean sigma after ten games in millionths, over how many players
    (`settled_over`), and the scores on the second half: of `rating`, `guess`, `elo` and perhaps `truth`."""

    games: int
    beta: int
    settled: int
    settled_over: int
    scores: Mapping[str, Score]


Forecast = Callable[[Played], list[float]]
"""Foretells a game from those before it, and then learns its result."""


def fit(games: Sequence[Played], truth: Mapping[str, float] | None = None) -> Fit:
    """Choose the beta of some games, in their order. `truth` has the logarithm of everybody's real strength. Raises
    ValueError below 200 games."""
    if len(games) < LEAST_GAMES:
        raise ValueError(f"{len(games)} games are too few: {LEAST_GAMES} or more are needed")
    half = len(games) // 2
    beta = min(BETAS, key=lambda each: score(Ratings(each), games[:half]).log_loss)
    found = Ratings(beta)
    ways: dict[str, Forecast] = {"rating": found, "guess": guess, "elo": Elo()}
    if truth is not None:
        ways["truth"] = Truth(truth)
    scores = {name: score(way, games, skip=half) for name, way in ways.items()}
    settled, over = found.settled()
    return Fit(len(games), beta, settled, over, scores)


def score(forecast: Forecast, games: Iterable[Played], skip: int = 0) -> Score:
    """Compute how well all games are foretold in their order; the score is that of those after the first `skip`."""
    losses, squares = [], []
    for number, game in enumerate(games):
        foretold, outcome = forecast(game), game.outcome
        if number >= skip:
            losses.append(-sum(part * log(max(chance, LEAST_CHANCE)) for chance, part in pairs(foretold, outcome)))
            squares.append(sum((chance - part) ** 2 for chance, part in pairs(foretold, outcome)))
    return Score(mean(losses), mean(squares))


def pairs(foretold: Sequence[float], outcome: Sequence[float]) -> Iterable[tuple[float, float]]:
    return zip(foretold, outcome, strict=True)


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def guess(game: Played) -> list[float]:
    return [1 / len(game.who)] * len(game.who)


class Ratings:
    """Foretells by ratings with one beta, in tenths."""

    def __init__(self, beta: int = BETA) -> None:
        self.beta = beta
        self.now: dict[str, Rating] = {}
        self._played: dict[str, int] = {}
        self._after_ten: list[int] = []

    def __call__(self, game: Played) -> list[float]:
        before = [self.now.get(who, NEW) for who in game.who]
        for who, after in zip(game.who, update(before, game.places, self.beta), strict=True):
            self._learn(who, after)
        return chances(before, self.beta)

    def _learn(self, who: str, after: Rating) -> None:
        self.now[who] = after
        self._played[who] = self._played.get(who, 0) + 1
        if self._played[who] == FEW_GAMES:
            self._after_ten.append(after.sigma)

    def settled(self) -> tuple[int, int]:
        """Return the mean sigma after ten games, in millionths, and over how many players; 0 over none."""
        count = len(self._after_ten)
        return (round(sum(self._after_ten) / count) if count else 0), count


class Elo:
    """Foretells by Elo's numbers, where a game counts as one between each two of the table."""

    def __init__(self) -> None:
        self.now: dict[str, float] = {}

    def __call__(self, game: Played) -> list[float]:
        before = [self.now.get(who, ELO_START) for who in game.who]
        change = [0.0] * len(before)
        for one, two in combinations(range(len(before)), 2):
            won = 0.5 * (1 + (game.places[one] < game.places[two]) - (game.places[one] > game.places[two]))
            gain = ELO_K * (won - 1 / (1 + 10 ** ((before[two] - before[one]) / ELO_SPREAD)))
            change[one] += gain
            change[two] -= gain
        self.now |= {who: old + gain for who, old, gain in zip(game.who, before, change, strict=True)}
        return by_strength([old * log(10) / ELO_SPREAD for old in before])


class Truth:
    """Foretells by what the players really are: the logarithm of the strength of each."""

    def __init__(self, strength: Mapping[str, float]) -> None:
        self.strength = strength

    def __call__(self, game: Played) -> list[float]:
        return by_strength([self.strength[who] for who in game.who])


def by_strength(strengths: Sequence[float]) -> list[float]:
    """Return the chances of players whose strengths have these logarithms."""
    weights = [exp(each - max(strengths)) for each in strengths]
    return [weight / sum(weights) for weight in weights]
