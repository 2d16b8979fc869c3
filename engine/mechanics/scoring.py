"""The final score of games of a fixed number of rounds: who is level in all of its figures wins together.

Sources: Risk 2210 A.D., "Winning", "A Tie"; Godstorm, the same. What counts, and what breaks ties, is the family's.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar, cast

from engine.core.context import Context
from engine.core.events import Event
from engine.mechanics.turns import win


class SeatScore(Protocol):
    """What a seat has at the end: its `total`, and its `rank`, which begins with the total and breaks ties."""

    @property
    def seat(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def rank(self) -> tuple[int, ...]: ...


Score = TypeVar("Score", bound=SeatScore)


class _WithScores(Protocol):
    """The state of a family whose games end by a count."""

    scores: tuple[int, ...]


def end_by_score(
    context: Context, count: Callable[[Context, int], Score], scored: Callable[[tuple[Score, ...]], Event]
) -> None:
    """Count the score of each living seat in the order of play, tell the scores by the event `scored`, end the game."""
    state = context.state
    scores = tuple(count(context, seat) for seat in state.order if not state.players[seat].out)
    totals = {score.seat: score.total for score in scores}
    cast(_WithScores, state).scores = tuple(totals.get(seat, 0) for seat in range(len(state.players)))
    context.emit(scored(scores))
    win(context, foremost({score.seat: score.rank for score in scores}))


def foremost(ranks: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """List the seats of the highest rank, which are several if they are level in all of its figures."""
    best = max(ranks.values())
    return tuple(sorted(seat for seat, rank in ranks.items() if rank == best))


def present_scores(context: Context, count: Callable[[Context, int], int]) -> tuple[int, ...]:
    """Count for each seat what it would score now; those that are out score nothing."""
    return tuple(0 if player.out else count(context, seat) for seat, player in enumerate(context.state.players))
