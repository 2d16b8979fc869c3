"""Games of the same people on a site of its own, through the services that its pages and mails call.

The site's clock is simulated: it jumps from each moment at which something is due, or somebody looks, to the next.
Tables are opened as the form for a new game does, and deadlines, banks, mails, stand-ins, free seats and substitutes
come from the sweeps and the outbox that any site runs. Mails are sent to nobody and their letters are not written; what
the outbox sends, its reader notices or not. People place where the site suggests it and end their turn, so that ten
rounds eliminate nobody.
"""

from __future__ import annotations

import heapq
import logging
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import count, pairwise
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from benchmarks.luck import fixed_luck
from benchmarks.population.lives import DAY, HORIZON, Habits, Person, Trip
from benchmarks.population.plain import ROUNDS, SEATS, accepts, lives, start_of
from benchmarks.population.policies import Tally
from games.clocks.lateness import read_settings
from games.clocks.values import Absence, SeatTime, absence_interval, usual_clock

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Entry, Game, OutboxMail, Waiting
    from substitutes.models import Offer

RULES = "modern"
WRITTEN = "when late: place on the weakest border, trade best, then end turn"
OWNED, STOOD_IN, HELD = "owned", "stood in", "held"
MODES = {
    "host.caretaker": HELD,
    "host.stand_in": STOOD_IN,
    "host.stand_in_ended": OWNED,
    "host.replaced": OWNED,
    "host.returned": OWNED,
}
"""Who plays a seat after a note of the journal."""

ASKS_THE_DATABASE = "SELECT clock_timestamp()"
"""How `db_now` asks PostgreSQL."""

PATIENCE = 500
"""So many steps at one moment mean that the site does not get on."""

MOST_ORDERS = 5
"""In one turn; more means that an order does not end it."""


class SiteClock:
    """The clock of the simulated site, which stands still at `now`."""

    def __init__(self) -> None:
        self.now = datetime.min

    def read(self) -> datetime:
        """Return what the site takes for the present."""
        return self.now

    def answer(self, execute: Callable[..., Any], sql: str, params: Any, *more: Any) -> Any:
        """Let the database answer with this clock when it is asked for its own, as PostgreSQL is."""
        if sql == ASKS_THE_DATABASE:
            sql, params = "SELECT %s::timestamptz", [self.now]
        return execute(sql, params, *more)


