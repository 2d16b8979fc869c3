"""King of the hill: the winner of a table stays, the others go to the end of the queue."""

from __future__ import annotations

from tournaments.formats.base import Format, Group, Stage, gettext_noop
from tournaments.reading import number as read_number
from tournaments.results import Table

MOST_ROUNDS = 999


def pair(stage: Stage, number: int) -> list[Group]:
    """Seat whoever holds the hill and the next of the queue."""
    rounds = read_number(stage.form, "rounds", 1, MOST_ROUNDS)
    if not stage.is_complete or len(stage.numbers) >= rounds:
        return []
    playing = [name for name in line_up(stage) if stage.event.entrants[name].plays(number)]
    return [Group("near", tuple(playing[: stage.sizes.preferred]))] if len(playing) > 1 else []


def line_up(stage: Stage) -> list[str]:
    """List the holder of the hill and then the queue, as they stand after what is complete."""
    queue, holder = list(stage.field), ""
    for drawn in stage.complete:
        for table in drawn.results.played:
            queue += sorted(table.entrants - set(queue))  # whoever took over a seat
            holder = find_holder(table, queue, holder)
            others = sorted(table.entrants - {holder}, key=lambda name: (table.place(name), queue.index(name)))
            queue = [*[holder] * bool(holder), *(name for name in queue if name not in table.entrants), *others]
    return queue


def find_holder(table: Table, queue: list[str], holder: str) -> str:
    """Find who stays: of those who won, whoever held the hill before, else the first in the queue; empty for a bot."""
    won = {table.seats[seat].entrant for seat in table.places[0] if table.is_whole(seat)}
    return holder if holder in won else min(won, key=queue.index, default="")


HILL = Format(
    kind="hill",
    title=gettext_noop("King of the hill"),
    rules=gettext_noop("The winner stays, and the next of the queue join; %(rounds)d games are played."),
    numbers={"rounds": (1, MOST_ROUNDS)},
    pair=pair,
)
