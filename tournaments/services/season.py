"""A season that is simulated: an event from sign-up to trophy through the services that its pages call.

People are accounts whose turns are played as one of the named bots would; everything that is drawn (the seeds of the
event, the keys of its games, what bots choose) follows from one text, so that the same season can be played again.
"""

from __future__ import annotations

import hashlib
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from types import SimpleNamespace
from unittest.mock import patch

from django.contrib.auth import get_user_model
from django.db.models import F
from django.test import override_settings

from games.models import Game, OutboxMail, Player, Waiting
from games.services.deadlines import deadline_expire
from games.services.locks import db_now
from games.services.simulated_turns import turn_simulate
from tournaments.documents import Document, Json, digest_of
from tournaments.models import Booking, Table, Tournament
from tournaments.pairing import pair_round
from tournaments.selectors.publishing import each_file
from tournaments.services import running
from tournaments.services.absences import settle_seats
from tournaments.services.creating import EventSettings, event_create
from tournaments.services.entry import entry_add, entry_open, event_start
from tournaments.services.ratings import ratings_sweep

TABLE = re.compile(r"standings/\d+(-D\d+)?\.csv")
GAMES_OF_A_POD, DAYS_OR_ROUNDS = 3, 7


class Stuck(Exception):
    """A season that does not come to its end."""


