"""Keep how mail about single games comes to the people who play them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction

from common.mail_ways import MAILED, Way
from games.models import Game, Player

if TYPE_CHECKING:
    from accounts.models import User

WISHES_OF_A_GAME = ("turn", "news", "press")
ENDED = (Game.Status.OVER, Game.Status.VOID)


def chosen_seats(user: User) -> list[Player]:
    """List a person's seats in games from which mail may still come, by the name of the game. One query."""
    seats = Player.objects.filter(user=user).exclude(game__status__in=ENDED).exclude(state=Player.State.RESIGNED)
    return list(seats.select_related("game", "user").order_by("game__name", "game_id"))


@transaction.atomic
def choose_ways(user: User, chosen: Mapping[int, Mapping[str, str]]) -> None:
    """Store how mail comes, by seat and wish; what is empty comes as for all games. Seats of others stay untouched."""
    for seat in Player.objects.filter(user=user, pk__in=chosen):
        ways = {wish: way for wish, way in chosen[seat.pk].items() if way and wish in WISHES_OF_A_GAME}
        Player.objects.filter(pk=seat.pk, user=user).update(mail_ways=ways or None)


def stop_everywhere(user: User, wish: str) -> bool:
    """End a wish (all of them without one) in every game where something else was chosen than for all games; returns
    whether there was any. The caller is in a transaction."""
    ended = False
    for seat in Player.objects.filter(user=user, mail_ways__isnull=False):
        ways = end_ways(seat.mail_ways or {}, wish)
        if ways != seat.mail_ways:
            Player.objects.filter(pk=seat.pk).update(mail_ways=ways or None)
            ended = True
    return ended


def end_ways(ways: Mapping[str, str], wish: str) -> dict[str, str]:
    """Return what is left of a game's ways once a wish has ended; what is left out comes as for all games."""
    left = {}
    for each, way in ways.items():
        if wish in ("", "reminder") and way == Way.REMINDER:
            left[each] = Way.NONE.value
        elif not (way in MAILED and (wish in ("", each) or (wish == "digest" and way == Way.DIGEST))):
            left[each] = way
    return left
