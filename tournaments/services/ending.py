"""What entrants hear once a round is complete, and once all is over: how it went, and their trophies."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import AuditEntry
from tournaments.courses import FAILURES
from tournaments.events import Event, read_event
from tournaments.folders import each_table
from tournaments.history import Drawn
from tournaments.models import Entrant, Tournament, Trophy
from tournaments.selectors.publishing import drawn_in, show_event
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
    """Give the trophies of an event that is over, and mail everybody how it ended. Where it was over before, only those
    hear of it whose trophies have changed. The caller holds the lock."""
    before = trophies_of(event)
    first = give_trophies(event, told, rounds)
    if before:
        tell_changes(event, before, _("A table was played again."))
    tell(event, first, "over", "event_trophy")
    others = [each for each in event.entrants.exclude(entered=None) if each not in first]
    tell(event, others, "over", "event_over")


def give_trophies(event: Tournament, told: Event, rounds: Sequence[Drawn]) -> list[Entrant]:
    """Give each trophy of an event to whom it belongs by its last standings; returns who has one."""
    entrants = {each.code: each for each in event.entrants.all()}
    first: list[Entrant] = []
    for group, names in final_tables(told, rounds):
        for place, name in enumerate(names[: 1 if group else FIRST], 1):
            Trophy.objects.update_or_create(
                tournament=event, group=group, place=place, defaults={"entrant": entrants[name]}
            )
            first.append(entrants[name])
    return first


Trophies = dict[int, set[tuple[str, int]]]
"""The trophies of entrants, by their keys: groups and places."""


def trophies_of(event: Tournament) -> Trophies:
    found: Trophies = {}
    for trophy in event.trophies.all():
        found.setdefault(trophy.entrant_id, set()).add((trophy.group, trophy.place))
    return found


def mend_trophies(event: Tournament, reason: str) -> None:
    """Give the trophies of an event that is over to whom they belong after a result was mended, and mail those who have
    another one now, or none. The caller holds the lock."""
    before = trophies_of(event)
    give_trophies(event, read_event(show_event(event)), drawn_in(event))
    tell_changes(event, before, reason)


def tell_changes(event: Tournament, before: Trophies, reason: str) -> None:
    """Mail everybody whose trophies are others than `before`, once each for every change."""
    after = trophies_of(event)
    changed = {pk for pk in {*before, *after} if before.get(pk) != after.get(pk)}
    number = AuditEntry.objects.filter(details__event=event.pk).count()
    for entrant in event.entrants.filter(pk__in=changed):
        template = "event_trophy" if entrant.pk in after else "event_trophy_lost"
        tell(event, [entrant], f"trophy:{number}", template, reason=reason)


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
