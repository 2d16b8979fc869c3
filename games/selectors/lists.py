"""List games that can be acted on, with "your turn" first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, FilteredRelation, Model, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from common.prepared import Prepared
from engine import Facts
from games.models import Game, OutboxMail, Player, Scope, StandIn, Waiting
from games.models.game import hiding_names
from games.selectors.company import COMPANY_RULES
from games.selectors.estimates import expected_words
from games.wording.seats import away_note

MOST_OPEN = 50
MOST_ENDED = 50
ENDED = (Game.Status.OVER, Game.Status.VOID)
LIVE = (Game.Status.RUNNING, Game.Status.PAUSED)

LATE_BY = timedelta(minutes=2)
"""The sweep passes within seconds, so whatever is due for longer is stuck."""


@dataclass
class MyGames:
    """A person's games by what they ask of the reader; those that an organizer stopped ask nobody."""

    your_turn: list[Waiting] = field(default_factory=list)
    others: list[Player] = field(default_factory=list)
    paused: list[Player] = field(default_factory=list)
    gathering: list[Player] = field(default_factory=list)
    ended: list[Player] = field(default_factory=list)

    @property
    def none_yet(self) -> bool:
        return not (self.your_turn or self.others or self.paused or self.gathering or self.ended)


def my_games(user: User) -> MyGames:
    """List everything a person sits at or stands in for, and the `MOST_ENDED` games that ended last, in three queries;
    the most urgent question first. Seats that wait for others have `asked`, the first open question of their game,
    and `expected`, when their next turn probably comes; those in which the person stands in have `played_for`, the name
    of their owner, as have questions. All of them have `away`, who is away at their table; if anybody is, that takes a
    fourth query."""
    turns: list[Any] = MY_TURNS(user=user.pk)
    seats: list[Any] = MY_SEATS(user=user.pk)
    waiting = {row.game_id for row in turns}
    for row in (*turns, *seats):
        row.played_for = "" if row.owner == user.pk else row.owner_name or ""
    rows = [player for player in seats if player.game_id not in waiting]
    around = [SeatAround(*row) for row in SEATS_AROUND(user=user.pk)]
    asked = [seat for seat in around if seat.question]
    settled = settle_moved([seat.question or 0 for seat in asked if seat.has_moved])
    questions = {seat.game: Asked(seat.colour, settled.get(seat.question or 0, seat.until)) for seat in reversed(asked)}
    away = away_around([seat.pk for seat in around if seat.stand_in or seat.away])
    now = timezone.now()
    for player in rows:
        player.asked = questions.get(player.game_id)
        player.expected = expected_words(player.game, player.seat, now, user.zone)
    for row in (*turns, *rows):
        row.away = away.get(row.game_id, ())
    return MyGames(
        your_turn=turns,
        others=[player for player in rows if player.game.is_running],
        paused=[player for player in rows if player.game.status == Game.Status.PAUSED],
        gathering=[player for player in rows if player.game.is_open],
        ended=[player for player in rows if player.game.has_ended],
    )


class Asked(NamedTuple):
    """Whom a game waits for, and until when."""

    colour: str
    deadline_at: datetime | None


class SeatAround(NamedTuple):
    """A seat of a game that a person plays: its question, if it has one, with what was told of its deadline, and what
    says whether its player may be away."""

    pk: int
    game: int
    colour: str
    until: datetime | None
    told_at: datetime | None
    question: int | None
    stand_in: Facts | None
    away: list[object] | None

    @property
    def has_moved(self) -> bool:
        """Whether an outage has moved the deadline since it was told."""
        return bool(self.until and self.told_at and self.until > self.told_at)


class Away(NamedTuple):
    """Somebody at a table who is away: until when and who plays meanwhile, in words."""

    colour: str
    name: str
    user: int
    note: str


OF_A_GAME = (
    "result",
    "digest",
    "created_at",
    "started_at",
    "ended_at",
    "moved_at",
    "paused_at",
    "turn_deadline_at",
    "turn_own_until",
    "turn_begun_at",
    "turn_left",
    "deadline_at",
    "time_given",
)
OF_A_QUESTION = (
    "since",
    "own_until",
    "steps",
    "due_at",
    "remind_at",
    "reminded_at",
    "remind_again_given",
    "claimed_until",
    "mail_credit",
)
OF_A_SEAT = ("joined_at", "window_left", "mail_ways")
"""Columns that the list of games does not show; making values of times takes a third of its queries."""


def seats_of(user: int) -> QuerySet[Player]:
    """Query a person's seats with their games, those that moved last first, and the seats in which they stand in; of
    games that ended, the last few."""
    latest = F("game__moved_at").desc(nulls_last=True), "-game_id"
    ended = Player.objects.filter(user_id=user, game__status__in=ENDED).order_by(*latest).values("pk")[:MOST_ENDED]
    seats = Player.objects.filter(pk__in=seats_played_by(user)).filter(~Q(game__status__in=ENDED) | Q(pk__in=ended))
    rows = seats.select_related("game").annotate(owner=F("user"), owner_name=F("user__username")).order_by(*latest)
    return rows.defer(*OF_A_SEAT, *(f"game__{name}" for name in OF_A_GAME))


