"""Who plays in a game, and whose hidden things a person has seen there: asked before somebody gets a seat or its eyes,
and before an organizer acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.models import Game

if TYPE_CHECKING:
    from accounts.models import User


def plays_in(game: Game, user: User) -> bool:
    """Check whether a person has a seat in a game, or stands in there for somebody now. One query."""
    return any(player.is_played_by(user.pk) for player in game.players.all())
