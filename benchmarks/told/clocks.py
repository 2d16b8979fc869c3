"""Random histories of one game's clocks, in memory: what `games.play.clock` and `games.play.waiting_rows` keep, without
rules of a game and without a database.

Three people answer or miss, stop each other's clocks, pause, extend, go on vacation, have friends stand in, while the
site stands still now and then; most of it near a midnight or a change of the clocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from functools import cache
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from accounts.models import User
from benchmarks.told.record import Name, Record
from engine import PendingDecision
from games.clocks.calendar import find_change, local_date
from games.clocks.deadline import as_shown, is_fast, nights_around
from games.clocks.values import Ask, SeatTime
from games.models import Game, Player, Waiting
from games.models.game import Substitute
from games.play.clock import APART, REARMED, Clock, arm_next_reminder, goes_out
from games.play.waiting_rows import WaitingRows

SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SEATS = 3
ZONES = (
    *("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Cairo", "Asia/Beirut"),
    *("America/Santiago", "Africa/Casablanca", "Asia/Kolkata", "Pacific/Auckland", "Antarctica/Troll", "UTC"),
)
YEARS = (2026, 2030)
TURN, REACTION, WINDOW, SEALED = Waiting.Pace.TURN, Waiting.Pace.REACTION, Waiting.Pace.WINDOW, Waiting.Pace.SEALED
EVENTS = (4, 14)
"""Events in a history, at least and at most."""


@cache
def changes_of(zone: str) -> tuple[datetime, ...]:
    """List the changes of a zone's clocks in some years; the beginnings of its years where there are none."""
    place, first = ZoneInfo(zone), datetime(YEARS[0], 1, 1, tzinfo=UTC)
    days = [first + n * DAY for n in range((YEARS[1] - YEARS[0]) * 365)]
    found = [
        find_change(zone, day, day + DAY)
        for day in days
        if day.astimezone(place).utcoffset() != (day + DAY).astimezone(place).utcoffset()
    ]
    return tuple(found) or tuple(datetime(year, 1, 1, tzinfo=UTC) for year in range(*YEARS))


def random_clock(rng: Random, zone: str) -> dict[str, Any]:
    """Make the settings of a game's clock, with every rule in some of them."""
    clock: dict[str, Any] = {"zone": zone, "quiet": rng.random() < 0.7, "morning": rng.choice((0, 60, 120, 240))}
    clock["off"] = {"weekdays": rng.choice(([], [], [7], [6, 7]))}
    if rng.random() < 0.25:
        times = [f"{rng.randrange(24):02}:{rng.choice((0, 15, 30)):02}" for _ in range(rng.randint(1, 3))]
        days = rng.choice(([1, 2, 3, 4, 5, 6, 7], [1, 3, 5]))
        clock["timetable"] = {"days": days, "at": times, "least": rng.choice((0, 120, 720, 1440))}
    else:
        clock["span"] = rng.choice((60, 240, 720, 1440, 2880, 4320))
    if rng.random() < 0.5:
        cap = rng.choice((600, 2880))
        clock["bank"] = {"start": rng.choice((0, 300, cap)), "increment": rng.choice((0, 60, 120)), "cap": cap}
    if rng.random() < 0.25:
        clock["begun"] = rng.choice((60, 240, 1440))
    if rng.random() < 0.15:
        clock["fast"] = {"rounds": rng.randint(1, 3), "span": rng.choice((5, 30, 240))}
    clock["grace"] = rng.choice((0, 0, 30, 240))
    clock["reaction"] = rng.choice((15, 240, 720, 1440))
    clock["notice"], clock["back"] = rng.choice((0, 720, 1440)), rng.choice((0, 720))
    clock["vacation"] = rng.choice(("stand_in", "stops", "stops"))
    if rng.random() < 0.2:
        clock["anonymous"] = True
    return clock


