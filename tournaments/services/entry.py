"""Enter an event, withdraw from it, and begin it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from games.services.locks import after_commit, db_now
from tournaments.models import Entrant, Tournament
from tournaments.services.creating import EventRefused
from tournaments.services.locks import event_lock

if TYPE_CHECKING:
    from accounts.models import User

Status = Tournament.Status


def entry_open(*, event_id: int) -> None:
    """Let people enter an event. Raises EventRefused unless it is being prepared."""
    with transaction.atomic():
        event = event_lock(event_id)
        if event.status != Status.DRAFT:
            raise EventRefused(_("This event is open already."))
        event.status = Status.ENTRY
        event.save(update_fields=["status"])


def entry_add(*, event_id: int, user: User | None = None, bot: str = "", team: str = "") -> Entrant:
    """Add a person or a bot to those who entered. Above the most that an event takes, they wait in their order. Whoever
    is in already stays as they are. Raises EventRefused."""
    with transaction.atomic():
        event = event_lock(event_id)
        if event.status != Status.ENTRY:
            raise EventRefused(_("This event does not take entries now."))
        if user is not None and event.organizers.filter(pk=user.pk).exists():
            raise EventRefused(_("Whoever organizes an event does not play in it."))
        if user is not None and (before := event.entrants.filter(user=user).first()):
            return before
        number = event.entrants.count() + 1
        full = event.entrants.filter(reserve=False).count() >= event.most_entrants
        return Entrant.objects.create(
            tournament=event,
            number=number,
            user=user,
            bot=bot,
            name=user.username if user else bot,
            team=team,
            entered=None if full else 1,
            reserve=full,
        )


def entry_withdraw(*, event_id: int, user: User) -> None:
    """Leave an event from the next round on; games that run go on. Harmless when repeated. Raises EventRefused for
    somebody who did not enter."""
    with transaction.atomic():
        event = event_lock(event_id)
        entrant = event.entrants.filter(user=user).first()
        if entrant is None:
            raise EventRefused(_("You have not entered this event."))
        leave(event, entrant)


def leave(event: Tournament, entrant: Entrant) -> None:
    """Take an entrant out of all rounds that are not drawn yet. The caller holds the lock of the event."""
    if entrant.left is None:
        entrant.left = event.rounds + 1
        entrant.save(update_fields=["left"])


def event_start(*, event_id: int) -> None:
    """Seed those who entered, in the order of entry unless they are seeded, and begin. Below the least entrants the
    event is called off. Raises EventRefused unless entry is open."""
    with transaction.atomic():
        event = event_lock(event_id)
        if event.status != Status.ENTRY:
            raise EventRefused(_("This event cannot begin now."))
        entrants = list(event.entrants.order_by("seed_rank", "number"))
        playing = [entrant for entrant in entrants if entrant.entered and entrant.left is None]
        event.started_at = db_now()
        if len(playing) < max(event.least_entrants, 2):
            event.status, event.ended_at = Status.CANCELLED, event.started_at
        else:
            for rank, entrant in enumerate(sorted(entrants, key=lambda each: each.seed_rank or 10**6), 1):
                entrant.seed_rank = rank
            Entrant.objects.bulk_update(entrants, ["seed_rank"])
            event.status, event.next_at = Status.RUNNING, event.started_at
        event.save(update_fields=["status", "started_at", "ended_at", "next_at"])
        after_commit("tournaments.tasks.sweep")
