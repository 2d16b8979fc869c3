"""One person as organizers see them: seats, mails, and acts by and for them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db.models import Case, IntegerField, Prefetch, Q, QuerySet, Value, When

from accounts.models import User
from games.models import AuditEntry, Game, OutboxMail, Player, Waiting
from games.organize.log import about_person
from games.permissions import without_barred

ROWS = 20
LIVE = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.PAUSED)
RECENT = timedelta(days=14)
"""Older dead letters are not listed: their news is long past."""

MOST_MATCHES = 5


@dataclass(frozen=True)
class PersonDetail:
    """One person: seats (live games first), the newest mails, and the newest rows of the audit log."""

    person: User
    seats: list[Player]
    mails: list[OutboxMail]
    audit: list[AuditEntry]

    @property
    def dead(self) -> int:
        """The number of the mails shown that could not be sent."""
        return sum(mail.state == OutboxMail.State.DEAD for mail in self.mails)


def person_detail(person: User, reader: User) -> PersonDetail:
    """Read everything on the page about a person that an organizer may read. Four queries."""
    live_first = Case(When(game__status__in=LIVE, then=Value(0)), default=Value(1), output_field=IntegerField())
    asked = Prefetch("waiting", Waiting.objects.all())
    seats = Player.objects.filter(user=person).select_related("game").prefetch_related(asked)
    mails = OutboxMail.objects.filter(mails_to(person)).select_related("game", "user")
    audit = AuditEntry.objects.filter(about_person(person.pk)).select_related("user", "game")
    return PersonDetail(
        person,
        list(without_barred(reader, seats).order_by(live_first, "-game__moved_at", "-pk")[:ROWS]),
        list(without_barred(reader, mails).order_by("-pk")[:ROWS]),
        list(without_barred(reader, audit).order_by("-pk")[:ROWS]),
    )


def mails_to(person: User) -> Q:
    """Build the filter for mails to a person: those about games by account, those about the account by address."""
    ours = Q(user=person)
    return ours | Q(address__iexact=person.email) if person.email else ours


def unreachable() -> QuerySet[User]:
    """Query people whose mail bounces while they have a seat in a game that goes on."""
    seats = Player.objects.filter(game__status__in=LIVE, state__in=[Player.State.PLAYING, Player.State.CARETAKER])
    rows = get_user_model().objects.filter(bounced_at__isnull=False, is_active=True, pk__in=seats.values("user"))
    return rows.order_by("bounced_at")


def dead_letters(reader: User, now: datetime) -> QuerySet[OutboxMail]:
    """Query mails that failed lately, may still matter (about accounts, or about games that go on) and may be read by
    an organizer."""
    matters = Q(game=None) | Q(game__status__in=LIVE)
    rows = OutboxMail.objects.filter(matters, state=OutboxMail.State.DEAD, created_at__gt=now - RECENT)
    return without_barred(reader, rows).select_related("user", "game").order_by("-pk")


def find_people(words: str) -> list[User]:
    """List the active person of this name, else people with the words in theirs; at most `MOST_MATCHES` + 1."""
    words = words.strip().removeprefix("@")
    people = get_user_model().objects.filter(is_active=True)
    exact = people.filter(username__iexact=words).first()
    return [exact] if exact else list(people.filter(username__icontains=words).order_by("username")[: MOST_MATCHES + 1])
