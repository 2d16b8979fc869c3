"""What entrants hear once a round is complete, and once all is over: how it went, and their trophies."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.courses import FAILURES
from tournaments.events import Event
from tournaments.folders import each_table
from tournaments.history import Drawn
from tournaments.models import Entrant, Tournament, Trophy
from tournaments.services.telling import tell
from tournaments.standings import rank_entrants

FIRST = 3
"""Places of an event that bring a trophy; of a division only the first does."""

QUIET = ("ladder", "league")
"""Formats whose rounds end without a mail: every day, or all at once."""


def tell_round(event: Tournament, number: int) -> None:
    """Mail everybody who was in a round that is complete: through or out, or how they stand. The caller holds the lock
    of the event."""
    groups = list(event.drawn.filter(number=number).select_related("stage"))
    kind = str(groups[0].stage.form["kind"])
    if kind in QUIET:
        return
    names = {name for drawn in groups for name in drawn.files.players}
    names |= {seat.entrant for drawn in groups for table in drawn.files.results.tables for seat in table.seats}
    people = [each for each in event.entrants.all() if each.code in names]
    template = "event_through" if kind in FAILURES else "event_standings"
    tell(event, people, f"round:{number}:result", template, round=number)


def finish(event: Tournament, told: Event, rounds: Sequence[Drawn]) -> None:
    """Give the trophies of an event that is over, and mail everybody how it ended. The caller holds the lock."""
    entrants = {each.code: each for each in event.entrants.all()}
    first: list[Entrant] = []
    for group, names in final_tables(told, rounds):
        for place, name in enumerate(names[: 1 if group else FIRST], 1):
            Trophy.objects.get_or_create(
                tournament=event, group=group, place=place, defaults={"entrant": entrants[name]}
            )
            first.append(entrants[name])
    others = [each for each in entrants.values() if each.entered and each not in first]
    tell(event, first, "over", "event_trophy")
    tell(event, others, "over", "event_over")


def final_tables(told: Event, rounds: Sequence[Drawn]) -> list[tuple[str, list[str]]]:
    """List who stands in the last standings of an event, the best first: of each division in a league."""
    last = list(told.formats)[-1]
    tables = [each for each in each_table(told, rounds) if each[2][0].stage == last]
    latest = max((number for number, _group, _told in tables), default=0)
    return [
        (group, [row.entrant for row in rank_entrants(told, drawn, group=group)])
        for number, group, drawn in tables
        if number == latest
    ]