@dataclass(frozen=True, kw_only=True)
class Season:
    """What is played: the kind of format and its numbers, how many enter, and the bots that they play as in turn. Of
    100 people so many do not come to one of their games (`no_shows`) or leave one (`leavers`)."""

    format: str
    entrants: int
    seats: int
    bots: Sequence[str]
    seed: str
    rounds: int = DAYS_OR_ROUNDS
    teams: int = 0
    advance: int = 0
    games: int = GAMES_OF_A_POD
    cut: int = 0
    rules: str = "modern"
    no_shows: int = 0
    leavers: int = 0
    last_round: int | None = None

    @property
    def tables(self) -> dict[str, Json]:
        return {"preferred": self.seats, "least": max(self.seats - 1, 2), "most": min(self.seats + 1, 6)}

    @property
    def stages(self) -> list[Document]:
        """The formats of its stages."""
        goes_on = self.advance or (1 if self.format == "double" or self.seats < 4 else 2)
        knockout: Document = {"kind": "knockout", "advance": goes_on}
        cut = self.cut or max(2, self.entrants // 4)
        forms: dict[str, list[Document]] = {
            "knockout": [knockout],
            "double": [{"kind": "double", "advance": goes_on}],
            "pods": [{"kind": "pods", "games": self.games, "cut": cut}, knockout],
            "series": [{"kind": "series", "games": self.games}],
            "league": [{"kind": "league", "division": 7, "at_once": 2}],
        }
        return forms.get(self.format) or [{"kind": self.format, "rounds": self.rounds}]


@dataclass
class Outcome:
    """How a season went: the event, the processor's seconds of the whole and of each round's pairing."""

    event: Tournament
    files: dict[str, bytes]
    seconds: float
    pairing_seconds: list[float] = field(default_factory=list)


def play_season(season: Season, told: Callable[[str], None] = lambda line: None) -> Outcome:
    """Play a season to its end; `told` hears how far it is. Raises Stuck, EventRefused."""
    began = time.process_time()
    with all_drawn_from(season.seed) as rng, no_wake_ups(), timed_pairing() as seconds:
        event, people = enter_all(season)
        event_start(event_id=event.pk)
        while event.ended_at is None:
            ratings_sweep()
            running.event_advance(event.pk)
            event.refresh_from_db()
            played = play_running(event, people, rng, told)
            if event.next_at is not None and event.next_at > db_now():
                let_a_day_pass(event)
            elif not played and event.ended_at is None and event.next_at is None:
                raise Stuck(f"{event.slug} does not come to its end")
    files = dict(each_file(event))
    return Outcome(event, files, time.process_time() - began, seconds)


@dataclass
class People:
    """Who enters a season: by the id of an account the bot that it plays as, and in which of its games, from 1, it does
    not come or leaves in the second round."""

    minds: dict[int, str] = field(default_factory=dict)
    no_shows: dict[int, int] = field(default_factory=dict)
    leavers: dict[int, int] = field(default_factory=dict)

    def silent_in(self, game: Game) -> set[int]:
        """List who does not answer in a game as far as it has come."""
        found = {user for user in self.minds if is_nth(game, user, self.no_shows.get(user))}
        if Game.objects.filter(pk=game.pk, round__gte=2).exists():
            found |= {user for user in self.minds if is_nth(game, user, self.leavers.get(user))}
        return found


def is_nth(game: Game, user: int, number: int | None) -> bool:
    """Check whether a game is the one of this number, from 1, among those of a person."""
    if number is None:
        return False
    games = Player.objects.filter(user=user).order_by("game_id").values_list("game_id", flat=True)
    return list(games)[number - 1 : number] == [game.pk]


def enter_all(season: Season) -> tuple[Tournament, People]:
    """Announce the event and enter everybody, and as many substitutes as half of the no-shows and leavers; returns it,
    and how its people play."""
    key = hashlib.sha256(f"season {season.seed}".encode()).digest()
    settings = EventSettings(
        title=f"Season {season.seed}",
        rules=season.rules,
        stages=season.stages,
        tables=season.tables,
        games={"last_round": season.last_round} if season.last_round else {},
        most_entrants=max(season.entrants, 2),
        simulated=True,
    )
    event = event_create(settings, slug=f"season-{digest_of({'seed': season.seed})[:8]}", key=key)
    entry_open(event_id=event.pk)
    people, chances = People(), random.Random(f"absent {season.seed}")
    missing = [season.entrants * part // 100 for part in (season.no_shows, season.leavers)]
    for at in range(season.entrants + (sum(missing) + 1) // 2):
        name = f"player-{at + 1:03}"
        user = get_user_model().objects.create_user(name, f"{name}@example.org", None)
        people.minds[user.pk] = season.bots[at % len(season.bots)]
        entry_add(event_id=event.pk, user=user, team=f"team {at % season.teams + 1}" if season.teams else "")
    chosen = chances.sample(list(people.minds)[: season.entrants], min(sum(missing), season.entrants))
    games = [chances.randrange(1, 4) for _user in chosen]
    people.no_shows = dict(zip(chosen[: missing[0]], games, strict=False))
    people.leavers = dict(zip(chosen[missing[0] :], games[missing[0] :], strict=False))
    return event, people


def play_running(event: Tournament, people: People, rng: random.Random, told: Callable[[str], None]) -> int:
    """Play the games of an event that run to their ends; returns how many."""
    games = Table.objects.filter(round__tournament=event, booked_at=None, game__status=Game.Status.RUNNING)
    found = list(games.order_by("pk").values_list("game_id", "game__name"))
    for game_id, name in found:
        play_game(event, Game.objects.get(pk=game_id), people, rng)
        told(name)
    return len(found)


def play_game(event: Tournament, game: Game, people: People, rng: random.Random) -> None:
    """Play a game to its end. Whoever does not answer lets their time pass, and the event does what it says of them."""
    silent: set[int] = set()
    while True:
        if people.no_shows or people.leavers:
            silent = people.silent_in(game)
        minds = {user: mind for user, mind in people.minds.items() if user not in silent}
        if turn_simulate(game_id=game.pk, minds=minds, rng=rng):
            continue
        if not let_time_pass(game, silent):
            return
        settle_seats(event)


def let_time_pass(game: Game, silent: set[int]) -> bool:
    """Let the time of those who do not answer run out in a game; False if it waits for none of them."""
    late = Waiting.objects.filter(game=game, player__user__in=silent, due_at__isnull=False)
    late.update(due_at=db_now() - timedelta(seconds=1))
    return late.exists() and deadline_expire(game_id=game.pk)


def let_a_day_pass(event: Tournament) -> None:
    """Move all that an event remembers back by a day, so that the next day of a ladder has come."""
    event.started_at, event.next_at = event.started_at and event.started_at - running.DAY, db_now()
    event.days_from = running.days_begin(event) - running.DAY
    event.save(update_fields=["started_at", "next_at", "days_from"])
    event.drawn.update(frozen_at=F("frozen_at") - running.DAY)


# ---- what the site draws and wakes, for a season alone


@contextmanager
def all_drawn_from(seed: str) -> Iterator[random.Random]:
    """Draw the keys of games, the words of players and what bots choose from a text."""
    drawn = random.Random(f"season {seed}")
    tokens = SimpleNamespace(token_bytes=drawn.randbytes, token_urlsafe=lambda size: drawn.randbytes(size).hex())
    choices = SimpleNamespace(choice=drawn.choice, token_hex=lambda size: drawn.randbytes(size).hex())
    with (
        patch("games.models.game.secrets", tokens),
        patch("games.services.tables.secrets", choices),
        patch("games.play.auto_actions.random", SimpleNamespace(Random=lambda: drawn)),
    ):
        yield drawn


class Nobody:
    """Whom a season wakes: it does what is due itself."""

    @staticmethod
    def send_task(*args: object, **options: object) -> None:
        """Send nothing."""


@contextmanager
def no_wake_ups() -> Iterator[None]:
    with override_settings(TASK_APP="tournaments.services.season.Nobody"):
        yield


@contextmanager
def timed_pairing() -> Iterator[list[float]]:
    """Collect the processor's seconds of each pairing."""
    seconds: list[float] = []

    def timed(given: Document) -> dict[str, Json]:
        began = time.process_time()
        output = pair_round(given)
        seconds.append(round(time.process_time() - began, 3))
        return output

    with patch("tournaments.services.running.pair_round", timed):
        yield seconds


# ---- the report


def report(season: Season, outcome: Outcome) -> dict[str, object]:
    """Tell how a season went, as `season --json` prints it."""
    event = outcome.event
    outputs = [drawn.output or {} for drawn in event.drawn.all()]
    booked = Booking.objects.filter(table__round__tournament=event)
    states = list(booked.filter(seat=0).values_list("state", flat=True))
    last = {name: body for name, body in outcome.files.items() if name.startswith("standings/")}
    return {
        "format": season.format,
        "entrants": season.entrants,
        "rounds": event.rounds,
        "games": len(states),
        **{state: states.count(state) for state in ("won", "adjudicated", "void")},
        "bookings": booked.count(),
        "mails": OutboxMail.objects.count(),
        **{name: sum(len(output[name]) for output in outputs) for name in ("repeats", "uneven_seats", "byes")},
        "first": first_of(outcome.files),
        "cpu_seconds": round(outcome.seconds, 1),
        "pairing_cpu_seconds": outcome.pairing_seconds,
        "standings": digest_of({name: hashlib.sha256(body).hexdigest() for name, body in last.items()}),
    }


def first_of(files: dict[str, bytes]) -> list[str]:
    """List who came first at the end: one, or one of each division."""
    tables = sorted(name for name in files if TABLE.fullmatch(name))
    latest = [name for name in tables if number_in(name) == number_in(tables[-1])]
    return [files[name].split(b"\r\n")[1].split(b",")[1].decode() for name in latest]


def number_in(name: str) -> str:
    return name.split("/")[1].split("-")[0].split(".")[0]
