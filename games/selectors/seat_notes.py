"""What apps above the games say beside the names at a table before the game begins and when it is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from common.registry import Registry
from games.models import Game, Player


@dataclass(frozen=True)
class SeatNote:
    """Words for some of the players of a game, by their keys. `words` gets those whose names are shown."""

    name: str
    words: Callable[[Game, Sequence[Player]], Mapping[int, str]]


SEAT_NOTES: Registry[SeatNote] = Registry()


def note_seats(game: Game, players: Sequence[Player]) -> None:
    """Set the notes of the players of a game; where its players are anonymous there are none before the end."""
    if game.time.rules.anonymous and not game.has_ended:
        return
    for note in SEAT_NOTES:
        words = note.words(game, players)
        for player in players:
            if player.pk in words:
                player.notes = (*player.notes, words[player.pk])
