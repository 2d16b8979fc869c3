"""Games of clocks alone: nothing is stored, and every deadline, bank and reminder comes from `games.clocks`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random

from benchmarks.population.lives import DAY, HOUR, OFTEN, Habits, Life, Person
from benchmarks.population.policies import BARE, Policy, Tally
from games.clocks.absence import that_stop
from games.clocks.calendar import Interval
from games.clocks.deadline import Deadline, bank_after, next_deadline, reminders
from games.clocks.lateness import STAND_IN, STOPS, SUBSTITUTE, ClockSettings, read_settings
from games.clocks.values import Absence, Ask, SeatTime, absence_interval, read_quiet

SEATS, ROUNDS, RESERVE = 4, 10, 8
NIGHT = read_quiet(["23:00", "07:00"])
ANSWER = 12 * HOUR
"""How long somebody has to say whether they take a seat."""

ACCEPTS = 0.75
"""The chance that whoever notices the question takes the seat."""


@dataclass
class Seat:
    """A seat of a game without services: who plays it, the bank, and what has been missed."""

    number: int
    person: Person
    bank: int
    came: bool = False
    row: int = 0
    outcomes: list[bool] = field(default_factory=list)
    is_held: bool = False
    refill_at: datetime | None = None


@cache
def lives(seed: int, game: int) -> tuple[tuple[Life, ...], tuple[Life, ...]]:
    """Draw the lives of a game: those at the table, and those who would take over."""
    start = start_of(seed, game)
    seated = tuple(Life(f"{seed} {game} {seat}", start) for seat in range(SEATS))
    others = tuple(Life(f"{seed} {game} other {number}", start, can_fail=False) for number in range(RESERVE))
    return seated, others


def start_of(seed: int, game: int) -> datetime:
    """Draw the moment at which a game begins, in the evening of its creator's zone or in the afternoon."""
    drawn = Random(f"{seed} {game} start")
    return datetime(2026, 1, 5, 15, tzinfo=UTC) + drawn.randrange(365) * DAY + drawn.random() * 6 * HOUR


def play_games(policy: Policy, habits: Habits, seed: int, games: int) -> Tally:
    """Play so many games by a policy."""
    tally = Tally()
    for game in range(games):
        tally.add(Table(policy, habits, seed, game).play())
    return tally