def random_person(rng: Random, zone: str, number: int) -> User:
    """Make somebody in the game's zone or another, who mostly sleeps, some with reminders of their own."""
    user = User(pk=number + 1, username=f"p{number}", timezone=rng.choice((zone, rng.choice(ZONES))))
    start = rng.randrange(0, 1440, 15)
    end = (start + rng.choice((60, 480, 600))) % 1440
    user.quiet = None
    if rng.random() < 0.7:
        user.quiet = [f"{minute // 60:02}:{minute % 60:02}" for minute in (start, end)]
    user.remind = rng.choice((None, None, [60], [30, 600], []))
    return user


class ClockTable:
    """A game that is played by lot, as far as its clocks go."""

    def __init__(self, number: int) -> None:
        self.rng = rng = Random(f"told {number}")
        zone = rng.choice(ZONES)
        self.game = Game(clock=random_clock(rng, zone), status=Game.Status.RUNNING)
        self.rules = self.game.time.rules
        self.players = {
            seat: Player(game=self.game, seat=seat, colour="red", user=random_person(rng, zone, seat))
            for seat in range(SEATS)
        }
        self.now = rng.choice(changes_of(zone)) - rng.uniform(0, 4) * DAY
        self.now = self.now.replace(microsecond=0)
        self.record = Record()
        self.given = timedelta()
        self.rows: dict[int, Waiting] = {}
        self.round, self.active, self.ref, self.number = rng.choice((0, 1, 1, 2, 5)), 0, 1, 0
        self.asked = self.decision(TURN, (0,))
        self.used: dict[int, timedelta] = {}  # how long the clock of a turn has run, by the number of the turn
        self.is_measured = True
        with self.session() as (clock, _waiting):
            clock.start_turn(self.turn)

    # ---- the game

    @property
    def turn(self) -> str:
        return f"{self.round}:{self.active}"

    def decision(self, pace: str, seats: tuple[int, ...]) -> PendingDecision:
        self.ref += 1
        return PendingDecision(ref=self.ref, kind="any", pace=pace, seats=seats, step="any", ask="")

    @contextmanager
    def session(self) -> Iterator[tuple[Clock, WaitingRows]]:
        """Load the stored clocks, and store them again, as a session of the game does."""
        clock = Clock(self.game, self.players, self.now)
        waiting = WaitingRows(self.game, clock, self.now)
        waiting.take(self.rows.values())
        yield clock, waiting
        self.number += clock.renewed
        waiting.make(self.asked, self.players, {})
        self.rows = waiting.after
        for row in self.rows.values():
            row.sealed_rows = self.sealed_rows  # type: ignore[method-assign]  # there is no database to ask
        self.tell()

    def sealed_rows(self) -> list[Waiting]:
        return [row for row in self.rows.values() if row.pace == SEALED]

    def name(self, row: Waiting) -> Name:
        """Name a question: a turn is one, however many decisions it has."""
        return row.seat, str(row.pace), self.number if row.pace == TURN else row.ref

    def tell(self) -> None:
        """Let everybody look at what is open."""
        for row in self.rows.values():
            if (until := row.until) is not None:
                self.record.note(self.now, f"  {self.name(row)} until {until:%m-%d %H:%M:%S}")
                self.record.tell(self.name(row), self.now, until)
        if len({row.until for row in self.rows.values() if row.pace == SEALED and row.deadline_at}) > 1:
            self.record.fault(self.now, "answers in secret have several deadlines")
        for player in self.players.values():
            bank = self.rules.bank
            if bank is not None and not 0 <= (bank.start if player.bank is None else player.bank) <= bank.cap:
                self.record.fault(self.now, f"seat {player.seat} has {player.bank} minutes in its bank")

    def answer(self, seat: int) -> None:
        """Answer the open question of a seat: the rest of a turn by lot, others' questions until all have answered."""
        row = self.rows[seat]
        with self.session() as (clock, _waiting):
            if row.pace == TURN:
                if self.rules.begun is not None:
                    self.record.excuse(self.name(row))
                self.play_on(clock, is_bot=bool(self.players[seat].bot_for("turn")))
            else:
                if row.deadline_at is not None:
                    self.record.answer(self.name(row), self.now)
                self.drop(seat)

    def play_on(self, clock: Clock, *, is_bot: bool) -> None:
        """Go on with a turn: end it, ask others, or ask for the next order."""
        if not is_bot:
            clock.begin_orders()
        others = tuple(
            seat for seat, each in self.players.items() if seat != self.active and not each.is_not_waited_for(self.now)
        )
        what = "end" if is_bot else self.rng.choice(("end", "end", "order", REACTION, WINDOW, SEALED))
        if what in (REACTION, WINDOW) and not others:
            what = "order"
        if what == "end":
            self.end_turn(clock, is_missed=False)
        elif what == "order":
            self.asked = self.decision(TURN, (self.active,))
        elif what == SEALED:
            self.asked = self.decision(SEALED, tuple(self.players))
        else:
            self.asked = self.decision(what, others if what == WINDOW else others[:1])

    def end_turn(self, clock: Clock, *, is_missed: bool) -> None:
        """End a turn and begin the next."""
        row = self.rows[self.active]
        if row.deadline_at is not None:
            if is_missed:
                self.record.miss(self.name(row), self.now, self.grace)
                self.check_span()
            else:
                self.record.answer(self.name(row), self.now)
        clock.end_turn(self.active, is_missed=is_missed, is_answered=not is_missed)
        self.active = (self.active + 1) % SEATS
        self.round += self.active == 0
        self.is_measured = True
        clock.start_turn(self.turn)
        self.asked = self.decision(TURN, (self.active,))

    def drop(self, seat: int) -> None:
        """Take a seat from those who are asked; the turn goes on after the last."""
        assert self.asked is not None
        left = tuple(each for each in self.asked.seats if each != seat)
        if left:
            self.asked = PendingDecision(self.asked.ref, "any", self.asked.pace, left, "any", "")
        else:
            self.asked = self.decision(TURN, (self.active,))

    @property
    def is_fast(self) -> bool:
        return is_fast(self.rules, Ask(self.now, "turn", self.round))

    @property
    def grace(self) -> timedelta:
        return timedelta() if self.is_fast else self.rules.grace * MINUTE

    def check_span(self) -> None:
        """Check that a turn that is missed had its whole time, not counting stops, pauses and outages."""
        if self.rules.timetable is not None or self.game.turn_begun_at is not None or not self.is_measured:
            return
        span = self.rules.fast.span if self.is_fast and self.rules.fast else self.rules.span
        if self.used.get(self.number, timedelta()) < span * MINUTE:
            self.record.fault(self.now, f"turn {self.number} had only {self.used.get(self.number)}")

    # ---- the site

    def pass_time(self, to: datetime) -> None:
        """Let time pass in which the site works."""
        while (at := self.next_moment()) is not None and at <= to:
            self.move_to(max(self.now, at) + self.rng.randrange(1, 10) * SECOND)
            self.sweep()
        self.move_to(max(self.now, to))

    def move_to(self, at: datetime) -> None:
        if self.game.is_running and any(row.pace == TURN for row in self.rows.values()):
            self.used[self.number] = self.used.get(self.number, timedelta()) + (at - self.now)
        self.now = at

    def next_moment(self) -> datetime | None:
        """Return when the sweep finds something next."""
        if not self.game.is_running:
            return None
        due = [row.due_at for row in self.rows.values() if row.due_at]
        reminders = [row.remind_at for row in self.rows.values() if row.remind_at and row.deadline_at > self.now]
        return min((*due, *reminders), default=None)

    def stand_still(self, by: timedelta) -> None:
        """Let the site stand still, and credit that. Who orders meanwhile has pages and no workers."""
        end = self.now + by
        if self.rng.random() < 0.3:
            self.now += by * self.rng.random()
            if self.game.is_running and self.rows:
                self.answer(self.rng.choice(list(self.rows)))
                self.is_measured = False
        self.now = end
        self.give(by)
        self.tell()
        self.sweep()

    def give(self, by: timedelta) -> None:
        """Move all that is in site time, as the database does by one number."""
        self.given += by
        for row in self.rows.values():
            move_fields(row, ("own_until", "deadline_at", "due_at", "remind_at"), by)
        move_fields(self.game, ("turn_deadline_at", "turn_own_until", "turn_told_at", "deadline_at", "paused_at"), by)

    def sweep(self) -> None:
        """Time out what is due, and remind, as `games.services.deadlines` does."""
        if not self.game.is_running:
            return
        while any(row.due_at is not None and row.due_at <= self.now for row in self.rows.values()):
            before = self.ref
            self.expire()
            if self.ref == before:
                break
        for row in list(self.rows.values()):
            self.remind(row)

    def expire(self) -> None:
        with self.session() as (clock, waiting):
            for row in [row for row in waiting.before.values() if row.due_at and row.due_at <= self.now]:
                self.time_out(clock, row)

    def time_out(self, clock: Clock, row: Waiting) -> None:
        is_bot = row.deadline_at is None
        if row.pace == TURN:
            if is_bot:
                self.play_on(clock, is_bot=True)
            else:
                self.end_turn(clock, is_missed=True)
            return
        if is_waived(row):
            self.record.answer(self.name(row), self.now)
        elif not is_bot:
            self.record.miss(self.name(row), self.now, self.grace)
        self.drop(row.seat)
        self.ref += 1

    def remind(self, row: Waiting) -> None:
        """Remind of an open answer if that is due."""
        if row.deadline_at is None or row.deadline_at <= self.now:
            return
        if row.remind_again_given is not None and row.remind_again_given <= self.given:
            row.reminders_sent, row.remind_again_given = 0, None
            arm_next_reminder(row, self.now)
        if row.remind_at is None or row.remind_at > self.now:
            return
        if not goes_out(row, self.now):
            return
        self.check_night(row)
        again = self.given + self.now + REARMED - row.remind_at
        row.reminded_at, row.remind_again_given = self.now, again
        row.reminders_sent += 1
        arm_next_reminder(row, self.now + APART)
        wanted = self.seat_time(row.seat).remind
        until = row.until
        assert until is not None
        self.record.remind(self.name(row), self.now, until, 2 if wanted is None else len(set(wanted)))

    def seat_time(self, seat: int) -> SeatTime:
        return as_shown(self.rules, self.players[seat].seat_time(self.rules))

    def check_night(self, row: Waiting) -> None:
        at = self.now - 10 * SECOND  # when the last sweep was
        if any(night.start <= at and self.now < night.end for night in nights_around(self.seat_time(row.seat), at)):
            self.record.fault(self.now, f"{self.name(row)} is reminded of at night")

    # ---- what happens

    def order(self) -> None:
        if self.game.is_running and self.rows:
            self.answer(self.rng.choice(list(self.rows)))

    def wait(self) -> None:
        self.pass_time(self.now + self.rng.choice((MINUTE, HOUR, 5 * HOUR, DAY, 3 * DAY)) * self.rng.random())

    def wait_for_moment(self) -> None:
        """Wait until just before or after something is due, or past a midnight."""
        at = self.next_moment()
        midnight = self.now.replace(hour=0, minute=0, second=0) + DAY
        self.pass_time(max(self.now, (at or midnight) + self.rng.choice((-1, 0, 1)) * MINUTE))

    def outage(self) -> None:
        self.stand_still(self.rng.choice((3 * MINUTE, HOUR, 5 * HOUR, DAY, 3 * DAY)) * (0.5 + self.rng.random() / 2))

    def pause(self) -> None:
        """Pause, and let time pass, and maybe the site stand still, before the game is resumed."""
        if not self.game.is_running:
            return
        with self.session():
            self.game.status, self.game.paused_at = Game.Status.PAUSED, self.now
        for _ in range(self.rng.randrange(3)):
            what = self.rng.choice((self.wait, self.outage, self.extend, self.stand_in))
            self.record.note(self.now, what.__name__)
            what()
        with self.session() as (_clock, waiting):
            since = self.game.paused_at or self.now
            self.game.status, self.game.paused_at = Game.Status.RUNNING, None
            waiting.go_on(since)

    def extend(self) -> None:
        with self.session() as (_clock, waiting):
            waiting.extend_all(self.rng.choice((1, 3, 24)) * HOUR)

    def vacation(self) -> None:
        """Announce a vacation, or give back what has not begun of it; the clock may stop for it."""
        player = self.players[self.rng.randrange(SEATS)]
        user = player.user
        assert user is not None
        old = player.seat_time(self.rules)
        today = local_date(user.timezone, self.now)
        if user.away:
            # an answer in secret too, where an outage has moved it into the vacation
            for name in self.record.questions:
                if name[0] == player.seat or name[1] == SEALED:
                    self.record.excuse(name)
        user.away = self.given_back(user.away, today) if user.away else self.announced(today)
        if self.game.time.vacation == "stops" and self.game.is_running and player.seat in self.rows:
            with self.session() as (_clock, waiting):
                waiting.reconsider(player.seat, old)

    def announced(self, today: date) -> list[dict[str, Any]]:
        first = today + self.rng.randint(0, 3) * DAY
        last = first + self.rng.randint(0, 6) * DAY
        told = self.now.isoformat()
        return [{"from": str(first), "to": str(last), "announced": told, "games": None, "without": []}]

    def given_back(self, away: list[dict[str, Any]], today: date) -> list[dict[str, Any]] | None:
        left = [each for each in away if date.fromisoformat(each["from"]) <= today]
        return [{**each, "to": str(min(today, date.fromisoformat(each["to"])))} for each in left] or None

    def stand_in(self) -> None:
        """Let a friend or a bot play for somebody from now on, or no longer."""
        seat = self.rng.randrange(SEATS)
        player = self.players[seat]
        with self.session() as (clock, waiting):
            if player.stand_in:
                player.stand_in = None
            else:
                is_alone = any(other.stand_in for other in self.players.values())  # somebody has to stop the bots
                by, bot = (99, "") if is_alone else self.rng.choice(((99, ""), (None, "caretaker")))
                scope = self.rng.choice(("both", "turns", "reactions"))
                player.stand_in = Substitute(1, player.user_id or 0, by, "", bot, scope, "2030-01-01")._asdict()
            row = waiting.before.pop(seat, None)
            if row is not None:
                self.ask_anew(clock, row)

    def ask_anew(self, clock: Clock, row: Waiting) -> None:
        """Ask an open question anew, of whoever answers it now."""
        is_shared = row.pace == SEALED and any(other.deadline_at for other in self.rows.values() if other is not row)
        if not is_shared:
            self.record.questions.pop(self.name(row), None)
        elif (question := self.record.questions.get(self.name(row))) is not None:
            question.reminded.clear()  # its deadline is that of all
        self.is_measured = False
        if row.pace == TURN:
            clock.start_turn(self.turn)

    def play(self) -> Record:
        """Play a history to its end."""
        happen: tuple[Callable[[], None], ...] = (
            *(self.order,) * 5,
            *(self.wait,) * 3,
            *(self.wait_for_moment,) * 4,
            *(self.outage,) * 2,
            *(self.pause, self.extend, self.vacation, self.vacation, self.stand_in),
        )
        for _ in range(self.rng.randint(*EVENTS)):
            what = self.rng.choice(happen)
            self.record.note(self.now, what.__name__)
            what()
            if self.record.faults:
                break
        return self.record


def is_waived(row: Waiting) -> bool:
    """Check whether nobody is waited for, because the clock of the seat stops for a vacation: standing orders answer at
    once, without grace."""
    return [rule for rule, _at in row.steps or ()] == ["vacation"]


def move_fields(row: Any, names: tuple[str, ...], by: timedelta) -> None:
    for name in names:
        if (at := getattr(row, name)) is not None:
            setattr(row, name, at + by)


def walk_clocks(first: int, number: int) -> Iterator[Record]:
    """Play so many histories, from a number on; each is the same in every run."""
    for each in range(first, first + number):
        yield ClockTable(each).play()
