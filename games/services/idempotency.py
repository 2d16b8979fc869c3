"""Opening tables for programs: once for each idempotency key, however often the request comes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction

from games.errors import KeyReused
from games.models import Game, MadeGame
from games.services.lobby import game_create

if TYPE_CHECKING:
    from accounts.models import User


def game_create_once(*, user: User, key: str, body: str, settings: Mapping[str, Any]) -> Game:
    """The table that `user` opened under `key`, made now if this is the first time. `settings` go to `game_create`.

    `body` tells different wishes apart. Raises KeyReused for another one under the same key, LobbyError.
    """
    try:
        with transaction.atomic(durable=True):
            return made_before(user, key, body) or make(user, key, body, settings)
    except IntegrityError:  # the same request twice at once: the other one was faster
        game = made_before(user, key, body)
        if game is None:
            raise
        return game


def made_before(user: User, key: str, body: str) -> Game | None:
    before = MadeGame.objects.select_related("game").filter(user=user, key=key).first()
    if before is None:
        return None
    if before.body != body:
        raise KeyReused
    return before.game


def make(user: User, key: str, body: str, settings: Mapping[str, Any]) -> Game:
    game = game_create(creator=user, **settings)
    MadeGame.objects.create(user=user, key=key, body=body, game=game)
    return game