@contextmanager
def simulated_time() -> Iterator[SiteClock]:
    """Let the site go by a simulated clock in this process, and its mails to nobody. Sweeps and senders are called when
    something is due, so nobody has to be woken."""
    from django.core.mail import EmailMessage
    from django.db import connection
    from django.test import override_settings

    from games.services.heartbeat import ClockGuard

    clock = SiteClock()
    with (
        patch("django.utils.timezone.now", clock.read),
        connection.execute_wrapper(clock.answer),
        patch("games.services.heartbeat.GUARD", ClockGuard()),
        patch("games.services.locks.wake", lambda *_: None),
        patch("games.mail.outbox.mail_for", lambda *_: EmailMessage("A turn", "", to=["somebody@example.org"])),
        override_settings(EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend"),
    ):
        yield clock


def play_on_sites(populations: Mapping[str, Habits], seed: int, games: int, processes: int) -> list[Tally]:
    """Play so many games of each population, each on a site and in a process of its own; `processes` at a time."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        return list(pool.map(partial(play_on_a_site, seed, games), populations, populations.values()))


def play_on_a_site(seed: int, games: int, name: str, habits: Habits) -> Tally:
    """Set up a site in this process, and play the games of a population on it."""
    from benchmarks.pages import site

    with site():
        from django.db import connection

        logging.disable(logging.WARNING)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")  # nothing of this site outlives the run
        return play_served(habits, seed, games, partial(tell_progress, name, games))


def tell_progress(name: str, games: int, played: int) -> None:
    """Print now and then how far the games of a population are."""
    if played % 10 == 0 or played == games:
        print(f"{name}: {played} of {games} games", file=sys.stderr, flush=True)


def play_served(habits: Habits, seed: int, games: int, told: Callable[[int], None] = lambda played: None) -> Tally:
    """Play so many games on the site of this process, one after another; `told` is called after each."""
    tally = Tally()
    with simulated_time() as clock:
        for number in range(games):
            with fixed_luck(f"population {seed} {number}"):
                table = ServedTable(clock, habits, seed, number)
                tally.add(table.play())
                table.forget()
            told(number + 1)
    return tally


@dataclass(order=True)
class Event:
    """Something that people do at a moment; `number` keeps the order of those at one moment."""

    at: datetime
    number: int
    do: Callable[[], None] = field(compare=False)


class ServedTable:
    """One game: its people, with accounts, and those who have signed up to take over a seat."""

    def __init__(self, clock: SiteClock, habits: Habits, seed: int, number: int) -> None:
        self.clock, self.word, self.start = clock, f"s{seed}g{number}", start_of(seed, number)
        seated, others = lives(seed, number)
        self.people = [Person(life, habits) for life in (*seated, *others)]
        self.rules = read_settings(usual_clock(self.people[0].life.zone)).rules
        self.events: list[Event] = []
        self.numbers = count()
        self.mailed: Counter[str] = Counter()
        self.delivered: set[int] = set()
        self.has_written: set[int] = set()
        clock.now = self.start - 31 * DAY
        self.users = [self.open_account(number, person) for number, person in enumerate(self.people)]
        self.person_of = {user.pk: person for user, person in zip(self.users, self.people, strict=True)}
        self.announce_trips()
        self.game = self.open_table()

    # ---- before the game

    def open_account(self, number: int, person: Person) -> User:
        from accounts.models import User

        name = f"{self.word}p{number}"
        return User.objects.create_user(name, f"{name}@example.org", None, timezone=person.life.zone)

    def announce_trips(self) -> None:
        """Announce the vacations that are known before the game, and plan to announce the others."""
        for user, person in zip(self.users, self.people, strict=True):
            for trip in person.life.trips:
                if trip.announced is not None and trip.last >= self.start.date():
                    self.at(trip.announced, partial(self.announce, user, trip))
        while self.events and self.events[0].at < self.start:
            self.do_next()

    def announce(self, user: User, trip: Trip) -> None:
        """Announce a vacation as its form does. Days beyond the budget of a year are not announced."""
        from games.services.absence import BadVacation, Wanted, vacation_announce

        try:
            made = vacation_announce(user=user, wanted=Wanted(trip.first, trip.last))
        except BadVacation:
            return
        seat = SeatTime(user.timezone, None, (), 0, None)
        away = absence_interval(self.rules, seat, Absence(made.first, made.last, made.announced_at))
        for at in away:
            self.at(max(at, self.start), self.sweep)

    def open_table(self) -> Game:
        """Open a table with what the form for a new game says if nothing is changed, and seat its people."""
        from games.services.lobby import game_create, game_join
        from games.services.table_settings import TableSettings, with_usual_setup
        from substitutes.services import sign_up

        self.clock.now = self.start
        game = game_create(
            creator=self.users[0],
            settings=TableSettings(
                name=f"Population {self.word}",
                rules=RULES,
                seats_wanted=SEATS,
                options=with_usual_setup(RULES, {}, 1440),
                clock=usual_clock(self.people[0].life.zone),
            ),
        )
        for user in self.users[1:SEATS]:
            game = game_join(game_id=game.pk, user=user)
        for user in self.users[SEATS:]:
            sign_up(user=user)
        return game

    # ---- time

    def at(self, at: datetime, do: Callable[[], None]) -> None:
        """Plan what somebody does at a moment, or what the site has to do then."""
        heapq.heappush(self.events, Event(at, next(self.numbers), do))

    def do_next(self) -> None:
        """Let the time of the next event come, and do it."""
        event = heapq.heappop(self.events)
        self.clock.now = max(self.clock.now, event.at)
        event.do()

    def play(self) -> Tally:
        """Play the rounds, and return what came of them."""
        from games.models import Game

        steps: Counter[datetime] = Counter()
        while self.game.status in (Game.Status.RUNNING, Game.Status.PAUSED) and self.game.round <= ROUNDS:
            self.deliver()
            if not self.plan_next() or self.events[0].at > self.start + HORIZON:
                break
            self.do_next()
            self.game.refresh_from_db()
            steps[self.clock.now] += 1
            if steps[self.clock.now] > PATIENCE:
                raise RuntimeError(f"{self.word} does not get on at {self.clock.now}")
        return tally_of(self.game)

    def plan_next(self) -> bool:
        """Plan the next thing that is due, or the next look of those who are asked, if it comes before all that is
        planned. False if nothing will ever come."""
        at, do = min(self.due(), key=lambda each: each[0], default=(None, self.sweep))
        if at is not None and (not self.events or at < self.events[0].at):
            self.at(at, do)
        return bool(self.events)

    def due(self) -> Iterator[tuple[datetime, Callable[[], None]]]:
        """Yield what will be due as things are: timeouts, reminders, mails, and looks of those who are asked."""
        from games.models import OutboxMail, Waiting

        for row in Waiting.objects.filter(game=self.game).select_related("player"):
            for at in (row.due_at, row.remind_at) if self.game.is_running else ():
                if at is not None:
                    yield at, self.sweep
            person = self.person_of[row.player.user_id or 0] if row.deadline_at else None
            look = person.next_look(self.clock.now) if person else None
            if look is not None:
                yield look, partial(self.visit, row.player.user_id or 0, "web")
        queued = OutboxMail.objects.filter(state__in=OutboxMail.WAITING_STATES).order_by("not_before")
        for at in queued.values_list("not_before", flat=True)[:1]:
            yield at, self.deliver

    # ---- the site

    def sweep(self) -> None:
        """Do what beat and its workers do every ten seconds."""
        from games.models import Heartbeat
        from games.services import heartbeat
        from games.services.deadlines import deadline_sweep
        from games.services.mail_outage import SENDER
        from substitutes.services import substitutes_sweep

        heartbeat.GUARD.wall = None  # the steady clock of this machine knows nothing of the simulated one
        for name in ("sweep", SENDER):
            Heartbeat.objects.update_or_create(pk=name, defaults={"seen_at": self.clock.now})
        deadline_sweep()
        substitutes_sweep()

    def deliver(self) -> None:
        """Send what is due, and let its readers notice it or not."""
        from games.mail.outbox import due, outbox_deliver
        from games.models import OutboxMail

        if not due(self.clock.now).exists():
            return
        outbox_deliver()
        sent = OutboxMail.objects.filter(state=OutboxMail.State.SENT, sent_at=self.clock.now)
        for mail in sent.exclude(pk__in=self.delivered).select_related("user", "game"):
            self.delivered.add(mail.pk)
            self.notice(mail)

    # ---- people

    def notice(self, mail: OutboxMail) -> None:
        """Plan what the reader of a mail does about it: they play if they are asked to, or take a free seat."""
        assert mail.user_id is not None
        if mail.template == "seat_offered":
            self.consider(mail.user_id, mail.context["offer"])
        elif mail.template in ("turn", "reminder") and mail.game is not None:
            person = self.person_of[mail.user_id]
            about = f"{self.people.index(person)} {mail.game.round}"
            number = self.mailed[about]
            self.mailed[about] += 1
            seen = person.notice(about, number, self.clock.now)
            if seen is not None and seen.plays_by_link:
                self.at(seen.at, partial(self.visit, mail.user_id, "web" if seen.plays else "link"))

    def consider(self, user_id: int, offer_id: int) -> None:
        """Plan whether a person answers who is asked to take a seat."""
        from substitutes.models import Offer

        offer = Offer.objects.get(pk=offer_id)
        self.at(offer.until, self.sweep)
        seen = self.person_of[user_id].notice(f"offer {offer.seat}", 0, self.clock.now)
        if seen is not None:
            self.at(seen.at, partial(self.answer_offer, offer, user_id))

    def answer_offer(self, offer: Offer, user_id: int) -> None:
        """Take a seat that is offered, or leave it to others."""
        from games.errors import GameError
        from substitutes.services import offer_accept, offer_decline

        user = next(user for user in self.users if user.pk == user_id)
        try:
            if accepts(self.person_of[user_id].life):
                offer_accept(offer=offer, user=user)
            else:
                offer_decline(offer=offer, user=user)
        except GameError:
            return  # it was too late
        self.sweep()

    def visit(self, user_id: int, source: str) -> None:
        """Let a person play the turn that they are asked for, or answer for the set-up. Their next turn is for another
        visit, even if it comes at once."""
        from games.models import Waiting

        asked = Waiting.objects.filter(game=self.game, player__user_id=user_id, deadline_at__isnull=False)
        turn = self.game.clock_key
        for _ in range(MOST_ORDERS):
            row = asked.first()
            if row is None or not self.game.is_running or self.game.clock_key != turn:
                return
            self.answer(row, user_id, source)
            self.game.refresh_from_db()

    def answer(self, row: Waiting, user_id: int, source: str) -> None:
        """Give the likely order that the site suggests first, and end the turn behind it."""
        from games.decisions.registry import suggested_orders
        from games.models import Waiting
        from games.selectors.access import view_of
        from games.services.orders import order_submit

        likely = next(each for each in suggested_orders(view_of(self.game, row.seat)) if not each.is_attack)
        text = f"{likely.order}\nend turn" if row.pace == Waiting.Pace.TURN else likely.order
        order_submit(game_id=self.game.pk, seat=row.seat, ref=row.ref, source=source, user_id=user_id, text=text)
        self.leave_orders(user_id)

    def leave_orders(self, user_id: int) -> None:
        """Let a person who plays for the first time leave orders for when they are late, if they do such things."""
        from games.services.seats import standing_set

        if user_id not in self.has_written and self.person_of[user_id].life.writes:
            standing_set(game_id=self.game.pk, user_id=user_id, text=WRITTEN)
        self.has_written.add(user_id)

    def forget(self) -> None:
        """Delete the game and its people, so that the next one may begin at any time."""
        from accounts.models import User
        from games.models import AuditEntry, OutboxMail

        OutboxMail.objects.filter(user__in=self.users).delete()
        AuditEntry.objects.filter(game=self.game).delete()
        self.game.delete()
        User.objects.filter(pk__in=[user.pk for user in self.users]).delete()


# ---- what came of a game


@dataclass
class Turn:
    """A turn as the journal has it, or the answer of a seat in the set-up: whose, by whom, and when it was over."""

    seat: int
    by: str
    ended_at: datetime


def tally_of(game: Game) -> Tally:
    """Read from the journal and the records of turns what came of a game."""
    from games.models import Entry, TurnRecord

    entries = list(Entry.objects.filter(game=game).order_by("seq"))
    set_up, turns = turns_of(entries)
    turns = turns[: ROUNDS * SEATS]
    played = Counter(turn.by for turn in (*set_up, *turns))
    ran = TurnRecord.objects.filter(game=game).order_by("pk")[: played[OWNED]]
    outcomes = Counter(ran.values_list("outcome", flat=True))
    ends = [max(turn.ended_at for turn in set_up), *(turn.ended_at for turn in turns)]
    return Tally(
        in_time=outcomes[TurnRecord.Outcome.IN_TIME],
        missed=outcomes[TurnRecord.Outcome.MISSED],
        written=outcomes[TurnRecord.Outcome.LATE],  # nobody begins a turn here without ending it
        stood_in=played[STOOD_IN],
        held=played[HELD],
        set_up=sum((entry.pace, entry.source) == ("sealed", "deadline") for entry in entries),
        refilled=sum(note == "host.replaced" for entry in entries for note in notes_of(entry)),
        games=1,
        rounds=len(turns) // SEATS,
        days=(ends[-1] - ends[0]) / DAY,
        longest=max(after - before for before, after in pairwise(ends)) / DAY,
    )


def turns_of(entries: list[Entry]) -> tuple[list[Turn], list[Turn]]:
    """Split a journal into the answers of the set-up and the turns, in order: each is a row of actions of one seat. Its
    owner's clock ran unless somebody stood in or held the seat all the time."""
    modes: dict[int, str] = {}
    set_up: list[Turn] = []
    turns: list[Turn] = []
    for entry in entries:
        if entry.seat is None:
            continue
        for note in notes_of(entry):
            modes[entry.seat] = MODES.get(note, modes.get(entry.seat, OWNED))
        if entry.kind != "action":
            continue
        found = set_up if entry.pace == "sealed" else turns
        by = modes.get(entry.seat, OWNED) if entry.source == "bot" else OWNED
        if found and found[-1].seat == entry.seat:
            found[-1].by, found[-1].ended_at = (OWNED if OWNED in (by, found[-1].by) else by), entry.at
        else:
            found.append(Turn(entry.seat, by, entry.at))
    return set_up, turns


def notes_of(entry: Entry) -> list[str]:
    """List what a note of the journal tells; nothing for another entry."""
    return [event["type"] for event in entry.events] if entry.kind == "note" else []
