"""Whom a person does not want to hear. The other side learns nothing of it."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import User
from games.errors import NotAllowed
from games.models import Player
from press.models import Mute


def seat_of(player: Player, seat: int) -> Player:
    """Find another seat of a player's game. Raises NotAllowed."""
    found = Player.objects.filter(game_id=player.game_id, seat=seat).exclude(pk=player.pk).first()
    if found is None:
        raise NotAllowed
    return found


def mute_seat(player: Player, seat: int, *, everywhere: bool = False, blocks: bool = False) -> None:
    """Mute a seat in this game; `everywhere` the person in it in all games, whom `blocks` also keeps away from one's
    tables. In a game that hides names the seat alone is muted. Raises NotAllowed for a seat that there is not."""
    other = seat_of(player, seat)
    if (everywhere or blocks) and other.user_id and not player.game.hides_names:
        Mute.objects.update_or_create(owner_id=player.user_id, user_id=other.user_id, defaults={"blocks": blocks})
    else:
        Mute.objects.get_or_create(owner_id=player.user_id, player=other)


def kept_apart(user: int) -> QuerySet[User]:
    """Query the people whom a person has blocked, or who have blocked them."""
    own = Mute.objects.filter(owner_id=user, blocks=True).values("user")
    others = Mute.objects.filter(user_id=user, blocks=True).values("owner")
    return User.objects.filter(Q(pk__in=own) | Q(pk__in=others))


def unmute_seat(player: Player, seat: int, *, everywhere: bool = False, blocks: bool = False) -> None:
    """Unmute a seat and who plays it, so that all that was missed is shown. Raises NotAllowed."""
    other = seat_of(player, seat)
    Mute.objects.filter(owner_id=player.user_id, player=other).delete()
    if other.user_id and not player.game.hides_names:
        Mute.objects.filter(owner_id=player.user_id, user_id=other.user_id).delete()


def mute_grey(player: Player, *, on: bool) -> None:
    """Mute all unsigned messages of a game, or hear them again."""
    if on:
        Mute.objects.get_or_create(owner_id=player.user_id, grey_id=player.game_id)
    else:
        Mute.objects.filter(owner_id=player.user_id, grey_id=player.game_id).delete()
