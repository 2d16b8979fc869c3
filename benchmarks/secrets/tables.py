"""Tables of people on a site of its own, at which any position can be laid."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from math import ceil
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar
from unittest.mock import patch

import time_machine

import engine

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game
    from games.play.session import Session

Choice = TypeVar("Choice")
NOW = datetime(2026, 3, 1, 12, 0, 20, tzinfo=UTC)
MIXES: dict[str, tuple[dict[str, Any], ...]] = {
    "risk2210": (
        {"setup_orders": "in_turn"},
        {
            "setup_orders": "planned",
            "blank_cards": [
                {"deck": "naval", "name": "Fog Bank", "like": "Naval Stealth MODs", "cost": 0},
                {"deck": "land", "name": "Far Patrol", "like": "Scout Forces", "cost": 1},
            ],
        },
    ),
    "godstorm": (
        {"setup_orders": "in_turn"},
        {"setup_orders": "planned"},
        {"setup_orders": "planned", "territory_setup": "claim", "defender_dice": "always_max"},
    ),
}
"""The switches of games, one mix after another, as far as a number of seats allows them."""


class Table:
    """A running game of people alone, in which any position can be laid. Its dice are the same in every run. `share` is
    how much readers look at of what is chosen by lot."""

    share = 1.0

    def __init__(self, rules: str, seats: int, options: dict[str, Any], is_anonymous: bool = False) -> None:
        from games.clocks.values import usual_clock
        from games.models import StandingOrder
        from games.services.lobby import game_create, game_join
        from games.services.table_settings import TableSettings

        self.rules, self.seats, self.options, self.is_anonymous = rules, seats, options, is_anonymous
        people = [person(f"p{number}") for number in range(seats)]
        clock = usual_clock("UTC") | ({"zone": "Europe/Berlin", "anonymous": True} if is_anonymous else {})
        settings = TableSettings(name="Twins", rules=rules, seats_wanted=seats, options=options, clock=clock)
        with same_process(f"{seats} {options} {is_anonymous}"):
            game = game_create(creator=people[0], settings=settings)
            for user in people[1:]:
                game = game_join(game_id=game.pk, user=user, invite_token=game.invite_token)
        self.game: Game = game
        for player in game.players.all():
            StandingOrder.objects.create(
                game=game, player=player, text="when attacked: ask me\nwhen attacked: defend 2"
            )

    @property
    def url(self) -> str:
        from django.urls import reverse

        return reverse("game", args=[self.game.slug])

    def user(self, seat: int) -> User:
        found = self.game.players.get(seat=seat).user
        assert found is not None
        return found

    def draw(self, choices: Sequence[Choice], most: int, random: Random) -> list[Choice]:
        """Choose by lot at most so many of some choices, fewer where readers look at less."""
        return random.sample(choices, min(len(choices), ceil(most * self.share)))

    def lay(self, state: engine.GameState) -> Session:
        """Lay a position; returns its session, not saved yet."""
        from games.models import Snapshot
        from games.play.session import Session

        game = self.game
        game.refresh_from_db()
        state.seq = game.seq
        Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
        return Session.load(game, NOW)


class Tables:
    """A table for each number of seats and each mix of switches, made when it is needed; and those who look on."""

    def __init__(self, rules: str, share: float = 1.0) -> None:
        organizer(), spectator()  # stay, while all that is written in a game is taken back
        self.rules, self.share = rules, share
        self.made: dict[tuple[int, int, bool], Table] = {}

    def of(self, number: int) -> Table:
        """Return the table of a game: numbers of seats take turns, then mixes; every other game is anonymous, by
        lot."""
        least, most = engine.ruleset(self.rules).seats
        each, round = number % (most - least + 1), number // (most - least + 1)
        mixes = mixes_of(self.rules, least + each)
        is_anonymous = Random(f"anonymous {number}").random() < 0.5
        key = least + each, round % len(mixes), is_anonymous
        if key not in self.made:
            self.made[key] = Table(self.rules, key[0], mixes[key[1]], is_anonymous)
            self.made[key].share = self.share
        return self.made[key]


def mixes_of(rules: str, seats: int) -> list[dict[str, Any]]:
    """List the mixes of switches that a number of seats may play with: two are dealt their territories."""
    return [mix for mix in MIXES.get(rules, ({},)) if seats > 2 or mix.get("territory_setup") != "claim"]


def person(name: str) -> User:
    """Find or create a person with an account."""
    from accounts.models import User

    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(name, f"{name}@example.org", "a long password")


def organizer() -> User:
    """Find or create somebody who organizes games and plays in none."""
    from django.contrib.auth.models import Group

    from games.permissions import GROUP

    user = person("organizer")
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=GROUP))
    return user


def spectator() -> User:
    """Find or create somebody who looks at games and plays in none."""
    return person("spectator")


@contextmanager
def taken_back() -> Iterator[None]:
    """Take back all that is written inside; services that begin transactions of their own may be called."""
    from django.db import transaction

    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]
    with block:
        yield
        transaction.set_rollback(True)


@contextmanager
def same_process(seed: str) -> Iterator[None]:
    """Stop the clock, and draw the same random tokens each time: what a process makes up as it goes."""
    drawn = Random(seed)
    tokens: Any = {
        "token_bytes": drawn.randbytes,
        "token_hex": lambda size=16: drawn.randbytes(size).hex(),
        "token_urlsafe": lambda size=16: drawn.randbytes(size).hex(),
        "choice": drawn.choice,
        "randbelow": drawn.randrange,
    }
    with time_machine.travel(NOW, tick=False), patch.multiple(secrets, **tokens):
        yield