class Table:
    """One game: four seats, ten rounds, one question a turn."""

    def __init__(self, policy: Policy, habits: Habits, seed: int, game: int) -> None:
        self.policy, self.now = policy, start_of(seed, game)
        seated, others = lives(seed, game)
        settings = {key: value for key, value in policy.clock.items() if value is not None}
        self.time = read_settings({"zone": seated[0].zone, **settings})
        self.rules = self.time.rules
        self.start = self.rules.bank.start if self.rules.bank else 0
        self.seats = [Seat(number, Person(life, habits), self.start) for number, life in enumerate(seated)]
        self.others = [Person(life, habits) for life in others]
        self.tally = Tally(games=1)

    def play(self) -> Tally:
        """Play the rounds, and return what came of them."""
        began = self.now
        longest = timedelta()
        for round in range(1, ROUNDS + 1):
            for seat in self.seats:
                asked_at = self.now
                self.play_turn(seat, round)
                longest = max(longest, self.now - asked_at)
        self.tally.days, self.tally.rounds, self.tally.longest = (self.now - began) / DAY, ROUNDS, longest / DAY
        return self.tally

    def play_turn(self, seat: Seat, round: int) -> None:
        """Play one turn, by whoever plays the seat, and let the time pass that it takes."""
        self.refill(seat)
        if seat.is_held:
            self.tally.held += 1
            return
        if self.is_stood_in_for(seat, self.now):
            self.tally.stood_in += 1
            return
        time = seat_time(self.policy, self.time, seat)
        ask = Ask(self.now, "turn", round)
        deadline = next_deadline(self.rules, time, ask)
        answered_at = self.answered_at(seat, round, time, ask, deadline)
        away_at = self.away_between(seat, self.now, min(answered_at or deadline.due_at, deadline.due_at))
        if away_at is not None:
            self.now = away_at
            self.tally.stood_in += 1
            return
        self.now = answered_at or deadline.due_at
        seat.bank = bank_after(self.rules, time, deadline, answered_at)
        self.judge(seat, round, answered=answered_at is not None)

    def answered_at(self, seat: Seat, round: int, time: SeatTime, ask: Ask, deadline: Deadline) -> datetime | None:
        """Find out when a person answers: when they look, or notice a mail; None if their time is over before."""
        moments = [seat.person.next_look(ask.at)]
        sent = [ask.at, *reminders(self.rules, time, ask, deadline)]
        for number, at in enumerate(sent):
            seen = seat.person.notice(f"{seat.number} {round}", number, at)
            if seen and (seen.plays_by_link if self.policy.link else seen.plays):
                moments.append(seen.at)
        first = min((at for at in moments if at is not None), default=None)
        return first if first is not None and first < deadline.due_at else None

    # ---- what is missed

    def judge(self, seat: Seat, round: int, *, answered: bool) -> None:
        """Count a turn, and let the seat fall free where the policy says so."""
        has_written = self.policy.writes and seat.person.life.writes
        seat.outcomes.append(answered)
        if answered:
            seat.came, seat.row = True, 0
            self.tally.in_time += 1
            return
        self.tally.written += has_written
        self.tally.missed += not has_written
        seat.row += not has_written
        if self.policy.frees and self.is_too_late(seat, round):
            seat.is_held = True
            seat.refill_at = self.taken_at(seat) if SUBSTITUTE in self.time.late.then else None

    def is_too_late(self, seat: Seat, round: int) -> bool:
        """Check whether a seat falls free, as `games.play.lateness` does for one that is stored."""
        late = self.time.late
        most = late.first if round == 1 and not seat.came else late.row
        return seat.row >= most or seat.outcomes[-late.of :].count(False) >= late.total

    def taken_at(self, seat: Seat) -> datetime | None:
        """Find out when somebody takes a free seat, asked one after another; None if nobody does."""
        at = self.now
        while self.others:
            other = self.others.pop(0)
            seen = other.notice(f"offer {seat.number}", 0, at)
            if seen and seen.at < at + ANSWER:
                at = seen.at
                if accepts(other.life):
                    seat.person = other
                    return at
            else:
                at += ANSWER
        return None

    def refill(self, seat: Seat) -> None:
        """Seat whoever has taken the seat by now."""
        if seat.is_held and seat.refill_at is not None and seat.refill_at <= self.now:
            seat.is_held, seat.refill_at = False, None
            seat.bank, seat.row, seat.outcomes, seat.came = self.start, 0, [], True
            self.tally.refilled += 1

    # ---- vacations

    def is_stood_in_for(self, seat: Seat, at: datetime) -> bool:
        """Check whether somebody plays for a person who is away."""
        return any(time.start <= at < time.end for time in self.stand_ins(seat))

    def away_between(self, seat: Seat, since: datetime, until: datetime) -> datetime | None:
        """Find the moment at which somebody takes over an open turn; None if it is over before."""
        return min((time.start for time in self.stand_ins(seat) if since < time.start < until), default=None)

    def stand_ins(self, seat: Seat) -> Iterator[Interval]:
        """Yield the times in which somebody plays for the person in a seat."""
        if self.time.vacation == STAND_IN:
            seat_of = SeatTime(seat.person.life.zone, None, (), 0, None)
            for absence in absences(seat.person.life):
                yield absence_interval(self.rules, seat_of, absence)


def accepts(life: Life) -> bool:
    """Draw whether somebody who is asked to take a seat does."""
    return Random(f"{life.word} accepts").random() < ACCEPTS


def absences(life: Life) -> tuple[Absence, ...]:
    """List the vacations that the site is told of."""
    return tuple(Absence(trip.first, trip.last, trip.announced) for trip in life.trips if trip.announced is not None)


def seat_time(policy: Policy, time: ClockSettings, seat: Seat) -> SeatTime:
    """Return what the clock has to know of a seat."""
    life = seat.person.life
    vacation = that_stop(absences(life)) if time.vacation == STOPS else ()
    return SeatTime(life.zone, NIGHT if time.rules.quiet else None, vacation, seat.bank, policy.remind)


# ---- how often people look


def measure_rate(wanted: float, seed: int, games: int) -> Habits:
    """Find the rate of looking at which a span of 24 hours with one mail at its start misses so many of 100 turns."""
    low, high = 0.0, OFTEN
    for _ in range(14):
        middle = (low + high) / 2
        missed = play_games(BARE, Habits(rate=middle), seed, games).missed_share
        low, high = (middle, high) if missed > wanted else (low, middle)
    return Habits(rate=high)


def harsher(habits: Habits) -> Habits:
    """Return the habits of a world in which links help half as much, and later mails are noticed half as often."""
    return replace(habits, link=habits.link / 2, later=habits.later / 2)
