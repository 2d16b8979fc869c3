"""One sequence: a game of three people and what happens to it."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from accounts.models import User
from benchmarks.population.served import SiteClock, simulated_time
from benchmarks.secrets.tables import taken_back
from benchmarks.sequences.checks import Told
from benchmarks.sequences.stored import stored
from benchmarks.told.clocks import changes_of, random_clock
from games.decisions.registry import suggested_orders
from games.errors import GameError
from games.models import Game, Heartbeat, StandIn, TurnPlan, Vacation, Waiting
from games.selectors.access import view_of
from games.services import absence, heartbeat, organize
from games.services.deadlines import deadline_sweep
from games.services.lobby import game_create, game_join
from games.services.mail_outage import SENDER
from games.services.orders import order_submit, order_undo
from games.services.plans import plan_drop, plan_keep
from games.services.seats import resign, standing_set, take_back
from games.services.table_settings import TableSettings
from substitutes.models import Offer
from substitutes.services import offer_accept, offer_decline, sign_up, substitutes_sweep
from votes.models import Vote
from votes.reading import VoteWish
from votes.services import vote_answer, vote_for, votes_sweep

SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Cairo", "UTC")
STEPS = (8, 25)
"""Steps of a sequence, at least and at most."""
HOP = 13 * HOUR
"""How far time goes on at most before workers look again."""
LINES = ("when late: place on the weakest border, then end turn", "when attacked: ask me", "")
PLANS = ("place on the weakest border\nend turn", "place on the weakest border", "only if I have a set: trade best")
THEN = (["substitute", "caretaker"], ["caretaker"], ["pause", "caretaker"], ["substitute", "bot:recruit"])
LABELS = ("games", "votes", "substitutes")


class Faults(logging.Handler):
    """Collects what sweeps log as errors, which they survive."""

    def __init__(self, told: Told) -> None:
        super().__init__(logging.ERROR)
        self.told = told

    def emit(self, record: logging.LogRecord) -> None:
        cause = f"{record.exc_info[1]!r}" if record.exc_info else ""
        self.told.faults.append(f"{record.getMessage()} {cause}")


class Sequence:
    """A game with its people, and all that may happen to it."""

    def __init__(self, number: int, clock: SiteClock, zone: str = "", start: datetime | None = None) -> None:
        self.rng, self.clock = Random(f"sequence {number}"), clock
        zone = zone or self.rng.choice(ZONES)
        soon = self.rng.choice(changes_of(zone)).astimezone(UTC) - self.rng.uniform(0, 4) * DAY
        self.clock.now = start or soon
        self.beat()
        people = [self.person(f"s{number}p{each}", zone) for each in range(6)]
        self.people, self.others, self.organizer = people[:3], people[3:5], people[5]
        self.game = self.open(zone)
        self.told = Told(self.game)
        self.shortens = self.game.time.rules.begun is not None
        self.may_shorten = False

    def person(self, name: str, zone: str) -> User:
        user = User.objects.create_user(name, f"{name}@example.org", None, timezone=self.rng.choice((zone, *ZONES)))
        user.quiet = self.rng.choice((None, ["23:00", "07:00"], ["12:00", "20:00"]))
        user.remind = self.rng.choice((None, None, [60], [30, 600]))
        user.save()
        return user

    def open(self, zone: str) -> Game:
        settings = TableSettings(name="Sequence", rules="classic_1959", seats_wanted=3, clock=self.make_clock(zone))
        game = game_create(creator=self.people[0], settings=settings)
        for user in self.people[1:]:
            game = game_join(game_id=game.pk, user=user)
        if self.rng.random() < 0.7:
            game.players.update(came=True)
        for user in self.others:
            sign_up(user=user)
        return game

    def make_clock(self, zone: str) -> dict[str, Any]:
        made = random_clock(self.rng, zone)
        made["reaction"] = max(60, made["reaction"])
        made["late"] = {"row": self.rng.choice((1, 2)), "first": 1, "then": self.rng.choice(THEN)}
        return made

    # ---- the site

    def beat(self) -> None:
        heartbeat.GUARD.wall = None  # the steady clock of this machine knows nothing of the simulated one
        for name in ("sweep", SENDER):
            Heartbeat.objects.update_or_create(pk=name, defaults={"seen_at": self.clock.now})

    def sweep(self) -> None:
        """Do what all workers do, and see that they leave nothing to be done at the same moment."""
        self.work()
        before = stored(*LABELS)
        self.work()
        after = stored(*LABELS)
        twice = [(name, *(set(after[name]) ^ set(before[name]))) for name in before if after[name] != before[name]]
        if twice:
            self.told.fault(self.clock.now, f"a second sweep did something: {twice}")
        self.look()
        self.told.check_stored(self.clock.now)

    def look(self) -> None:
        self.told.look(self.clock.now, may_shorten=self.may_shorten)
        self.may_shorten = False

    def work(self) -> None:
        """Do all sweeps twice, since one may leave another something to do."""
        for _ in range(2):
            self.sweep_once()

    def sweep_once(self) -> None:
        heartbeat.GUARD.wall = None
        deadline_sweep()
        votes_sweep()
        substitutes_sweep()

    def pass_to(self, end: datetime) -> None:
        """Let time pass in which the site works."""
        while self.clock.now < end and not self.told.faults:
            moments = [at for at in self.moments() if at > self.clock.now]
            self.clock.now = min([*moments, self.clock.now + HOP, end]) + SECOND
            self.beat()
            self.sweep_once()
            self.look()

    def moments(self) -> Iterator[datetime]:
        """Yield when something will be due as things are."""
        for row in Waiting.objects.filter(game=self.game):
            yield from (at for at in (row.due_at, row.remind_at) if at)
        for vote in Vote.objects.filter(game=self.game):
            yield from (at for at in (vote.ends_at, vote.resumes_at) if at)
        yield from Offer.objects.filter(game=self.game, outcome="").values_list("until", flat=True)
        yield from StandIn.objects.filter(ended_at=None).values_list("ends_at", flat=True)
        yield from (plan.due_at for plan in TurnPlan.objects.filter(game=self.game) if plan.due_at)

    # ---- people

    def asked(self) -> Waiting | None:
        rows = list(Waiting.objects.filter(game=self.game).exclude(deadline_at=None).select_related("player"))
        return self.rng.choice(rows) if rows else None

    def order(self) -> None:
        """Let somebody who is asked play, or their owner although a friend stands in."""
        row = self.asked()
        if row is None:
            return
        likely = suggested_orders(view_of(self.game, row.seat))[0].order
        text = self.rng.choice((likely, f"{likely}\nend turn", "place on the weakest border\nend turn"))
        user = self.rng.choice((row.player.person_for(row.pace), row.player.user_id))
        self.may_shorten |= self.shortens
        order_submit(game_id=self.game.pk, seat=row.seat, ref=row.ref, source="web", user_id=user or 0, text=text)

    def undo(self) -> None:
        if row := self.asked():
            order_undo(game_id=self.game.pk, seat=row.seat, ref=row.ref, user_id=row.player.user_id or 0)

    def wait(self) -> None:
        self.pass_to(self.clock.now + self.rng.choice((MINUTE, HOUR, 5 * HOUR, DAY, 3 * DAY)) * self.rng.random())

    def wait_until_due(self) -> None:
        at = min((at for at in self.moments() if at > self.clock.now), default=self.clock.now)
        self.pass_to(at + self.rng.choice((-1, 0, 1)) * MINUTE)

    def outage(self) -> None:
        """Let the site stand still; whoever comes back first is the sweep, or an order."""
        self.clock.now += self.rng.choice((3 * MINUTE, HOUR, 5 * HOUR)) * (0.7 + self.rng.random() / 4)
        if self.rng.random() < 0.3:
            self.order()

    def anybody(self) -> User:
        return self.rng.choice(self.people)

    def announce(self) -> None:
        user = self.anybody()
        first = absence.today_of(user, self.clock.now) + self.rng.randint(0, 2) * DAY
        friend = self.rng.choice((None, None, self.organizer))
        bot = self.rng.choice(("caretaker", "recruit", "orders"))
        scope = self.rng.choice(("both", "turns", "reactions"))
        wanted = absence.Wanted(first, first + self.rng.randint(0, 4) * DAY, bot=bot, scope=scope, friend=friend)
        absence.vacation_announce(user=user, wanted=wanted)

    def give_back(self) -> None:
        self.may_shorten = True
        for row in Vacation.objects.filter(user=self.anybody()):
            absence.vacation_give_back(user=row.user, vacation_id=row.pk)

    def agree(self) -> None:
        for row in Vacation.objects.filter(by=self.organizer):
            act = self.rng.choice((absence.stand_in_agree, absence.stand_in_agree, absence.stand_in_decline))
            act(user=self.organizer, vacation_id=row.pk)

    def vote(self) -> None:
        kind = self.rng.choice(("extend", "pause", "resume", "substitute", "draw", "call off"))
        colour = self.rng.choice([player.colour for player in self.game.players.all()])
        wish = VoteWish(kind, self.rng.choice((0, 1)), colour if kind == "substitute" else "")
        for user in self.rng.sample(self.people, self.rng.choice((1, 2, 2, 3))):
            vote_for(game_id=self.game.pk, user=user, wish=wish, source="web")

    def answer_votes(self) -> None:
        for vote in Vote.objects.filter(game=self.game, outcome=""):
            vote_answer(game_id=self.game.pk, user=self.anybody(), vote_id=vote.pk, agrees=self.rng.random() < 0.7)

    def answer_offers(self) -> None:
        for offer in Offer.objects.filter(game=self.game, outcome="").select_related("user"):
            act: Callable[..., Any] = self.rng.choice((offer_accept, offer_decline))
            act(offer=offer, user=offer.user)

    def leave(self) -> None:
        user = self.anybody()
        act = self.rng.choice((resign, take_back, take_back))
        act(game_id=self.game.pk, user_id=user.pk)

    def plan(self) -> None:
        user, hold = self.anybody(), self.rng.choice((0, 15, 60))
        if self.rng.random() < 0.2:
            plan_drop(game_id=self.game.pk, user_id=user.pk)
        else:
            plan_keep(game_id=self.game.pk, user_id=user.pk, text=self.rng.choice(PLANS), hold=hold)

    def write(self) -> None:
        standing_set(game_id=self.game.pk, user_id=self.anybody().pk, text=self.rng.choice(LINES))

    def organize(self) -> None:
        """Let an organizer act who has nothing to do with the game."""
        said: dict[str, Any] = {"game_id": self.game.pk, "user": self.others[0], "reason": "asked to"}
        seat = self.rng.randrange(3)
        what = self.rng.choice(("pause", "resume", "resume", "extend", "pass", "rewind", "end_absence"))
        more = {"extend": {"hours": 3}, "rewind": {"seq": max(1, self.game.seq - 2)}, "end_absence": {"seat": seat}}
        self.may_shorten |= what == "end_absence"
        getattr(organize, f"game_{what}")(**said, **more.get(what, {}))

    # ---- all of it

    def play(self) -> Told:
        happen: tuple[Callable[[], None], ...] = (
            *(self.order,) * 6,
            *(self.wait,) * 4,
            *(self.wait_until_due,) * 4,
            *(self.outage, self.outage, self.undo, self.announce, self.announce, self.give_back, self.agree),
            *(self.vote, self.vote, self.answer_votes, self.answer_offers, self.leave, self.plan, self.plan),
            *(self.write, self.organize),
        )
        handler = Faults(self.told)
        logging.getLogger("games").addHandler(handler)
        logging.getLogger("votes").addHandler(handler)
        logging.getLogger("substitutes").addHandler(handler)
        try:
            self.sweep()
            for _ in range(self.rng.randint(*STEPS)):
                self.step(self.rng.choice(happen))
                if self.told.faults or self.game.has_ended:
                    break
        finally:
            for name in LABELS:
                logging.getLogger(name).removeHandler(handler)
        return self.told

    def step(self, what: Callable[[], None]) -> None:
        """Do one thing, and let the workers look."""
        self.told.note(self.clock.now, what.__name__)
        self.told.steps += 1
        try:
            what()
        except GameError as exc:
            self.told.note(self.clock.now, f"  refused: {exc.code}")
        except engine_refusals() as exc:
            self.told.note(self.clock.now, f"  refused: {exc}")
        self.sweep()


def engine_refusals() -> tuple[type[Exception], ...]:
    from engine import IllegalAction, UnreadableOrder

    return IllegalAction, UnreadableOrder


@contextmanager
def alike() -> Iterator[SiteClock]:
    """Play on a simulated clock, and take all of it back."""
    with simulated_time() as clock, taken_back():
        yield clock


def play_sequence(number: int) -> Told:
    """Play one sequence to its end, or to the first fault."""
    with alike() as clock:
        sequence = Sequence(number, clock)
        try:
            return sequence.play()
        except Exception:
            sequence.told.faults.append(traceback.format_exc())
        return sequence.told
