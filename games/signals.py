"""What apps above the games may listen to. Games know nothing of them, as accounts know nothing of games."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction
from django.dispatch import Signal

from games.models import Game

# Sent once a game is over or called off for good, after the commit. It does no more than wake: it may be lost with the
# process, so a sweep has to find what was left, and the game's row says how it ended. A game ends once: no undo and no
# rewind leads back from there. A receiver that fails is logged and stops nobody. Arguments: game_id.
game_ended = Signal()


# Sent before the time of a seat is declared over. A receiver that answers True has something of that time to finish,
# and the seat is looked at again soon. One that fails is logged and stops nobody. Arguments: game_id.
time_is_up = Signal()


def end_game(game: Game, status: str, at: datetime) -> None:
    """Mark a locked game as over or called off, for its caller to save, and announce that after the commit."""
    game.status, game.ended_at = status, at
    transaction.on_commit(partial(game_ended.send_robust, Game, game_id=game.pk), robust=True)
