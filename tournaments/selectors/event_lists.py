"""Lists of events: those that are open, running and over, and what is next for somebody who is in some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Count, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.times import dated, format_datetime
from games.lines import Link
from games.models import Game
from games.models.game import WATCHABLE
from games.permissions import is_organizer
from games.selectors.dated_lines import DatedLine
from games.selectors.page_data import PageReader
from tournaments.models import Entrant, Stage, Table, Tournament
from tournaments.pages.words import count_entrants, stages_title
from tournaments.selectors.event_page import rules_title
from tournaments.selectors.invited import own_invitations

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

State = Tournament.Status
MOST_ENDED = 30
MOST_LISTED = 200


@dataclass(frozen=True)
class EventRow:
    """An event in a list: what it is, and how far it has come. `is_mine` where the reader has entered it."""

    title: str
    url: str
    kind: str
    told: str
    is_mine: bool


@dataclass(frozen=True)
class EventList:
    """The events that a reader may see, by what can be done with them."""

    open: list[EventRow]
    running: list[EventRow]
    ended: list[EventRow]
    prepared: list[EventRow]

    @property
    def is_empty(self) -> bool:
        return not (self.open or self.running or self.ended or self.prepared)


def events_for(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Query the events that lists show a reader: those for everybody, and those that they are in or organize."""
    watched = Q(game_settings__watch__isnull=True) | Q(game_settings__watch__in=WATCHABLE)
    shown = Q(invited_only=False) & ~Q(status=State.DRAFT) & (watched | Q(status__in=(State.ENTRY, State.CHECK_IN)))
    rows = Tournament.objects.order_by("-created_at")
    if is_organizer(user):
        return rows
    if not user.is_authenticated:
        return rows.filter(shown)
    own = Q(pk__in=user.organized_events.values("pk"))
    own |= ~Q(status=State.DRAFT) & Q(pk__in=Entrant.objects.filter(user=user).values("tournament"))
    own |= ~Q(status=State.DRAFT) & Q(pk__in=own_invitations(user).values("tournament"))
    return rows.filter(shown | own).distinct()


def list_events(reading: PageReader) -> EventList:
    """List the events that a reader may see. Three queries, one more with a login."""
    user = reading.user
    stages = Prefetch("stages", Stage.objects.order_by("number"))
    rows = events_for(user).annotate(count=Count("entrants", filter=Q(entrants__reserve=False), distinct=True))
    found = list(rows.prefetch_related(stages)[:MOST_LISTED])
    entered = Entrant.objects.filter(user_id=user.pk or 0).values_list("tournament", flat=True)
    mine = set(entered) if user.is_authenticated else set()

    def show(*states: str) -> list[EventRow]:
        return [show_event(event, event.pk in mine, reading) for event in found if event.status in states]

    return EventList(
        open=show(State.ENTRY, State.CHECK_IN),
        running=show(State.RUNNING),
        ended=show(State.OVER, State.CANCELLED)[:MOST_ENDED],
        prepared=show(State.DRAFT),
    )


def show_event(event: Tournament, is_mine: bool, reading: PageReader) -> EventRow:
    forms = [stage.form for stage in event.stages.all()]
    count: int = event.count  # type: ignore[attr-defined]  # annotated
    kind = ", ".join([stages_title(forms), count_entrants(count), rules_title(event.rules)])
    return EventRow(event.title, reverse("event", args=[event.slug]), kind, tell_state(event, count, reading), is_mine)


def tell_state(event: Tournament, count: int, reading: PageReader) -> str:
    """Say how far an event has come, in a few words."""
    if event.status == State.CHECK_IN:
        return _("check-in")
    if event.status == State.ENTRY:
        if not event.entry_ends_at:
            return _("%(count)s of %(most)s places taken") % {"count": count, "most": event.most_entrants}
        return _("enter until %(moment)s") % {"moment": moment(event.entry_ends_at, reading)}
    if event.status == State.RUNNING:
        return _("round %(number)s") % {"number": max(event.rounds, 1)}
    if event.status == State.CANCELLED:
        return _("called off")
    if event.ended_at:
        return _("ended on %(day)s") % {"day": dated(event.ended_at.astimezone(reading.zone), "year")}
    return ""


