"""End games at a stated time, as they stand. A last round, and how many players are left, are looked at with every move
(`games.play.session`); organizers end a game in `games.services.organize`."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from games.errors import GameClosed
from games.models import Entry, Game
from games.play.session import Session
from games.services.commit import commit_session
from games.services.locks import db_now, game_lock
from games.services.site_outage import is_held

log = logging.getLogger(__name__)

LIVE = (Game.Status.RUNNING, Game.Status.PAUSED)


def end_games(now: datetime, limit: int) -> int:
    """Adjudicate the games whose time has come, paused ones too. Returns how many. One that fails is logged and left to
    a later sweep."""
    due = Game.objects.filter(ends_at__lte=now, status__in=LIVE).order_by("ends_at")
    ended = 0
    for game_id in due.values_list("pk", flat=True)[:limit]:
        try:
            ended += end_if_due(game_id=game_id)
        except Exception:
            log.exception("game %s could not be adjudicated", game_id)
    return ended


def end_if_due(*, game_id: int) -> bool:
    """Adjudicate one game if its time has come; the open turn is not played on. False if it has not, or another worker
    has the game."""
    with transaction.atomic(durable=True):
        try:
            game = game_lock(game_id, skip_locked=True)
        except Game.DoesNotExist:
            return False
        now = db_now()
        if game.status not in LIVE or not game.has_board or not is_past_end(game, now):
            return False
        session = Session.load(game, now)
        session.adjudicate("ends_at", source=Entry.Source.DEADLINE)
        commit_session(session, source=Entry.Source.DEADLINE)
    return True


def is_past_end(game: Game, now: datetime) -> bool:
    """Check whether the time has come at which a game ends, by a clock that is believed."""
    return game.ends_at is not None and game.ends_at <= now and not is_held()


def refuse_past_end(game: Game, now: datetime) -> None:
    """Refuse an order that comes when the time of a game has come, though it is not adjudicated yet. Raises
    GameClosed."""
    if is_past_end(game, now):
        raise GameClosed
