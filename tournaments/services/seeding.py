"""Seed an event by hand: organizers say in which order its entrants are seeded, until it begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.models import Entrant, Tournament
from tournaments.services.creating import EventRefused
from tournaments.services.entry import BEFORE
from tournaments.services.repairs import event_act

if TYPE_CHECKING:
    from accounts.models import User

SEED = "event.seed"


def entrants_seed(*, event_id: int, user: User, reason: str, order: Sequence[int]) -> None:
    """Seed entrants in this order, by their ids; those who are not named follow in the order of entry. Raises
    EventRefused for an event that has begun or is seeded otherwise, and for somebody who has not entered it."""
    with event_act(event_id, user, SEED, reason) as event:
        check_seeding(event)
        entrants = {each.pk: each for each in event.entrants.order_by("number")}
        if set(order) - set(entrants):
            raise EventRefused(_("This person has not entered this tournament."))
        named = [entrants.pop(pk) for pk in dict.fromkeys(order)]
        for rank, entrant in enumerate([*named, *entrants.values()], 1):
            entrant.seed_rank = rank if entrant in named else None
        Entrant.objects.bulk_update([*named, *entrants.values()], ["seed_rank"])


def check_seeding(event: Tournament) -> None:
    """Refuse to seed an event by hand that has begun, is not open yet, or is seeded otherwise. Raises EventRefused."""
    if event.seeding != Tournament.Seeding.HAND:
        raise EventRefused(_("This tournament is not seeded by hand. Choose that under “Settings”."))
    if event.status not in BEFORE:
        raise EventRefused(_("Players are seeded from the opening of sign-up until the tournament begins."))
