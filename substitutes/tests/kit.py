"""Tables with a seat that has fallen free, and people who would take it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.clocks.values import plain_clock
from games.models import Entry, Game, Heartbeat, Player, SiteClock, Waiting
from games.services.deadlines import deadline_expire
from games.services.lobby import game_create, game_join
from games.services.table_settings import TableSettings
from substitutes.models import Offer, SignUp
from substitutes.services import sign_up, substitutes_sweep
from tests.games.kit import Table, person

NAMES = ("alice", "bob", "carol")


def three(
    then: tuple[str, ...] = ("substitute", "caretaker"), clock: dict[str, Any] | None = None, **fields: Any
) -> Table:
    """Three people in a game that has begun, whose seats fall free after one missed turn."""
    beat()
    people = [person(name) for name in NAMES]
    usual = plain_clock(72, 24, 0, is_strict=False)
    time = usual | {"late": {"row": 1, "total": 4, "of": 20, "first": 1, "then": list(then)}} | (clock or {})
    settings = TableSettings(name="Long Winter", rules="classic_1959", seats_wanted=3, clock=time, **fields)
    game = game_create(creator=people[0], settings=settings)
    for user in people[1:]:
        game = game_join(game_id=game.pk, user=user, invite_token=game.invite_token)
    return Table(game, people[0], people[1])


def beat() -> None:
    """Let the sweep of deadlines have run just now, so that nothing is still to be credited."""
    SiteClock.objects.get_or_create()
    Heartbeat.objects.update_or_create(name="sweep", defaults={"seen_at": timezone.now()})


def free(play: Table) -> Player:
    """Let the person who is asked miss the turn, so that their seat falls free."""
    seat = play.waiting.seat
    Waiting.objects.filter(game=play.game).update(due_at=timezone.now() - timedelta(seconds=1))
    assert deadline_expire(game_id=play.game.pk)
    return Player.objects.get(game=play.game, seat=seat)


def willing(*names: str, game: Game | None = None) -> list[User]:
    """Make people and sign them up, one after another."""
    made = [person(name) for name in names]
    for user in made:
        sign_up(user=user, game=game)
    return made


def asked() -> list[str]:
    """Sweep, and name who is asked now."""
    beat()
    substitutes_sweep()
    return [offer.user.username for offer in Offer.objects.filter(outcome="").select_related("user").order_by("pk")]


def later(hours: int) -> None:
    """Let time pass for all offers and lists."""
    by = timedelta(hours=hours)
    Offer.objects.update(until=F("until") - by, asked_at=F("asked_at") - by)
    SignUp.objects.update(at=F("at") - by)


def told(play: Table) -> list[str]:
    """The kinds of all notes."""
    notes = Entry.objects.filter(game=play.game, kind=Entry.Kind.NOTE).order_by("seq")
    return [str(note.events[0]["type"]).removeprefix("host.") for note in notes]


def outcomes() -> list[tuple[str, str]]:
    """Who was asked, in order, and what came of it."""
    return list(Offer.objects.order_by("pk").values_list("user__username", "outcome"))
