"""Show whether the estimates of when it is somebody's turn again hold, on simulated games.

    python -m benchmarks.estimates [--games 1000] [--seed 1]

The people of `benchmarks.population` play games of ten rounds with the clock of a new game. At the end of each turn its
player is told when their next one comes, and looks once more at a moment drawn from the wait. Nothing is known of
anybody but the turns of this game so far, so the first rounds are those of strangers. Exits with 1 unless half of all
true moments lie before the middle of the estimate, and four in five within it, give or take five points.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from benchmarks.population.lives import Habits
from benchmarks.population.plain import NIGHT, SEATS, Seat, Table, measure_rate, seat_time
from benchmarks.population.policies import DEFAULTS
from games.clocks.calendar import MINUTE, zone_of
from games.clocks.deadline import next_deadline
from games.clocks.estimates import (
    LATEST,
    Answerer,
    Estimate,
    Look,
    awake_span,
    look_ahead,
    look_up,
    minutes_of,
    waking_hours,
)
from games.clocks.values import Ask

KNOWN = 4
"""Rounds after which people are no strangers."""

MISSES = 31.0
"""Of 100 turns without any help, as population A of `benchmarks.population`."""

POINTS = 5.0
"""How far a share may be from what is promised."""


@dataclass(frozen=True)
class Turn:
    """A turn that was played, by the number of its seat."""

    seat: int
    asked: datetime
    answered: datetime


@dataclass(frozen=True)
class Told:
    """An estimate, when it was told, and what came true."""

    round: int
    now: datetime
    estimate: Estimate
    true: datetime

    @property
    def width(self) -> float:
        """The days within which four in five are said to lie."""
        return (self.estimate.late - self.estimate.early) / MINUTE / 1440


class Watched(Table):
    """A game whose turns are written down, with what is expected at the start of each."""

    def __init__(self, habits: Habits, seed: int, game: int) -> None:
        super().__init__(DEFAULTS, habits, seed, game)
        self.turns: list[Turn] = []
        self.spans: dict[str, list[float]] = defaultdict(list)
        self.looks: list[list[Look]] = []
        self.drawn = Random(f"{seed} {game} estimates")

    def play_turn(self, seat: Seat, round: int) -> None:
        """Estimate the turns that come, then play one."""
        asked = self.now
        queue = [self.seats[(seat.number + number) % SEATS] for number in range(SEATS - 1)]
        answerers = [self.answerer(other, round) for other in queue]
        self.looks.append(look_ahead(minutes_of(asked), answerers, self.drawn))
        word = seat.person.life.word
        super().play_turn(seat, round)
        self.turns.append(Turn(seat.number, asked, self.now))
        if answerers[0] is not None:
            self.spans[word].append(awake_span(answerers[0], asked, int((self.now - asked) / MINUTE)))

    def answerer(self, seat: Seat, round: int) -> Answerer | None:
        """Return what the site knows of a seat; None if it is held, or somebody stands in."""
        if seat.is_held or self.is_stood_in_for(seat, self.now):
            return None
        time = seat_time(self.policy, self.time, seat)
        deadline = next_deadline(self.rules, time, Ask(self.now, "turn", round))
        offset = self.now.astimezone(zone_of(time.zone)).utcoffset()
        assert offset is not None
        wakes, day = waking_hours(NIGHT, offset)
        spans = tuple(self.spans[seat.person.life.word][-LATEST:])
        return Answerer(spans, wakes, day, (deadline.due_at - self.now) / MINUTE)

    def tell(self) -> Iterator[Told]:
        """Yield what every player was told after each turn, at once and later, and what came true."""
        for number in range(1, len(self.turns) - SEATS + 1):
            asked, true = self.turns[number].asked, self.turns[number + SEATS - 1].asked
            for now in (asked, asked + self.drawn.random() * (true - asked)):
                at = next(at for at in range(number, number + SEATS) if now <= self.turns[at].answered)
                place = number + SEATS - 2 - at
                if place >= 0:
                    estimate = look_up(self.looks[at], place, self.turns[at].asked, now)
                    yield Told((number - 1) // SEATS + 1, now, estimate, true)


def show(name: str, told: Sequence[Told]) -> bool:
    """Print the line of a table; returns whether it keeps what is promised."""
    before = 100 * sum(each.true <= each.estimate.middle for each in told) / len(told)
    within = 100 * sum(each.estimate.early <= each.true <= each.estimate.late for each in told) / len(told)
    width = sorted(each.width for each in told)[len(told) // 2]
    print(f"| {name} | {len(told):,} | {before:.1f} % | {within:.1f} % | {width:.1f} |")
    return abs(before - 50) <= POINTS and abs(within - 80) <= POINTS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    habits = measure_rate(MISSES, given.seed, 100)
    told: list[Told] = []
    for game in range(given.games):
        table = Watched(habits, given.seed, game)
        table.play()
        told += table.tell()
    print("| estimates | told | before the middle | within | days wide, median |\n| --- | --- | --- | --- | --- |")
    show(f"of strangers, the first {KNOWN} rounds", [each for each in told if each.round <= KNOWN])
    show("of people who are known", [each for each in told if each.round > KNOWN])
    sys.exit(not show("all", told))


if __name__ == "__main__":
    main()
