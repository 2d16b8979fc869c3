"""Read an event for its pages: who may see it, its stages and entrants, what was drawn, and a stamp of all that.

What pages make of published files is kept under that stamp until any of them changes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast
from django.http import Http404
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Game
from games.permissions import is_organizer
from tournaments.documents import Document, Json
from tournaments.events import Event, read_event
from tournaments.history import Drawn
from tournaments.models import Entrant, Round, Stage, Tournament
from tournaments.models.events import entrant_code
from tournaments.selectors.invited import own_invitations

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

Status, State = Round.Status, Tournament.Status


class Sitter(NamedTuple):
    """Who entered an event, as its pages name them."""

    number: int
    user: int | None
    bot: str
    own_name: str
    team: str
    entered: int | None
    left: int | None
    reserve: bool
    seed_rank: int | None
    sits_out: list[Json]
    checked_in_at: datetime | None
    deleted_at: datetime | None
    username: str | None

    @property
    def code(self) -> str:
        return entrant_code(self.number)

    @property
    def name(self) -> str:
        return _("deleted player") if self.deleted_at else self.own_name

    @property
    def document(self) -> dict[str, Json]:
        """What standings need of the entrant, as the event publishes it."""
        names = ("team", "entered", "left", "seed_rank", "sits_out")
        return {"id": self.code, "name": self.name, **{name: getattr(self, name) for name in names}}


SETTINGS = ("rules", "tables", "points", "tie_breaks", "game_settings", "leavers", "vacation", "vacation_days")
"""Settings of an event that its pages tell beside its files."""


class RoundRow(NamedTuple):
    """A round, or a group of one, without its documents; `results` is the text of that one."""

    pk: int
    stage: int
    number: int
    group: str
    status: str
    frozen_at: datetime
    published_at: datetime | None
    booked_at: datetime | None
    results: str | None

    @property
    def is_public(self) -> bool:
        return self.status != Status.DRAFT

    @property
    def is_over(self) -> bool:
        return self.status == Status.BOOKED


@dataclass(frozen=True)
class Published:
    """An event as its pages read it, with the entrant that its reader is, if any."""

    event: Tournament
    stages: tuple[Stage, ...]
    sitters: tuple[Sitter, ...]
    rounds: tuple[RoundRow, ...]
    reader: int | None = None

    @cached_property
    def me(self) -> Sitter | None:
        """The entrant who reads."""
        return next((each for each in self.sitters if each.user == self.reader), None) if self.reader else None

    @cached_property
    def by_code(self) -> dict[str, Sitter]:
        return {each.code: each for each in self.sitters}

    @cached_property
    def names(self) -> dict[str, str]:
        return {code: each.name for code, each in self.by_code.items()}

    @cached_property
    def stamp(self) -> str:
        """A digest of all that the event's files and settings say, in the reader's language."""
        event, settings = self.event, [getattr(self.event, name) for name in SETTINGS]
        said = hashlib.sha256(f"{event.pk}:{event.slug}:{get_language()}:{settings}:{self.forms}".encode())
        for each in self.rounds:
            said.update(f"{each.pk}:{each.status}:{each.results}".encode())
        said.update(repr(self.sitters).encode())
        return said.hexdigest()[:32]

    @cached_property
    def told(self) -> Event:
        """The event, as its standings need it."""
        names = ("slug", "tables", "points", "tie_breaks", "work")
        stages: list[Json] = [{"id": each.code, "format": each.form} for each in self.stages]
        entrants: list[Json] = [each.document for each in self.sitters]
        told = {name: getattr(self.event, name) for name in names}
        return read_event({**told, "stages": stages, "entrants": entrants, "apart": []})

    @cached_property
    def drawn(self) -> list[Drawn]:
        """What was drawn, in order of rounds and groups. One query."""
        rows = self.event.drawn.exclude(status=Status.DRAFT).exclude(output__isnull=True)
        found = rows.order_by("number", "group").values_list("given", "output", "results")
        return [Drawn(given, output or {}, results) for given, output, results in found]

    @property
    def current(self) -> list[RoundRow]:
        """The rounds that are being played; once none is, the last that was."""
        running = [each for each in self.rounds if not each.is_over]
        return running or [each for each in self.rounds if each.number == self.rounds[-1].number][:1]

    @property
    def stage(self) -> Stage:
        """The stage that it is in."""
        last = self.rounds[-1].stage if self.rounds else self.stages[0].pk
        return next(each for each in self.stages if each.pk == last)

    @property
    def forms(self) -> list[Document]:
        return [each.form for each in self.stages]


def published_for(user: User | AnonymousUser, slug: str) -> Published:
    """Read an event for a reader. Three queries, and up to two where not everybody may see it. Raises Http404 for
    unknown events and for those that the reader may not see."""
    stages = tuple(Stage.objects.filter(tournament__slug=slug).select_related("tournament").order_by("number"))
    if not stages:
        raise Http404
    event = stages[0].tournament
    if not may_see(user, event):
        raise Http404
    return Published(event, stages, sitters_of(event), rounds_of(event), user.pk)


def event_for(user: User | AnonymousUser, slug: str) -> Tournament:
    """Load an event for a reader. One query, and up to two where not everybody may see it. Raises Http404."""
    event = Tournament.objects.filter(slug=slug).first()
    if event is None or not may_see(user, event):
        raise Http404
    return event


def may_see(user: User | AnonymousUser, event: Tournament) -> bool:
    """Check whether a reader may see an event. Two queries at most where not everybody may."""
    return is_open_to_all(event) or (user.is_authenticated and belongs_to(user, event))


def is_open_to_all(event: Tournament) -> bool:
    """Check whether everybody may see an event: while people enter, unless it is by invitation; afterwards, unless only
    players may watch its games."""
    if event.status in (State.ENTRY, State.CHECK_IN):
        return not event.invited_only
    return event.status != State.DRAFT and event.game_settings.get("watch") != Game.Watch.PLAYERS


def belongs_to(user: User, event: Tournament) -> bool:
    """Check whether somebody organizes an event, has entered it or is invited."""
    if is_organizer(user) or event.organizers.filter(pk=user.pk).exists():
        return True
    entered = event.entrants.filter(user=user).values("pk").order_by()
    invited = own_invitations(user).filter(tournament=event).values("pk")
    return event.status != State.DRAFT and entered.union(invited).exists()


def sitters_of(event: Tournament) -> tuple[Sitter, ...]:
    """List who entered. One query."""
    own = ("number", "user", "bot", "name", "team", "entered", "left", "reserve", "seed_rank", "sits_out")
    columns = (*own, "checked_in_at", "user__deleted_at", "user__username")
    rows = Entrant.objects.filter(tournament=event).order_by("number")
    return tuple(map(Sitter._make, rows.values_list(*columns)))


def rounds_of(event: Tournament) -> tuple[RoundRow, ...]:
    """List the public rounds. One query."""
    rows = Round.objects.filter(tournament=event).exclude(status=Status.DRAFT).order_by("number", "group")
    columns = ("pk", "stage", "number", "group", "status", "frozen_at", "published_at", "booked_at")
    return tuple(map(RoundRow._make, rows.annotate(text=Cast("results", TextField())).values_list(*columns, "text")))
