"""Pods and series: the same tables play several games, and every game begins in another seat."""

from __future__ import annotations

from tournaments.documents import Json
from tournaments.formats.base import Format, Group, Stage, gettext_noop, rank_stage
from tournaments.reading import number as read_number

MOST_GAMES, MOST_CUT = 12, 64


def pair(stage: Stage, number: int) -> list[Group]:
    """Draw pods, one of each pot in each; then repeat them with the seats turned, whether or not earlier games still
    run."""
    games = read_number(stage.form, "games", 1, MOST_GAMES)
    if not stage.rounds:
        playing = tuple(stage.find_playing(number))
        return [Group("pots", playing)] if len(playing) > 1 else []
    if len(stage.rounds) >= games:
        return []
    first = stage.rounds[0]
    tables: list[Json] = [[*table] for table in first.tables]
    return [Group("rotate", first.players, more={"first": tables, "turn": len(stage.rounds)}, as_before=first)]


def rank_cut(stage: Stage) -> list[str]:
    """List who plays on after the cut, the best first."""
    return rank_stage(stage)[: read_number(stage.form, "cut", 2, MOST_CUT)]


PODS = Format(
    kind="pods",
    title=gettext_noop("Pods and cut"),
    rules=gettext_noop("Pods play %(games)d games, and the best %(cut)d of all play a knock-out."),
    numbers={"games": (1, MOST_GAMES), "cut": (2, MOST_CUT)},
    pair=pair,
    rank=rank_cut,
)

SERIES = Format(
    kind="series",
    title=gettext_noop("Series"),
    rules=gettext_noop("The same table plays %(games)d games, and each game begins in other seats."),
    numbers={"games": (1, MOST_GAMES)},
    pair=pair,
)
