"""Swiss: everybody plays every round, against players of like scores."""

from __future__ import annotations

from tournaments.formats.base import Format, Group, Stage, gettext_noop
from tournaments.reading import number as read_number

MOST_ROUNDS = 99


def pair(stage: Stage, number: int) -> list[Group]:
    """Pair players of like scores until all rounds are drawn, or one player is left."""
    rounds = read_number(stage.form, "rounds", 1, MOST_ROUNDS)
    playing = stage.find_playing(number)
    if not stage.is_complete or len(stage.numbers) >= rounds or len(stage.find_staying(number)) < 2 or not playing:
        return []
    return [Group("near", tuple(playing))]


SWISS = Format(
    kind="swiss",
    title=gettext_noop("Swiss"),
    rules=gettext_noop("Everybody plays %(rounds)d rounds, each against players with about as many points."),
    numbers={"rounds": (1, MOST_ROUNDS)},
    pair=pair,
)
