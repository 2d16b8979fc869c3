"""Fills the database of a site under test: people and games whose first turn is due. Prints what it made as JSON.

python -m tests.faults.seed GAMES SECONDS [--mails] [--tokens] [--groups NUMBER]
"""

from __future__ import annotations

import argparse
import json
import os
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game

NAMES = ("alice", "bob", "carol")
QUIET = ("ann", "ben", "cleo")
"""People who want no mail. They fill all tables but every tenth: painting the boards of mails is most of the work."""

TENTH = 10
MAILS_A_PASS = 3
"""To who is asked next, to who missed the turn, to who looks on."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=int)
    parser.add_argument("seconds", type=float, help="until the open answers are due; negative: they are overdue")
    parser.add_argument("--mails", action="store_true", help="keep the mails that the start has queued")
    parser.add_argument("--tokens", action="store_true", help="give each seat a token for programs, bound to its game")
    parser.add_argument("--groups", type=int, help="so many groups of people who want no mail fill the tables in turn")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from accounts.models import User
    from games.models import AuditEntry, OutboxMail
    from games.services.demo import SEEDED

    AuditEntry.objects.get_or_create(action=SEEDED)  # the local site shall not add its own game
    people, quiet = [person(name) for name in NAMES], [person(name) for name in QUIET]
    groups = [[person(f"{name}{number}") for name in QUIET] for number in range(given.groups or 0)]
    silent = [one.pk for group in (quiet, *groups) for one in group]
    User.objects.filter(pk__in=silent).update(turn_mail="none", news_mail=False, reminder_mail=False)
    tables = groups or [people, *[quiet] * (TENTH - 1)]
    games = [game(tables[number % len(tables)]) for number in range(given.games)]
    if not given.mails:
        OutboxMail.objects.update(state=OutboxMail.State.CANCELLED, error="of the start, which no test is about")
    make_due(given.seconds)
    made = [told(one, given.tokens) for one in games]
    print(json.dumps({"games": made, "cookies": {one.pk: cookie(one) for one in [*people, *quiet]}}))


def mails_of(games: int) -> int:
    """How many mails it takes to tell of one missed turn in each of so many seeded games."""
    return MAILS_A_PASS * -(-games // TENTH)


def person(name: str) -> User:
    """Somebody with an address, who never types a password here."""
    from accounts.models import User

    return User.objects.create_user(name, f"{name}@example.org", None)


def game(people: list[User]) -> Game:
    """A table of three persons, begun; the first is asked to place armies."""
    from games.services.lobby import game_create, game_join
    from games.services.table_settings import TableSettings

    made = game_create(creator=people[0], settings=TableSettings(name="Due", rules="classic_1959", seats_wanted=3))
    for guest in people[1:]:
        made = game_join(game_id=made.pk, user=guest)
    return made


def make_due(seconds: float) -> None:
    """Let every open answer be due so many seconds from now, by the clock of this machine."""
    from django.utils import timezone

    from games.models import Game, Waiting

    at = timezone.now() + timedelta(seconds=seconds)
    Waiting.objects.update(due_at=at, deadline_at=at, remind_at=None)
    Game.objects.update(deadline_at=at, turn_deadline_at=at)


def told(game: Game, tokens: bool = False) -> dict[str, object]:
    """What a test needs to play the open answer by page or by link, or the game by programs."""
    from games.decisions.registry import suggested_orders
    from games.mail.links import OrderLink, link_path
    from games.mail.reply import ReplyAddress, address_of
    from games.models import Waiting
    from games.selectors.access import view_of

    row = Waiting.objects.select_related("player").get(game=game)
    order = suggested_orders(view_of(game, row.seat))[0].order
    user_id = row.player.user_id or 0
    link = link_path(OrderLink(game.pk, row.seat, row.ref, order, user_id))
    return {
        "id": game.pk,
        "slug": game.slug,
        "seat": row.seat,
        "ref": row.ref,
        "user": row.player.user_id,
        "order": order,
        "link": link,
        "reply": address_of(ReplyAddress(game.pk, row.seat, row.ref, user_id), 0),
        "tokens": tokens_of(game) if tokens else [],
    }


def tokens_of(game: Game) -> list[str]:
    """Of each seat in turn."""
    from games.services.tokens import token_make

    seats = game.players.select_related("user").order_by("seat")
    return [token_make(user=player.user, name="soak", scope="play", game=game)[1] for player in seats]


def cookie(user: User) -> str:
    """The value of a session cookie with which a browser is this person."""
    from django.conf import settings
    from django.test import Client

    visitor = Client()
    visitor.force_login(user)
    return visitor.cookies[settings.SESSION_COOKIE_NAME].value


if __name__ == "__main__":
    main()
