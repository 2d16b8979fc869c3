"""When somebody's turn comes: quantiles of a moment, from how fast the people before them have answered lately.

Pure: what is known of people goes in, moments come out. Nothing here is in force, as deadlines are; they are only the
latest moments that an answer can have.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import accumulate
from random import Random

from games.clocks.calendar import MINUTE
from games.clocks.values import Minutes

DAY = 1440.0
"""Minutes in a day."""

SAMPLES = 240
"""Courses of the coming turns that are drawn. More would not move a moment by the part of a day that is told."""

LATEST = 16
"""Turns of a person that count: people change their habits."""

DOUBT = 2.0
"""How many turns what is known of nobody weighs, beside what is known of a person."""

SPREAD = 0.9
"""How far apart two turns of one person lie that are alike, as the standard deviation of their logarithm."""

SHORTEST = 1.5
"""Minutes that a turn takes at least where nothing is known of its person."""

RECENT = 0.4
"""How much more the latest turns count: the exponent by which a place in their order is drawn; 1 would draw all
alike."""

PROMPT = 1.2
"""How much more often strangers answer soon than late, on a scale of logarithms; 1 would be as often."""

DRAWS = 12
"""How often an answer is drawn that has to be later than now."""

LEVELS = (0.1, 0.5, 0.9)
"""Of an estimate: so many of all courses are over by then."""

LOOKS = (0.0, 0.15, 0.35, 0.55, 0.75, 0.9)
"""Shares of the courses in which the first answer has come, at each of which the estimate is made anew."""


@dataclass(frozen=True, slots=True)
class Answerer:
    """A person who is to answer. Durations are minutes.

    `spans` are those of their latest turns, the newest last, without nights; they get up at minute `wakes` of the UTC
    day and are awake for `day` minutes; they answer within `most`. `away` are the times, in minutes of UTC as
    `minutes_of` counts them, in which nobody waits for them.
    """

    spans: tuple[float, ...]
    wakes: float
    day: float
    most: float
    away: tuple[tuple[float, float], ...] = ()

    def awake(self, at: float) -> float:
        """Count the minutes awake up to a moment, from a fixed one on."""
        days, rest = divmod(at - self.wakes, DAY)
        return days * self.day + min(rest, self.day)

    def moment(self, awake: float) -> float:
        """Return the moment by which so many minutes awake have passed: the inverse of `awake`."""
        days, rest = divmod(awake, self.day)
        return self.wakes + days * DAY + rest

    def back(self, at: float) -> float:
        """Return a moment, or the end of the time away in which it lies."""
        return next((end for start, end in self.away if start <= at < end), at)

    def answer(self, at: float, drawn: Random) -> float:
        """Draw when a question of this moment is answered."""
        at = self.back(at)
        answered = self.back(self.moment(self.awake(at) + self.span(drawn)))
        return min(answered, at + self.most)

    def answer_after(self, asked: float, now: float, drawn: Random) -> float:
        """Draw when a question is answered that is still open now; as if asked now, where no draw is so late."""
        for _ in range(DRAWS):
            if (at := self.answer(asked, drawn)) > now:
                return at
        return self.answer(now, drawn)

    def span(self, drawn: Random) -> float:
        """Draw how long an answer takes, nights aside: like one of the latest, or anything that the clock allows."""
        if drawn.random() * (len(self.spans) + DOUBT) < len(self.spans):
            recent = self.spans[int(len(self.spans) * drawn.random() ** RECENT)]
            return recent * math.exp(drawn.gauss(0, SPREAD))
        longest = max(self.most * self.day / DAY, 2 * SHORTEST)
        return SHORTEST * math.pow(longest / SHORTEST, drawn.random() ** PROMPT)


@dataclass(frozen=True, slots=True)
class Estimate:
    """When something happens: sooner than `early` in one case of ten, later than `late` in one of ten, and as often
    before `middle` as after it."""

    early: datetime
    middle: datetime
    late: datetime

    def seen_at(self, now: datetime) -> Estimate:
        """Return the estimate without what is past."""
        return Estimate(max(self.early, now), max(self.middle, now), max(self.late, now))


Look = tuple[float, list[list[int]]]
"""What is expected where the first answer has taken so many minutes: the quantiles of each end of a turn, in minutes
since the first question."""


def look_ahead(asked: float, queue: Sequence[Answerer | None], drawn: Random) -> list[Look]:
    """Estimate when each of a queue is done who answer one after another from a moment on, in minutes of UTC; None
    answers at once. The estimates get later while the first answer does not come."""
    return looks_at(lambda: course(asked, queue, drawn))


def look_past_bids(
    asked: float, now: float, owing: Sequence[Answerer | None], seats: Sequence[Answerer | None], drawn: Random
) -> list[Look]:
    """Estimate when all bids are in that were asked for at a moment and are owed still, in minutes of UTC, and when
    each of the seats is asked then. The estimates get later while not all bids are in."""
    return looks_at(lambda: course_of_bids(asked, now, owing, seats, drawn))


def looks_at(draw: Callable[[], list[float]]) -> list[Look]:
    """Look at many courses that are drawn, each of which begins with what is waited for first."""
    courses = sorted(draw() for _ in range(SAMPLES))
    looks: list[Look] = []
    for share in LOOKS:
        left = courses[int(share * SAMPLES) :]
        after = 0.0 if not share else left[0][0]
        if not looks or after > looks[-1][0]:
            looks.append((round(after), [quantiles(ends) for ends in zip(*left, strict=True)]))
    return looks


def course(asked: float, queue: Sequence[Answerer | None], drawn: Random) -> list[float]:
    """Draw when each of a queue is done, in minutes since the first question."""
    return [end - asked for end in moments_of(asked, queue, drawn)][1:]


def course_of_bids(
    asked: float, now: float, owing: Sequence[Answerer | None], seats: Sequence[Answerer | None], drawn: Random
) -> list[float]:
    """Draw when all bids are in, and when each of the seats is asked then, one after another in an order that nobody
    knows yet; in minutes since the question."""
    opened = max((now if who is None else who.answer_after(asked, now, drawn) for who in owing), default=now)
    order = drawn.sample(range(len(seats)), len(seats))
    begins = dict(zip(order, moments_of(opened, [seats[place] for place in order], drawn), strict=False))
    return [opened - asked, *(begins[place] - asked for place in range(len(seats)))]


def moments_of(asked: float, queue: Sequence[Answerer | None], drawn: Random) -> list[float]:
    """Draw when each of a queue is asked, and when the last one is done."""

    def answer(at: float, who: Answerer | None) -> float:
        return at if who is None else who.answer(at, drawn)

    return list(accumulate(queue, answer, initial=asked))


def quantiles(values: Sequence[float]) -> list[int]:
    """Return the quantiles at LEVELS of what was drawn."""
    ordered = sorted(values)
    return [round(ordered[min(len(ordered) - 1, int(level * len(ordered)))]) for level in LEVELS]


def look_up(looks: Sequence[Look], place: int, asked: datetime, now: datetime) -> Estimate:
    """Return when the one at this place of a queue is done, as it is expected now."""
    at = bisect_right([after for after, _ in looks], (now - asked) / MINUTE) - 1
    early, middle, late = (asked + minutes * MINUTE for minutes in looks[max(0, at)][1][place])
    return Estimate(early, middle, late).seen_at(now)


def minutes_of(at: datetime) -> float:
    """Return a moment in minutes of UTC."""
    return at.timestamp() / 60


def waking_hours(night: tuple[time, time], offset: timedelta) -> tuple[float, float]:
    """Return at which minute of the UTC day somebody gets up, and for how many minutes they are awake, from their night
    by their own clock and how far that is ahead of UTC."""
    start, end = (clock.hour * 60 + clock.minute for clock in night)
    return (end - offset / MINUTE) % DAY, DAY - (end - start) % DAY


def awake_span(who: Answerer, asked: datetime, minutes: Minutes) -> float:
    """Return how much of an answer's time was not at night."""
    at = minutes_of(asked)
    return max(1.0, who.awake(at + minutes) - who.awake(at))