def seats_around(user: int) -> QuerySet[Player, tuple[Any, ...]]:
    """Query the seats of the running games that a person plays, as `SeatAround`, the nearest deadline first."""
    sits = Player.objects.filter(pk__in=seats_played_by(user), game__status=Game.Status.RUNNING).values("game")
    seats = Player.objects.filter(game__in=sits).order_by(F("waiting__deadline_at").asc(nulls_last=True), "waiting")
    asked = "waiting__deadline_at", "waiting__told_at", "waiting"
    return seats.values_list("pk", "game", "colour", *asked, "stand_in", "user__away")


def away_around(seats: list[int]) -> dict[int, list[Away]]:
    """Tell who of some seats is away, by game. No query for none."""
    found: dict[int, list[Away]] = {}
    players = Player.objects.filter(pk__in=seats, state=Player.State.PLAYING) if seats else ()
    for player in players.select_related("game", "user").order_by("seat") if players else ():
        if note := away_note(player):
            found.setdefault(player.game_id, []).append(Away(player.colour, player.label, player.user_id or 0, note))
    return found


def settle_moved(questions: list[int]) -> dict[int, datetime | None]:
    """Return the deadlines of questions that an outage has moved, as they are now. No query for none."""
    if not questions:
        return {}
    rows = Waiting.objects.filter(pk__in=questions).select_related("game", "player__user")
    return {row.pk: row.until for row in rows}


def turns_of(user: int) -> QuerySet[Waiting]:
    """Query the open questions to a person, with seats and games."""
    rows = open_questions_of(user).select_related("player").defer(*OF_A_QUESTION)
    rows = rows.annotate(owner=F("player__user"), owner_name=F("player__user__username"))
    return rows.defer(
        "game__expected", *(f"player__{name}" for name in OF_A_SEAT), *(f"game__{name}" for name in OF_A_GAME)
    )


MY_SEATS = Prepared(seats_of, user=int)
MY_TURNS = Prepared(turns_of, user=int)
SEATS_AROUND = Prepared(seats_around, user=int)


def my_turns(user: User) -> QuerySet[Waiting]:
    """List open questions to a person, the nearest deadline first, those of others for whom they stand in among them;
    seats that the caretaker holds are not asked, and a question that somebody else answers meanwhile is theirs."""
    return open_questions_of(user.pk)


def open_questions_of(user: int | None) -> QuerySet[Waiting]:
    """Query the same by the number of an account; nothing where the account has gone."""
    if user is None:
        return Waiting.objects.none()
    now = FilteredRelation("player__stand_ins", condition=Q(player__stand_ins__ended_at=None))
    fits = Q(now__scope=Scope.BOTH) | Q(now__scope=Scope.REACTIONS, pace__in=Waiting.OUT_OF_TURN)
    fits |= Q(now__scope=Scope.TURNS) & ~Q(pace__in=Waiting.OUT_OF_TURN)
    own = Q(player__user_id=user) & ~(Q(now__by__isnull=False) & fits)
    return (
        Waiting.objects.filter(player__in=seats_played_by(user))
        .alias(now=now)
        .filter(own | Q(now__by_id=user) & fits)
        .filter(player__state=Player.State.PLAYING, game__status=Game.Status.RUNNING)
        .select_related("game")
        .order_by("deadline_at", "pk")
    )


def seats_played_by(user: int) -> QuerySet[Model, object]:
    """Query the numbers of the seats that a person owns, and of those in which they stand in now: by the index of each,
    for most people have few of all seats."""
    stands_in = StandIn.objects.filter(by_id=user, ended_at=None, player__game__status__in=LIVE)
    own = Player.objects.filter(user_id=user).order_by().values("pk")
    return own.union(stands_in.order_by().values("player_id"))


TURNS = Prepared(open_questions_of, user=int)


def next_waiting(user: User) -> Game | None:
    """Find the next game that waits for a person. One query."""
    return next((row.game for row in TURNS(user=user.pk)), None)


def open_games(user: User) -> list[Game]:
    """List public tables with a free seat at which the person does not sit yet, the newest first. One query."""
    return OPEN_TABLES(user=user.pk or 0)


def add_seats(user: User, tables: Iterable[Game]) -> None:
    """Give tables that the person sees in lists the `colours` of the seats that are taken. One query."""
    taken = defaultdict(list)
    for game, colour in TAKEN(user=user.pk):
        taken[game].append(colour)
    table: Any
    for table in tables:
        table.colours = taken[table.pk]


