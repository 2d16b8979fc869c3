"""Open tables for programs, once for each idempotency key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction

from games.errors import KeyReused
from games.models import Game, MadeGame
from games.services.lobby import game_create
from games.services.table_settings import TableSettings

if TYPE_CHECKING:
    from accounts.models import User


def game_create_once(*, user: User, key: str, body: str, settings: TableSettings) -> Game:
    """Return the table that `user` opened under `key`; create it the first time.

    `body` tells requests apart. Raises KeyReused for another one under the same key, LobbyError.
    """
    try:
        with transaction.atomic(durable=True):
            return find_previous(user, key, body) or create_under_key(user, key, body, settings)
    except IntegrityError:  # the same request twice at once: the other one was faster
        game = find_previous(user, key, body)
        if game is None:
            raise
        return game


def find_previous(user: User, key: str, body: str) -> Game | None:
    before = MadeGame.objects.select_related("game").filter(user=user, key=key).first()
    if before is None:
        return None
    if before.body != body:
        raise KeyReused
    return before.game


def create_under_key(user: User, key: str, body: str, settings: TableSettings) -> Game:
    game = game_create(creator=user, settings=settings)
    MadeGame.objects.create(user=user, key=key, body=body, game=game)
    return game
