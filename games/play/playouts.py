"""Play an ended game on from the start of each of its turns, with bots in all seats. Only how many games each seat has
won leaves this module, and nothing of a game that runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import engine
from engine.playouts import Tally, tally_wins
from games.models import Game
from games.play.journal_reader import replayed


class TurnStart(NamedTuple):
    """Where a turn begins: after which entry, in which round, and whose it is."""

    seq: int
    round: int
    seat: int


def turn_starts(told: Iterable[tuple[int, Sequence[engine.Facts]]]) -> list[TurnStart]:
    """List the turns that begin with the events of effective entries, given as (seq, events), oldest first; of several
    in one entry the last."""
    found: list[TurnStart] = []
    for seq, events in told:
        began = [event for event in events if event.get("type") == "turn.began"]
        found += [TurnStart(seq, event["round"], event["seat"]) for event in began[-1:]]
    return found


class Playouts:
    """The positions of an ended game in which games are played on."""

    def __init__(self, game: Game, starts: Sequence[TurnStart]) -> None:
        """Fold the journal once. Raises ValueError for a game that goes on, whose cards and dice nobody may know, and
        what the engine raises if an entry cannot be played."""
        if not game.has_ended:
            raise ValueError("a running game is not played on")
        self._game = game
        self._states = replayed(game.pk, [start.seq for start in starts])

    def tally(self, start: TurnStart, most: int) -> Tally:
        """Count the wins from the start of a turn, in at most so many games. The same game and turn give the same
        numbers."""
        state, last_round = engine.load(self._states[start.seq]), self._game.last_round or 0
        return tally_wins(state, f"{self._game.digest} {start.seq}", most=most, last_round=last_round)
