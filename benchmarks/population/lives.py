"""The lives of people who play: when they look at their game, which mails they notice, when they are away.

A life is drawn once, from a word, and meets every setting of a clock: what a person does at a moment does not depend on
how often others were asked before. Only `Habits`, which hold for a whole population, change how often people look.

How often people look is measured against a share of missed turns that is known (`benchmarks.population.plain`). Other
figures are guesses, set so that single measures bring about what an earlier simulation of such people gave.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from random import Random
from zoneinfo import ZoneInfo

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HORIZON = 100 * DAY
"""Nobody looks so long after the start of a game; by then the slowest of ten rounds is over."""

OFTEN = 8.0
"""The highest rate of looking that a life knows of."""

KINDS = (("keen", 35, 6.0), ("regular", 40, 1.0), ("casual", 25, 0.15))
"""Kinds of people: the share of each in 100, and how often a day one looks where `Habits.rate` is 1."""

ZONES = (
    *("Europe/Berlin", "Europe/London", "Europe/Helsinki", "America/New_York", "America/New_York"),
    *("America/Chicago", "America/Los_Angeles", "Australia/Sydney"),
)
NO_SHOW = 0.05
GIVES_UP_EVERY, BUSY_EVERY, AWAY_EVERY = 500 * DAY, 21 * DAY, 55 * DAY
ANNOUNCED = 0.75
"""Of all vacations; the others are not told to the site."""

DAYS_AWAY = (3, 12)
LOOKS_WHEN_BUSY, LOOKS_WHEN_AWAY = 0.15, 0.35
"""How much rarer people look then, and how much rarer they notice a mail."""

EVENING, WEEKEND = 2.0, 0.75
"""How much more people look from 18 to 23, and on Saturdays and Sundays, than at other times when they are awake."""

NOTICED, PLAYED = (0.45, 0.80), (0.45, 0.75)
"""Bounds of the chance that a person notices a mail, and that one who looks plays; each person has a chance of each."""

UNTIL_NOTICED = HOUR
"""How long a mail that is noticed lies there in the mean, sleep aside."""

WRITES = 0.35
"""The share of people who leave orders for a turn that they miss."""

BEFORE = 30 * DAY
"""Lives begin so long before their game, so that some are busy or away when it starts."""


@dataclass(frozen=True)
class Habits:
    """What a whole population does: how often people look, `later` as the factor by which each further mail about a
    turn is noticed more rarely, and `link` as the chance that somebody who notices a mail and would not have gone to
    the page plays by a link in it."""

    rate: float = 1.0
    later: float = 0.9
    link: float = 0.9


@dataclass(frozen=True)
class Spell:
    """A time in which a person looks more rarely."""

    start: datetime
    end: datetime
    factor: float


@dataclass(frozen=True)
class Trip:
    """A vacation by its dates in the person's zone, both inclusive; `announced` is None for one that the site is not
    told of."""

    first: date
    last: date
    announced: datetime | None


@dataclass(frozen=True)
class Noticed:
    """When a mail is noticed, and whether its reader plays then: on the page, or only if the mail has links."""

    at: datetime
    plays: bool
    plays_by_link: bool


@dataclass
class Life:
    """A person from before the `start` of a game on. `word` names the life; the same word gives the same life.

    `can_fail`: whether the person may be one who never comes. `writes`: whether they leave orders for when they are
    late. `looks_at` are the moments at which they would play if they looked, each with the least rate at which they do
    look.
    """

    word: str
    start: datetime
    can_fail: bool = True
    trips: list[Trip] = field(default_factory=list)

    def __post_init__(self) -> None:
        drawn = Random(self.word)
        self.zone = drawn.choice(ZONES)
        self.asleep_from = drawn.gauss(23.5, 0.8) % 24
        self.asleep_for = drawn.uniform(7, 8.5)
        self.looks_a_day = drawn.choices([often for *_, often in KINDS], [share for _, share, _ in KINDS])[0]
        self.notices, self.plays = drawn.uniform(*NOTICED), drawn.uniform(*PLAYED)
        never_comes = drawn.random() < NO_SHOW and self.can_fail
        self.writes = drawn.random() < WRITES and not never_comes
        goes = self.start + GIVES_UP_EVERY * drawn.expovariate(1)
        self.gone_at = self.start - BEFORE if never_comes else goes
        self.spells = sorted([*self._busy(drawn), *self._away(drawn)], key=lambda spell: spell.start)
        self._drawn = drawn

    def _busy(self, drawn: Random) -> Iterator[Spell]:
        """Draw the spells in which the person has other things to do: a day and a half in the median."""
        at = self.start - BEFORE
        while (at := at + BUSY_EVERY * drawn.expovariate(1)) < self.start + HORIZON:
            end = at + DAY * 1.5 * drawn.lognormvariate(0, 0.7)
            yield Spell(at, end, LOOKS_WHEN_BUSY)
            at = end

    def _away(self, drawn: Random) -> Iterator[Spell]:
        """Draw the vacations, and note their dates."""
        at = self.start - BEFORE
        while (at := at + AWAY_EVERY * drawn.expovariate(1)) < self.start + HORIZON:
            first = at.astimezone(ZoneInfo(self.zone)).date()
            last = first + timedelta(days=drawn.randint(*DAYS_AWAY) - 1)
            told = at - DAY * drawn.uniform(2, 14) if drawn.random() < ANNOUNCED else None
            self.trips.append(Trip(first, last, told))
            start, end = (self._midnight(day) for day in (first, last + DAY))
            yield Spell(start, end, LOOKS_WHEN_AWAY)
            at = end

    def _midnight(self, day: date) -> datetime:
        return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(self.zone)).astimezone(UTC)

    # ---- looking

    @cached_property
    def looks_at(self) -> list[tuple[datetime, float]]:
        drawn, found, at = self._drawn, [], self.start
        densest = self.looks_a_day / 24 * EVENING * OFTEN
        while (at := at + HOUR * drawn.expovariate(densest)) < min(self.gone_at, self.start + HORIZON):
            level, plays = drawn.random() * EVENING * OFTEN, drawn.random() < self.plays
            if plays and (weight := self.weight(at)):
                found.append((at, level / weight))
        return found

    def weight(self, at: datetime) -> float:
        """Return how often a person looks at a moment, against the usual; 0 while they sleep."""
        local = at.astimezone(ZoneInfo(self.zone))
        if self._sleeps_for(local) is not None:
            return 0.0
        evening = EVENING if 18 <= local.hour < 23 else 1.0
        return evening * (WEEKEND if local.isoweekday() > 5 else 1.0) * self.attention(at)

    def attention(self, at: datetime) -> float:
        """Return the factor of the spells at a moment: 1 in usual times, 0 once the person has given up."""
        if at >= self.gone_at:
            return 0.0
        return min((spell.factor for spell in self.spells if spell.start <= at < spell.end), default=1.0)

    def _sleeps_for(self, local: datetime) -> float | None:
        """Return how many hours of sleep are left; None for somebody who is awake."""
        since = (local.hour + local.minute / 60 - self.asleep_from) % 24
        return self.asleep_for - since if since < self.asleep_for else None


@dataclass
class Person:
    """Somebody who lives a life with the habits of a population."""

    life: Life
    habits: Habits

    @cached_property
    def looks(self) -> list[datetime]:
        """The moments at which the person looks at the game by themselves and plays."""
        return [at for at, level in self.life.looks_at if level < self.habits.rate]

    def next_look(self, after: datetime) -> datetime | None:
        """Find the next of these moments after another; None if they never look again."""
        at = bisect_right(self.looks, after)
        return self.looks[at] if at < len(self.looks) else None

    def notice(self, about: str, number: int, sent_at: datetime) -> Noticed | None:
        """Find out when the person notices a mail, the `number`th (from 0) about the same question; None if never."""
        life, drawn = self.life, Random(f"{self.life.word} {about} {number}")
        seen, plays, clicks = (drawn.random() for _ in range(3))
        at = self._awake(sent_at + UNTIL_NOTICED * drawn.expovariate(1), drawn)
        if seen >= life.notices * self.habits.later**number * life.attention(at):
            return None
        return Noticed(at, plays < life.plays, plays < life.plays or clicks < self.habits.link)

    def _awake(self, at: datetime, drawn: Random) -> datetime:
        """Return a moment, or one after the person has got up where they sleep then."""
        sleep = self.life._sleeps_for(at.astimezone(ZoneInfo(self.life.zone)))
        return at if sleep is None else at + HOUR * (sleep + drawn.random())
