"""Read what each seat held when each round began, and now, as spectators may see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import engine
from common.caches import get_or_make
from games.models import Game
from games.pages.turn import held_units
from games.selectors.access import past_views
from games.selectors.thumbnails import moment_of

KEEP = 24 * 3600


@dataclass(frozen=True)
class RoundFigures:
    """A round, and by seat the territories, the units, the income and the number of cards at its beginning; those of
    the present if it `is_now`."""

    round: int
    territories: list[int]
    units: list[int]
    income: list[int]
    cards: list[int]
    is_now: bool = False


def rounds_of(game: Game) -> list[RoundFigures]:
    """List the figures of all rounds that have begun, and those of now. Nobody's eyes are used but a spectator's, so
    all readers get the same. They are kept in the cache until the game goes on; two queries if they are not there."""
    return get_or_make(
        f"figures:{moment_of(game)}",
        list[RoundFigures],
        KEEP,
        lambda: count_rounds(view for _, view in past_views(game, None)),
    )


def count_rounds(views: Iterable[engine.PlayerView]) -> list[RoundFigures]:
    """Count what the first view of each round shows, and the last of all; nothing before the first round. A round that
    was taken back counts as it was played in the end."""
    first: dict[int, engine.PlayerView] = {}
    last = None
    for view in views:
        for later in [number for number in first if number > view.round]:
            del first[later]
        if view.round:
            first.setdefault(view.round, view)
        last = view
    if last is None or not first:
        return []
    return [*(figures_in(view) for view in first.values()), figures_in(last, is_now=True)]


def figures_in(view: engine.PlayerView, *, is_now: bool = False) -> RoundFigures:
    """Count what a view shows of each seat."""
    return RoundFigures(
        view.round,
        [seat.territories for seat in view.seats],
        held_units(view),
        [seat.income for seat in view.seats],
        [seat.cards for seat in view.seats],
        is_now,
    )
