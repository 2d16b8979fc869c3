"""Events for programs: lists, one event, and its files as they are published."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from django.http import HttpResponse
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from engine import Facts
from games.api.base import GameAPIView
from games.api.describe import operation
from tournaments.documents import Document
from tournaments.models import Tournament
from tournaments.selectors.event_files import file_of, kind_of, names_of
from tournaments.selectors.event_lists import events_for
from tournaments.selectors.event_reading import Published, event_for, published_for
from tournaments.selectors.event_tables import tables_in

StatusWord = Literal["draft", "entry", "check_in", "running", "over", "cancelled"]
MOST = 100


class EventFacts(Struct, frozen=True, kw_only=True):
    """An event. `formats` are its stages one after another, `entrants` counts those who do not wait for a place,
    `round` is the last that was drawn, `entrant` your id in its files."""

    slug: str
    title: str
    status: str
    rules: str
    formats: list[Facts]
    entrants: int
    round: int
    commitment: str
    entry_ends_at: datetime | None
    started_at: datetime | None
    ended_at: datetime | None
    entrant: str | None


class EventPage(Struct, frozen=True):
    """Events that you may see, the newest first."""

    events: list[EventFacts]


class EventsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which events to list."""

    status: Literal["any", "draft", "entry", "check_in", "running", "over", "cancelled"] = "any"


class TableFacts(Struct, frozen=True, kw_only=True):
    """A table of a round: ids of entrants in order of seats, and its game once it has begun."""

    round: int
    group: str
    table: int
    seats: list[str]
    game: str | None
    done: bool


class EventDetail(Struct, frozen=True):
    """An event with its tables and the names of its files."""

    event: EventFacts
    tables: list[TableFacts]
    files: list[str]


class EventsView(GameAPIView):
    """Events of many games."""

    @operation("events", "List events", tag="events", answer=EventPage, query=EventsQuery)
    def get(self, request: Request) -> Response:
        """List the last 100 events that you may see, the newest first."""
        status = self.query(EventsQuery).status
        rows = events_for(self.person).prefetch_related("stages", "entrants")
        rows = rows if status == "any" else rows.filter(status=status)
        return Response(EventPage([self.facts(event) for event in rows[:MOST]]))

    def facts(self, event: Tournament) -> EventFacts:
        entrants = list(event.entrants.all())
        mine = next((each.code for each in entrants if each.user_id == self.person.pk), None)
        forms = [stage.form for stage in event.stages.all()]
        return describe(event, forms, sum(not each.reserve for each in entrants), mine)


class EventView(GameAPIView):
    """One event."""

    @operation("event", "Get an event", tag="events", answer=EventDetail, refuses=[404])
    def get(self, request: Request, slug: str) -> Response:
        """Get an event, all its tables, and the names of the files that it has published so far."""
        found = published_for(self.person, slug)
        mine = found.me.code if found.me else None
        event = describe(found.event, found.forms, sum(not each.reserve for each in found.sitters), mine)
        return Response(EventDetail(event, list_tables(found), names_of(found.event)))


class EventFileView(GameAPIView):
    """A file of an event."""

    @operation("event_file", "Get a file of an event", tag="events", answer=None, refuses=[404])
    def get(self, request: Request, slug: str, name: str) -> HttpResponse:
        """Get a file as it is published, byte for byte: JSON in canonical form, or CSV."""
        return HttpResponse(file_of(event_for(self.person, slug), name), content_type=kind_of(name))


def describe(event: Tournament, forms: Sequence[Document], entrants: int, mine: str | None) -> EventFacts:
    """Describe an event for programs."""
    return EventFacts(
        slug=event.slug,
        title=event.title,
        status=event.status,
        rules=event.rules,
        formats=[dict(form) for form in forms],
        entrants=entrants,
        round=event.rounds,
        commitment=event.commitment,
        entry_ends_at=event.entry_ends_at,
        started_at=event.started_at,
        ended_at=event.ended_at,
        entrant=mine,
    )


def list_tables(found: Published) -> list[TableFacts]:
    """List the tables of all public rounds. One query."""
    rounds = {each.pk: each for each in found.rounds}
    return [
        TableFacts(
            round=rounds[table.round].number,
            group=rounds[table.round].group,
            table=table.number,
            seats=table.seats,
            game=table.slug,
            done=table.booked_at is not None,
        )
        for table in tables_in(found.rounds)
    ]
