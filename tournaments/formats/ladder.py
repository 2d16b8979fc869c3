"""Ladder: every day those who want another game meet others of about their strength."""

from __future__ import annotations

from tournaments.formats.base import Format, Group, Stage, gettext_noop
from tournaments.reading import number as read_number

MOST_DAYS = 9999


def pair(stage: Stage, number: int) -> list[Group]:
    """Pair those with a free place by their ratings; too few for a table wait for another day."""
    today = stage.today
    if today is None or not goes_on(stage):
        return []
    playing = tuple(name for name in stage.find_playing(number) if name in today.free)
    if len(playing) < stage.sizes.least:
        return []
    return [Group("near", playing, scores=today.ratings, apart=today.met)]


def goes_on(stage: Stage) -> bool:
    """Check whether the last day has not come yet."""
    return stage.today is None or stage.today.day <= read_number(stage.form, "rounds", 1, MOST_DAYS)


LADDER = Format(
    kind="ladder",
    title=gettext_noop("Ladder"),
    rules=gettext_noop(
        "Each player says how many games at once; every day, free places are filled by players of like strength."
    ),
    numbers={"rounds": (1, MOST_DAYS)},
    pair=pair,
    goes_on=goes_on,
)
