"""Games that are over, for tests of what is known of their chances."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from django.db import transaction

from benchmarks.luck import fixed_luck
from engine.bots import choose
from games.models import Entry, Game, Player
from games.play.autoplay import run_until_human
from games.play.session import Session
from games.services.commit import commit_session
from games.services.locks import db_now, game_lock
from games.services.table_settings import TableSettings
from games.services.tables import table_create

if TYPE_CHECKING:
    from accounts.models import User


def play_out(game_id: int, rounds: int = 0) -> Game:
    """Play a game to its end, or to this round, with bots for the people in it."""
    rng = random.Random(1959)
    with transaction.atomic():
        game = game_lock(game_id)
        session = Session.load(game, db_now())
        while session.asked is not None and (not rounds or session.round < rounds):
            run_until_human(session)
            if session.asked is not None:
                view = session.view(session.asked.seats[0])
                session.play(choose("veteran", view, rng), Entry.Source.SYSTEM)
        commit_session(session, source=Entry.Source.SYSTEM)
    return Game.objects.get(pk=game_id)


def ended_game(*people: User, rules: str = "modern", word: str = "chances", rounds: int = 0, **fields: object) -> Game:
    """Make a game of these people and bots in four seats, the same for the same word, and play it to its end."""
    bots = ("recruit", "veteran", "recruit", "recruit")[: 4 - len(people)]
    settings = TableSettings(
        name="The Long Winter", rules=rules, seats_wanted=4, bots=bots, watch=Game.Watch.LISTED, **fields
    )
    with fixed_luck(word):
        game = table_create(settings, people, people[0])
        Player.objects.filter(game=game, user=people[0]).update(came=True)
        return play_out(game.pk, rounds)
