"""Seed one game to try on a local site: a person in the middle of a game with three bots."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from engine.bots import choose
from games.models import AuditEntry, Entry, Game, Player
from games.play.autoplay import run_until_human
from games.play.session import Session
from games.services.locks import db_now, game_lock
from games.services.notifications import notify_session
from games.services.table_settings import TableSettings
from games.services.tables import table_create

if TYPE_CHECKING:
    from accounts.models import User

USER, PASSWORD = "tessel", "lamplight-on-the-board"
SEEDED = "demo.seed"
BOTS = ("recruit", "veteran", "recruit")
ROUNDS = 3
"""The demonstration is shown in this round, when continents have begun to change hands."""

PLAYED_BY = "veteran"
FAIR_SHARE = 8
"""Territories that the person holds at least, so that there is something to play for."""

TRIES = 30
MOST_ORDERS = 2000


class UnsuitableGame(Exception):
    """A game in which one side did too well for a demonstration."""


@dataclass(frozen=True)
class Demo:
    """The login that the start of the local site prints."""

    username: str
    password: str
    game: Game | None


def seed_demo() -> Demo:
    """Seed the demonstration once: later starts find the row that says so. Only where EMBEDDED."""
    demo = Demo(USER, PASSWORD, Game.objects.filter(creator__username=USER).order_by("pk").first())
    if not settings.EMBEDDED or AuditEntry.objects.filter(action=SEEDED).exists():
        return demo
    with transaction.atomic():
        user = demo_user()
        game = demo_game(user)
        AuditEntry.objects.create(game=game, action=SEEDED, reason=_("First start of a local site"))
    return replace(demo, game=game)


def demo_user() -> User:
    """Create the person at the table, with an address that the local inbox shows."""
    people = get_user_model()
    user = people.objects.filter(username=USER).first()
    if user is None:
        user = people.objects.create_user(USER, f"{USER}@localhost.localdomain", PASSWORD)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def demo_game(user: User) -> Game:
    """Make a game of `modern` in which four seats live and the person is to attack; retry until one fits.

    Raises UnsuitableGame if none is.
    """
    for _try in range(TRIES):
        try:
            with transaction.atomic():
                return try_game(user)
        except UnsuitableGame:
            continue
    raise UnsuitableGame


def try_game(user: User) -> Game:
    """Create a game and let bots play it to round `ROUNDS`. Raises UnsuitableGame."""
    settings = TableSettings(
        name=_("The Long Winter"),
        rules="modern",
        seats_wanted=4,
        colour="blue",
        bots=BOTS,
        watch=Game.Watch.LISTED,
    )
    game = table_create(settings, [user], user)
    game = game_lock(game.pk)
    session = Session.load(game, db_now())
    seat = Player.objects.get(game=game, user=user).seat or 0
    play_until_ready(session, seat)
    seats = session.view(seat).seats
    if any(each.out for each in seats) or seats[seat].territories < FAIR_SHARE:
        raise UnsuitableGame
    session.save()
    notify_session(session, source=Entry.Source.SYSTEM, seat=None)
    return game


def play_until_ready(session: Session, seat: int) -> None:
    """Play a bot for the person until the demonstration may begin. Raises UnsuitableGame if that never comes."""
    rng = random.Random(1959)
    for _order in range(MOST_ORDERS):
        run_until_human(session)
        asked = session.asked
        if asked is None or session.view(seat).seats[seat].out:
            raise UnsuitableGame
        if seat not in asked.seats:
            continue
        if session.round >= ROUNDS and asked.kind == "battle.attack_asked":
            return
        session.play(choose(PLAYED_BY, session.view(seat), rng), Entry.Source.SYSTEM)
    raise UnsuitableGame
