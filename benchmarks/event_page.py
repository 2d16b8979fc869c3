"""A large event for measurements: rounds that are over, with places by lot, and one that is being played."""

from __future__ import annotations

import copy
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game
    from tournaments.models import Entrant, Round, Tournament

SEATS = 4


def crowd_event(people: int, rounds: int) -> tuple[Tournament, User]:
    """Make a Swiss event of so many people, a multiple of four, with so many rounds that are over and one that is being
    played; returns it, and one of those who play."""
    from django.utils import timezone

    from tournaments.models import Entrant, Tournament
    from tournaments.services.creating import EventSettings, event_create

    users = make_people(people)
    settings = EventSettings(title="Long Swiss", rules="modern", stages=[{"kind": "swiss", "rounds": rounds + 1}])
    event = event_create(settings, slug="long-swiss")
    Entrant.objects.bulk_create(
        Entrant(tournament=event, number=at, user=user, name=user.username, seed_rank=at, entered=1)
        for at, user in enumerate(users, 1)
    )
    lots = Random("long swiss")
    for number in range(1, rounds + 2):
        make_round(event, number, lots, is_over=number <= rounds)
    now = timezone.now()
    event.status, event.rounds, event.started_at = Tournament.Status.RUNNING, rounds + 1, now
    event.save()
    start_copies(event, {user.username: user for user in users})
    return event, users[0]


def make_people(count: int) -> list[User]:
    from accounts.models import User

    names = [f"crowd-{at:03}" for at in range(1, count + 1)]
    User.objects.bulk_create(User(username=name, email=f"{name}@example.org") for name in names)
    return list(User.objects.filter(username__in=names).order_by("username"))


def make_round(event: Tournament, number: int, lots: Random, *, is_over: bool) -> Round:
    """Draw a round by lot, and let a lot decide its tables if it is over."""
    from django.utils import timezone

    from tournaments.models import Round, Table

    entrants = list(event.entrants.all())
    lots.shuffle(entrants)
    tables = [[each.code for each in entrants[at : at + SEATS]] for at in range(0, len(entrants), SEATS)]
    names = {"event": event.slug, "stage": "s1", "round": number, "group": ""}
    given = {**names, "seed": sha256(str(number).encode()).hexdigest(), "players": list(map(tell_player, entrants))}
    output = {"tables": tables, "byes": [], "repeats": [], "together": [], "uneven_seats": []}
    results = {**names, "byes": [], "adjust": [], "tables": [tell_table(table, lots) for table in tables]}
    drawn = Round.objects.create(
        tournament=event,
        stage=event.stages.get(),
        number=number,
        given=given,
        output=output,
        results=results if is_over else None,
        status=Round.Status.BOOKED if is_over else Round.Status.RUNNING,
        frozen_at=timezone.now(),
    )
    Table.objects.bulk_create(Table(round=drawn, number=at, seats=seats) for at, seats in enumerate(tables, 1))
    return drawn


def tell_player(entrant: Entrant) -> dict[str, Any]:
    """Write a player of an input, as large as they are."""
    had = {"byes": 0, "off": 0, "drift": 0, "team": "", "met": {}, "seats": {"4": [1, 1, 1, 1]}}
    return {"id": entrant.code, "rank": entrant.number, "score": 0, **had}


def tell_table(table: list[str], lots: Random) -> dict[str, Any]:
    order = lots.sample(range(len(table)), len(table))
    seats = [{"entrant": name, "credits": [[name, 60]]} for name in table]
    places = [[seat] for seat in order]
    return {"game": f"game-{table[0]}", "state": "won", "places": places, "land": {}, "seats": seats}


def start_copies(event: Tournament, people: dict[str, User]) -> None:
    """Start the games of the round that is being played: the first of them, and copies of it for the others."""
    from games.models import Player, Snapshot, Waiting
    from games.services.table_settings import TableSettings
    from games.services.tables import table_create
    from tournaments.models import Round

    names = {each.code: each.name for each in event.entrants.all()}
    first, *tables = event.drawn.get(status=Round.Status.RUNNING).tables.order_by("number")
    settings = TableSettings(name="Long Swiss 1", rules="modern", seats_wanted=SEATS)
    game = table_create(settings, [people[names[code]] for code in first.seats], pairing=sha256(b"").hexdigest())
    first.game = game
    first.save()
    seats, waiting = list(game.players.order_by("seat")), list(Waiting.objects.filter(game=game))
    state = Snapshot.objects.filter(game=game).latest("seq")
    for table in tables:
        table.game = copy_game(game, table.number)
        table.save()
        sitters = [people[names[code]] for code in table.seats]
        made = [copied(seat, game=table.game, user=user) for seat, user in zip(seats, sitters, strict=True)]
        Player.objects.bulk_create(made)
        by_seat = {player.seat: player for player in table.game.players.all()}
        for row in waiting:
            copied(row, game=table.game, player=by_seat[row.seat]).save()
        copied(state, game=table.game).save()


def copy_game(game: Game, number: int) -> Game:
    made = copied(game, slug=f"long-swiss-{number}", invite_token=f"long-swiss-{number}", name=f"Long Swiss {number}")
    made.save()
    return made


def copied(row: Any, **told: Any) -> Any:
    """Copy a row under a number of its own, with other values."""
    made = copy.copy(row)
    made._state = copy.copy(row._state)
    made._state.fields_cache = {}
    made.pk, made._state.adding = None, True
    for name, value in told.items():
        setattr(made, name, value)
    return made
