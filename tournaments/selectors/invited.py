"""Who is invited to an event: by name, or by an address that is proved to be theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from tournaments.models import Invitation, Tournament

if TYPE_CHECKING:
    from accounts.models import User


def own_invitations(user: User) -> QuerySet[Invitation]:
    """Query the invitations of a person to all events."""
    proved = EmailAddress.objects.filter(user=user, verified=True).values(lower=Lower("email"))
    return Invitation.objects.filter(Q(user=user) | Q(address__in=proved)).order_by()


def is_invited(user: User, event: Tournament) -> bool:
    """Check whether a person is invited to an event. One query."""
    return own_invitations(user).filter(tournament=event).exists()
