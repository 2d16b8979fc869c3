"""Who may see which game, and as whom. A game that may not be seen is a 404, as if there were none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404

from engine import PlayerView
from games.journal import view_at
from games.models import Game, Player
from games.models.game import tell_apart
from games.organize.rights import sees_all_games
from games.prepared import Prepared

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User


@dataclass(frozen=True)
class Access:
    """A game, everybody at its table, and the reader's own seat if there is one."""

    game: Game
    players: tuple[Player, ...]
    player: Player | None = None

    @property
    def viewer(self) -> int | None:
        """The seat whose eyes the reader has; None for spectators and before the start."""
        return self.player.seat if self.player else None

    @property
    def may_play(self) -> bool:
        """Whether the reader's own orders count: a seat that was not given up for good."""
        return self.player is not None and self.player.state in (Player.State.PLAYING, Player.State.CARETAKER)


PLAYERS = Prepared(
    lambda slug: Player.objects.filter(game__slug=slug).select_related("game__creator", "user"), slug=str
)


def game_for(user: User | AnonymousUser, slug: str) -> Access:
    """The game of this address for a reader (a user, or an anonymous one). One query.

    An open table is shown to everybody unless it is by invitation; a game, unless only players may watch it.
    Raises Http404 for unknown games and for those that the reader may neither play nor watch.
    """
    players = tuple(PLAYERS(slug=slug))
    if not players:
        raise Http404
    tell_apart(players)
    game = players[0].game
    me = next((player for player in players if user.is_authenticated and player.user_id == user.pk), None)
    shown = game.watch == Game.Watch.ANYONE if game.has_board else game.public
    if me is None and not shown and not sees_all_games(user):
        raise Http404
    return Access(game, players, me)


def view_of(game: Game, viewer: int | None) -> PlayerView:
    """What a seat, or a spectator, sees of a game now. Two queries."""
    return view_at(game, game.seq, viewer)
