"""Show whether the estimates of when it is somebody's turn again hold, on simulated games.

    python -m benchmarks.estimates [--games 1000] [--seed 1]

The people of `benchmarks.population` play games of ten rounds with the clock of a new game. At the end of each turn its
player is told when their next one comes, and looks once more at a moment drawn from the wait. In as many other games
all bid in secret for the order of each round, and who has bid is told when their turn comes. Nothing is known of
anybody but the turns of this game so far, so the first rounds are those of strangers. Exits with 1 unless half of all
true moments lie before the middle of the estimate, and four in five within it, give or take five points, in both kinds
of games.
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
from benchmarks.population.plain import NIGHT, ROUNDS, SEATS, Seat, Table, measure_rate, seat_time
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
    look_past_bids,
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


class Timed(Table):
    """A game of which is known how long its people took for their turns."""

    def __init__(self, habits: Habits, seed: int, game: int) -> None:
        super().__init__(DEFAULTS, habits, seed, game)
        self.spans: dict[str, list[float]] = defaultdict(list)
        self.drawn = Random(f"{seed} {game} estimates")

    def play_timed(self, seat: Seat, round: int, known: Answerer | None) -> None:
        """Play one turn of somebody of whom this is known, and note how long it took."""
        asked, word = self.now, seat.person.life.word
        self.play_turn(seat, round)
        if known is not None:
            self.spans[word].append(awake_span(known, asked, int((self.now - asked) / MINUTE)))

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


class InTurn(Timed):
    """A game in one order: at the end of each turn its player is told when the next one comes, and looks once more."""

    def play_all(self) -> Iterator[Told]:
        """Play the game; yield what everybody was told, and what came true."""
        turns: list[Turn] = []
        looks: list[list[Look]] = []
        for round in range(1, ROUNDS + 1):
            for seat in self.seats:
                asked = self.now
                queue = [self.seats[(seat.number + number) % SEATS] for number in range(SEATS - 1)]
                answerers = [self.answerer(other, round) for other in queue]
                looks.append(look_ahead(minutes_of(asked), answerers, self.drawn))
                self.play_timed(seat, round, answerers[0])
                turns.append(Turn(seat.number, asked, self.now))
        for number in range(1, len(turns) - SEATS + 1):
            asked, true = turns[number].asked, turns[number + SEATS - 1].asked
            for now in (asked, asked + self.drawn.random() * (true - asked)):
                at = next(at for at in range(number, number + SEATS) if now <= turns[at].answered)
                place = number + SEATS - 2 - at
                if place >= 0:
                    estimate = look_up(looks[at], place, turns[at].asked, now)
                    yield Told((number - 1) // SEATS + 1, now, estimate, true)


class ByBids(Timed):
    """A game in which all bid in secret for the order of each round, drawn here: whoever has bid before the last one is
    told when their turn comes."""

    def play_all(self) -> Iterator[Told]:
        """Play the game; yield what everybody was told, and what came true."""
        for round in range(1, ROUNDS + 1):
            told = dict(self.take_bids(round))
            begins: dict[int, datetime] = {}
            for seat in self.drawn.sample(self.seats, SEATS):
                begins[seat.number] = self.now
                self.play_timed(seat, round, self.answerer(seat, round))
            for number, (now, estimate) in told.items():
                yield Told(round, now, estimate, begins[number])

    def take_bids(self, round: int) -> Iterator[tuple[int, tuple[datetime, Estimate]]]:
        """Let everybody bid from the same moment on; yield for each seat that bids before the last what it is told, and
        when."""
        asked, bids = self.now, []
        answerers = [self.answerer(seat, round) for seat in self.seats]
        for seat in self.seats:
            self.now = asked
            self.play_turn(seat, ROUNDS + round)  # whose mails are not those of the turn
            bids.append(self.now)
        self.now = max(bids)
        for number, bid in enumerate(bids):
            owing = [answerers[other] for other in range(SEATS) if bids[other] > bid]
            if owing and answerers[number] is not None:
                looks = look_past_bids(minutes_of(asked), minutes_of(bid), owing, answerers, self.drawn)
                yield number, (bid, look_up(looks, number + 1, asked, bid))


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
    print("| estimates | told | before the middle | within | days wide, median |\n| --- | --- | --- | --- | --- |")
    told = [each for game in range(given.games) for each in InTurn(habits, given.seed, game).play_all()]
    show(f"of strangers, the first {KNOWN} rounds", [each for each in told if each.round <= KNOWN])
    show("of people who are known", [each for each in told if each.round > KNOWN])
    bids = [each for game in range(given.games) for each in ByBids(habits, given.seed, game).play_all()]
    held = [show("all, in turn", told), show("of those who have bid", bids)]
    sys.exit(not all(held))


if __name__ == "__main__":
    main()