def moment(at: object, reading: PageReader) -> str:
    return format_datetime(at, reading.now, reading.zone)  # type: ignore[arg-type]


# ---- lines in the games


def tell_next(user: User) -> Link | None:
    """Tell what is next for somebody who is in events, the most urgent of them. One query."""
    states = (State.ENTRY, State.CHECK_IN, State.RUNNING)
    own = Entrant.objects.filter(user=user, left=None, tournament__status__in=states).select_related("tournament")
    entries = sorted(own, key=urgency)
    if not entries:
        return None
    first = entries[0]
    text = tell_entry(first, PageReader.of(user))
    if entries[1:]:
        more = ngettext("and one more tournament", "and %(count)s more tournaments", len(entries) - 1)
        text = f"{text}, {more % {'count': len(entries) - 1}}"
    name = "event-join" if needs_check_in(first) else "event"
    return Link(reverse(name, args=[first.tournament.slug]), text, "trophy")


def needs_check_in(entry: Entrant) -> bool:
    return entry.tournament.status == State.CHECK_IN and entry.checked_in_at is None and not entry.reserve


def urgency(entry: Entrant) -> tuple[bool, bool, int]:
    """Sort those first that ask for something, then those that are being played."""
    return not needs_check_in(entry), entry.tournament.status != State.RUNNING, -entry.pk


def tell_entry(entry: Entrant, reading: PageReader) -> str:
    """Say what is next in an event for one of its entrants."""
    event = entry.tournament
    said: dict[str, object] = {"title": event.title, "number": event.rounds}
    if needs_check_in(entry):
        if event.check_in_ends_at:
            said["moment"] = moment(event.check_in_ends_at, reading)
            return _("%(title)s: check in until %(moment)s") % said
        return _("%(title)s: check in") % said
    if entry.reserve:
        return _("%(title)s: you are on the waiting list") % said
    if event.status == State.RUNNING and event.rounds:
        return _("%(title)s, round %(number)s") % said
    return _("%(title)s: you are in") % said


def event_of(game: Game) -> Link | None:
    """Link to the event of a game, with its round. One query."""
    table = Table.objects.filter(game=game).select_related("round__tournament").first()
    if table is None:
        return None
    event = table.round.tournament
    text = _("%(title)s, round %(number)s") % {"title": event.title, "number": table.round.number}
    return Link(reverse("event", args=[event.slug]), text, "trophy")


# ---- calendars


def list_dates(user: User) -> Iterator[DatedLine]:
    """Yield what is to come in the events of a person: the end of entry and of check-in, the draw of a round. One
    query."""
    states = (State.ENTRY, State.CHECK_IN, State.RUNNING)
    own = Entrant.objects.filter(user=user, left=None, tournament__status__in=states).select_related("tournament")
    now = timezone.now()
    for entry in own:
        event = entry.tournament
        for name, title, at in dates_in(entry):
            if at is not None and at > now:
                key, path = f"event:{event.pk}:{name}:{user.pk}", reverse("event", args=[event.slug])
                yield DatedLine(
                    key, at, title % {"title": event.title, "number": event.rounds + 1}, path, event.created_at
                )


def dates_in(entry: Entrant) -> list[tuple[str, str, datetime | None]]:
    """List the dates of an event for one of its entrants: a name, a title and the moment, if there is any."""
    event = entry.tournament
    check_in = event.check_in_ends_at if needs_check_in(entry) else None
    drawn = event.next_at if event.status == State.RUNNING else None
    begins = event.entry_ends_at if event.status == State.ENTRY else None
    return [
        ("check-in", _("%(title)s: check-in ends"), check_in),
        (f"round-{event.rounds + 1}", _("%(title)s: round %(number)s is drawn"), drawn),
        ("entry", _("%(title)s: entry ends"), begins),
    ]
