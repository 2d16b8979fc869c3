"""Play a person's turn as a bot would: simulated seasons and populations use the site as its players do, by the move.

What a person is asked in one turn is answered in one transaction, as one message of orders is.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from django.db import transaction

from engine.bots import choose
from games.models import Entry, Game
from games.play.session import Session
from games.services.commit import commit_session
from games.services.locks import db_now, game_lock

MOST_ANSWERS = 400
"""In one message; a turn that takes more goes on with the next."""


def turn_simulate(*, game_id: int, minds: Mapping[int, str], rng: random.Random) -> bool:
    """Answer all that one person is asked in a row. `minds`: by the id of an account, the bot that it plays as. False
    if none of these people is asked."""
    with transaction.atomic(durable=True):
        game = game_lock(game_id)
        if game.status != Game.Status.RUNNING:
            return False
        session = Session.load(game, db_now())
        seats = {seat: mind for seat, player in session.players.items() if (mind := minds.get(player.user_id or 0))}
        seat = next((seat for seat in sorted(seats) if is_asked(session, seat)), None)
        if seat is None:
            return False
        for _answer in range(MOST_ANSWERS):
            if not is_asked(session, seat):
                break
            session.play(choose(seats[seat], session.view(seat), rng), Entry.Source.WEB)
        commit_session(session, source=Entry.Source.WEB, seat=seat)
    return True


def is_asked(session: Session, seat: int) -> bool:
    """Check whether a seat has a question to answer itself."""
    asked = session.asked
    return asked is not None and seat in asked.seats and not session.players[seat].answers_by_itself
