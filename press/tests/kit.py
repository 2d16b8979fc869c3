"""A table of four people for tests of messages, and short ways to write and read."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player
from games.selectors.access import game_for
from games.services.lobby import game_join
from press.audience import Audience
from press.models import Message
from press.selectors import Seen, Viewer, messages_for
from press.services.mailing import reply_number
from press.services.messages import Sent, press_send
from tests.games.kit import Table, make_table, person

NAMES = ("alice", "bob", "carol", "dave")


def four(**settings: Any) -> Table:
    """Four people without bots, in a game that has begun."""
    people = [person(name) for name in NAMES]
    User.objects.filter(pk__in=[each.pk for each in people]).update(date_joined=timezone.now() - timedelta(days=30))
    usual = {"name": "Long Winter", "rules": "classic_1959", "seats_wanted": 4}
    game = make_table(people[0], **usual | settings)
    for user in people[1:]:
        game = game_join(game_id=game.pk, user=user, invite_token=game.invite_token)
    return Table(game, people[0], people[1])


def user_of(name: str) -> User:
    return User.objects.get(username=name)


def seat_of(name: str) -> int:
    seat = Player.objects.get(user__username=name).seat
    assert seat is not None
    return seat


def write(play: Table, name: str, *to: str, text: str = "Leave Siam to me?", key: str = "", **fields: Any) -> Sent:
    """Let somebody write to these people, or to everyone."""
    audience = Audience(frozenset(seat_of(each) for each in to), **fields)
    return press_send(game_id=play.game.pk, user_id=user_of(name).pk, to=audience, text=text, source="web", key=key)


def read(play: Table, name: str, later: timedelta = timedelta()) -> list[Seen]:
    """List what somebody may read, now or later; a spectator for a name that has no seat."""
    user = User.objects.filter(username=name).first() or person(name)
    access = game_for(user, play.game.slug)
    return messages_for(access.game, Viewer.of(access, timezone.now() + later))


def texts(play: Table, name: str, later: timedelta = timedelta()) -> list[str]:
    return [seen.text for seen in read(play, name, later)]


def client(name: str) -> Client:
    found = Client()
    found.force_login(user_of(name))
    return found


def number(name: str) -> int:
    """Return the number by which somebody's reply addresses name the latest conversation."""
    latest = Message.objects.latest("pk").conversation_id
    return reply_number(Player.objects.get(user__username=name), latest)


def change(play: Table, **fields: Any) -> None:
    """Change the row of a game."""
    Game.objects.filter(pk=play.game.pk).update(**fields)
