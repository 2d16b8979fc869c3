"""The ratings of players as apps above the games know them: kept with each seat of a rated game once somebody sits in
it, so that no page has to ask for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from common.registry import Registry
from games.models import Game, Player

Rating = tuple[int, int, bool]
"""A rating as pages show it, its cautious form, and whether it is provisional."""


@dataclass(frozen=True)
class RatingSource:
    """Ratings of some of the players of a game, by their keys."""

    name: str
    read: Callable[[Game, Sequence[Player]], Mapping[int, Rating]]


RATING_SOURCES: Registry[RatingSource] = Registry()


def keep_ratings(game: Game, players: Iterable[Player]) -> None:
    """Set the ratings of these players as they stand now, for the caller to save; none in a game that is not rated."""
    seated = list(players)
    for player in seated:
        player.rating = None
    for source in RATING_SOURCES if game.rated else ():
        found = source.read(game, seated)
        for player in seated:
            if player.pk in found:
                player.rating = list(found[player.pk])
