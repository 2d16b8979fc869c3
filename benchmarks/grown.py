"""A site as `deploy/` starts it, with games that people have played for a while, for commands that measure one.

Web, two workers and beat are started as the units of systemd say, from the packages of the production lock; PostgreSQL
and Valkey come from their wheels. Everything listens on this machine alone and ends with the block.

`python -m benchmarks.grown GAMES ORDERS` fills the database of a site, and prints what it made as JSON.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.luck import fixed_luck

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game
    from tests.faults.deployed import Deployed

UNITS = ("fieldpost-web", "fieldpost-worker@1", "fieldpost-worker@2", "fieldpost-beat")
SEATS = 4
RULES = ("modern", "classic_1959", "risk2210", "godstorm")
TENTH = 10
"""Of so many games, the players of one get emails; those of the others have turned them off."""


@dataclass(frozen=True)
class Seated:
    """A player of a game: the slug of the game, and the session cookie of their browser."""

    slug: str
    session: str


@contextmanager
def grown_site(games: int, orders: int, kind: type[Deployed] | None = None) -> Iterator[tuple[Deployed, list[Seated]]]:
    """Start a site, play some games on it, and stop it at the end."""
    from tests.faults.deployed import Deployed
    from tests.faults.sites import Broker, Post
    from tests.kit.services import Services, postgres

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that nothing is left behind
    with (
        tempfile.TemporaryDirectory(prefix="fp-grown-") as folder,
        postgres() as url,
        Broker() as broker,
        Post() as post,
    ):
        site = (kind or Deployed)(Services(url, broker.url), Path(folder), post.url)
        try:
            for unit in UNITS:
                site.begin(unit)
            made = site.python("-m", "benchmarks.grown", str(games), str(orders))
            yield site, [Seated(*each) for each in json.loads(made.splitlines()[-1])]
        finally:
            site.stop()


def fill(games: int, orders: int) -> list[tuple[str, str]]:
    """Play games of four persons each for so many orders; returns game and session of every player."""
    made = []
    for number in range(games):
        with fixed_luck(f"grown {number}"):
            people = [person(f"p{number}n{seat}", quiet=number % TENTH > 0) for seat in range(SEATS)]
            game = begun(people, RULES[number % len(RULES)])
            play(game, orders)
        made += [(game.slug, session(user)) for user in people]
    return made


def person(name: str, *, quiet: bool) -> User:
    """Create an account, with emails about games or without."""
    from accounts.models import User

    user = User.objects.create_user(name, f"{name}@example.org", None)
    if quiet:
        User.objects.filter(pk=user.pk).update(turn_mail="none", news_mail=False, reminder_mail=False)
    return user


def session(user: User) -> str:
    """Return the session cookie of a browser in which a person has logged in."""
    from django.conf import settings
    from django.test import Client

    browser = Client()
    browser.force_login(user)
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


def begun(people: list[User], rules: str) -> Game:
    """Create a game that starts because everybody joins it."""
    from games.services.lobby import game_create, game_join
    from games.services.table_settings import TableSettings

    game = game_create(creator=people[0], settings=TableSettings(name="Grown", rules=rules, seats_wanted=len(people)))
    for guest in people[1:]:
        game = game_join(game_id=game.pk, user=guest)
    return game


def play(game: Game, orders: int) -> None:
    """Give orders that the site suggests, by whoever is asked."""
    from games.decisions.registry import suggested_orders
    from games.models import Waiting
    from games.selectors.access import view_of
    from games.services.orders import order_submit

    for _ in range(orders):
        for row in Waiting.objects.filter(game=game, player__bot="").select_related("player")[:1]:
            text = suggested_orders(view_of(game, row.seat))[0].order
            user = row.player.user_id or 0
            order_submit(game_id=game.pk, seat=row.seat, ref=row.ref, source="link", user_id=user, text=text)
            game.refresh_from_db()


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    print(json.dumps(fill(int(sys.argv[1]), int(sys.argv[2]))))


if __name__ == "__main__":
    main()