def open_tables(user: int) -> QuerySet[Game]:
    """Query the same by the number of an account."""
    free = Game.objects.filter(status=Game.Status.OPEN, public=True).annotate(seated=Count("players"))
    free = free.filter(seated__lt=F("seats_wanted")).exclude(players__user_id=user)
    for rule in COMPANY_RULES:
        free = free.exclude(pk__in=Player.objects.filter(user__in=rule.apart(user)).values("game"))
    return free.select_related("creator").order_by("-created_at")[:MOST_OPEN]


def taken_seats(user: int) -> QuerySet[Player, tuple[int, str]]:
    """Query the seats of these tables, and of those where the person sits: the game's number, and the colour."""
    own = Player.objects.filter(user_id=user, game__status=Game.Status.OPEN).values("game")
    seats = Player.objects.filter(Q(game__in=open_tables(user).values("pk")) | Q(game__in=own))
    return seats.values_list("game", "colour")


OPEN_TABLES = Prepared(open_tables, user=int)
TAKEN = Prepared(taken_seats, user=int)


PUBLIC_PAGE = 30
PUBLIC = {
    "open": Q(status=Game.Status.OPEN),
    "running": Q(status__in=[Game.Status.RUNNING, Game.Status.PAUSED]),
    "over": Q(status=Game.Status.OVER),
    "all": ~Q(status=Game.Status.VOID),
}


LISTED = Q(status=Game.Status.OPEN, public=True) | (~Q(status=Game.Status.OPEN) & Q(watch=Game.Watch.LISTED))
"""Games that anybody may join while they wait for players, and those that their creators list."""


def first_shown() -> str:
    """Choose the key of `PUBLIC` that a list opens on: the first with any game. Three queries at most."""
    return next((show for show in PUBLIC if Game.objects.filter(PUBLIC[show], LISTED).exists()), "open")


def public_games(
    user: User | AnonymousUser, show: str, *, search: str = "", rules: Sequence[str] = (), page: int = 1
) -> tuple[list[Game], bool]:
    """List a page of public games with their players, and whether there are more, the newest first. Two queries.
    Tables that wait for players are left out where somebody sits whom the reader does not want to play with.

    `show` is a key of `PUBLIC`, `search` a part of a game's or a player's name, `rules` are ids of presets. While it
    waits for players a game is listed if anybody may join, afterwards if its creator lists it.
    """
    rows = Game.objects.filter(PUBLIC[show], LISTED)
    for rule in COMPANY_RULES if user.is_authenticated else ():
        met = Player.objects.filter(user__in=rule.apart(user.pk or 0)).values("game")
        rows = rows.exclude(status=Game.Status.OPEN, pk__in=met)
    if search:
        sits = Player.objects.filter(~hiding_names("game__"), game=OuterRef("pk"), user__username__icontains=search)
        rows = rows.filter(Q(name__icontains=search) | Exists(sits))
    if rules:
        rows = rows.filter(rules__in=rules)
    seats = Prefetch("players", Player.objects.select_related("user"))
    first = (page - 1) * PUBLIC_PAGE
    found = list(rows.order_by("-created_at", "-pk").prefetch_related(seats)[first : first + PUBLIC_PAGE + 1])
    return found[:PUBLIC_PAGE], len(found) > PUBLIC_PAGE


@dataclass(frozen=True)
class Invitation:
    """A table that waits for the reader, and the name of who asked."""

    game: Game
    by: str


def invitations_to(user: User) -> list[Invitation]:
    """List open tables with a free seat, for a person asked by name or by a confirmed address, the newest first. Three
    queries at most."""
    hosts = {game: str(said.get("from") or "") for game, said in INVITED(user=user.pk)}
    if not hosts:
        return []
    free = Game.objects.filter(pk__in=hosts).annotate(seated=Count("players")).filter(seated__lt=F("seats_wanted"))
    games = free.exclude(players__user=user).prefetch_related("players").order_by("-created_at")[:MOST_OPEN]
    return [Invitation(game, hosts[game.pk]) for game in games]


def invited(user: int) -> QuerySet[OutboxMail, tuple[int, Facts]]:
    """Query the open tables for which a person was invited by mail, with what the mail says. Few tables are open, so
    their mails are looked through, and not all of the outbox."""
    theirs = EmailAddress.objects.filter(user_id=user, verified=True, email__iexact=OuterRef("address"))
    tables = Game.objects.filter(status=Game.Status.OPEN).values("pk")
    told = OutboxMail.objects.filter(Q(user_id=user) | Exists(theirs), template="invitation", game__in=tables)
    return told.order_by("pk").values_list("game", "context")


INVITED = Prepared(invited, user=int)


def watchable_games(limit: int = 10) -> list[Game]:
    """List games that are being played and that their creators list, for spectators."""
    games = Game.objects.filter(status=Game.Status.RUNNING, watch=Game.Watch.LISTED)
    return list(games.order_by(F("moved_at").desc(nulls_last=True))[:limit])


def overdue(now: datetime) -> QuerySet[Waiting]:
    """Query open answers of running games that the sweep should have timed out."""
    return Waiting.objects.filter(due_at__lt=now - LATE_BY, game__status=Game.Status.RUNNING)
