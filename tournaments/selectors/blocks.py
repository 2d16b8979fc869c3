"""Read whether a reader keeps apart from a person in events, for that person's page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.models import Block


@dataclass(frozen=True)
class ApartForm:
    """What the page of a person offers to others: to be kept apart from them, or to meet them again."""

    username: str
    is_blocked: bool


def profile_block(who: User, reader: User | AnonymousUser, wished: Mapping[str, str]) -> ApartForm | None:
    """Tell whether a reader keeps apart from a person; None for visitors and on one's own page. One query."""
    if not reader.is_authenticated or reader.pk == who.pk:
        return None
    return ApartForm(who.username, Block.objects.filter(user=reader.pk, other=who).exists())
