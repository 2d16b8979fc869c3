"""Who organizes an event: organizers of the site, and people named for this event alone. Whoever is entered or has a
seat at one of its tables plays in it and organizes nothing of it, superusers neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db.models import Q, QuerySet

from common.caches import get_or_make
from games.models import AuditEntry, Game
from games.permissions import ORGANIZING_RULES, OrganizingRule, is_organizer
from tournaments.models import Table, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

NAMED = "tournaments:organizers"
KEEP = 10
"""Seconds for which the list of organizers of single events is kept."""


def played_events(user: User) -> QuerySet[Tournament]:
    """Query the events in which a person plays: as an entrant, or in a seat that they took over. An event may be there
    twice."""
    tables = Table.objects.filter(game__players__user=user)
    return Tournament.objects.filter(Q(entrants__user=user) | Q(pk__in=tables.values("round__tournament")))


def plays_in_event(user: User, event: Tournament) -> bool:
    return played_events(user).filter(pk=event.pk).exists()


def organizes_event(user: User | AnonymousUser, event: Tournament) -> bool:
    """Check whether a person organizes an event. Two queries."""
    if not user.is_authenticated or not user.is_active:
        return False
    named = is_organizer(user) or event.organizers.filter(pk=user.pk).exists()
    return named and not plays_in_event(user, event)


def organized_events(user: User) -> QuerySet[Tournament]:
    """Query the events that a person organizes, as `organizes_event` says of each."""
    rows = Tournament.objects.exclude(pk__in=played_events(user).values("pk"))
    return rows if is_organizer(user) else rows.filter(organizers=user)


def named_organizers() -> list[int]:
    """List everybody who is named as an organizer of an event, from the cache for as long as `KEEP`: each page looks
    there before it asks the database."""
    links = Tournament.organizers.through.objects.values_list("user", flat=True)
    return get_or_make(NAMED, list[int], KEEP, lambda: list(links.distinct()))


def forget_named() -> None:
    """Have pages see at once that somebody organizes an event, or no more."""
    cache.delete(NAMED)


def organizes_events(user: User | AnonymousUser) -> bool:
    """Check whether a person organizes events, if only one. No query while the list is kept."""
    return is_organizer(user) or (user.is_authenticated and user.is_active and user.pk in named_organizers())


# ---- games of events


def organized_games(user: User) -> QuerySet[Game]:
    return Game.objects.filter(event_table__round__tournament__organizers=user)


def organizers_of_game(game: Game) -> QuerySet[User]:
    return get_user_model().objects.filter(organized_events__drawn__tables__game=game)


def barred_games(user: User) -> QuerySet[Game]:
    """Query the games of the events in which a person plays."""
    return Game.objects.filter(event_table__round__tournament__in=played_events(user).values("pk"))


def unread_acts(user: User) -> QuerySet[AuditEntry]:
    """Query what was done and written in the events in which a person plays, but for acts on their games. Asks one
    query itself."""
    events = list(played_events(user).values_list("pk", flat=True).distinct().order_by())
    return AuditEntry.objects.filter(details__event__in=events)


ORGANIZING_RULES.add(OrganizingRule("events", organized_games, organizers_of_game, barred_games, unread_acts))
