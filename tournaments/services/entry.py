"""Enter an event, withdraw from it, check in, and begin it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.services.heartbeat import is_credited
from games.services.locks import after_commit, db_now
from tournaments.chains import reveal
from tournaments.documents import lot_of
from tournaments.models import Entrant, Tournament
from tournaments.models.events import MOST_AT_ONCE
from tournaments.selectors.entry_pages import LATE_KINDS, first_kind, first_round
from tournaments.selectors.ratings import bot as bot_rating
from tournaments.selectors.ratings import person as person_rating
from tournaments.selectors.ratings import standings_in
from tournaments.services.conditions import check_conditions
from tournaments.services.creating import EventRefused
from tournaments.services.inviting import mail_invited
from tournaments.services.locks import event_lock
from tournaments.services.next_season import moves_divisions, seed_season
from tournaments.services.telling import tell

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

Status = Tournament.Status
BEFORE = (Status.ENTRY, Status.CHECK_IN)
"""While an event has not begun."""

UNSEEDED = 10**6


def entry_open(*, event_id: int) -> None:
    """Let people enter an event, and mail those who are invited. Raises EventRefused unless it is being prepared."""
    with transaction.atomic():
        event = event_lock(event_id)
        if event.status != Status.DRAFT:
            raise EventRefused(_("This tournament is open already."))
        event.status = Status.ENTRY
        event.save(update_fields=["status"])
        mail_invited(event, event.invitations.all())


def entry_add(
    *,
    event_id: int,
    user: User | None = None,
    bot: str = "",
    team: str = "",
    at_once: int = 1,
    by_organizer: bool = False,
) -> Entrant:
    """Add a person or a bot to those who entered. Whoever is in already stays as they are.

    Above the most that an event takes they wait in their order, and so they do once entry is over: the waiting list
    fills gaps and takes the seats of others. Organizers may add people who do not meet the conditions. Raises
    EventRefused.
    """
    check_games(at_once)
    with transaction.atomic():
        event = event_lock(event_id)
        check_open(event)
        if user is not None and event.organizers.filter(pk=user.pk).exists():
            raise EventRefused(_("Whoever organizes a tournament does not play in it."))
        if user is not None and (before := event.entrants.filter(user=user).first()):
            return before
        if user is not None and not by_organizer:
            check_conditions(event, user)
        entered = first_round(event)
        return Entrant.objects.create(
            tournament=event,
            number=(event.entrants.aggregate(Max("number"))["number__max"] or 0) + 1,
            user=user,
            bot=bot,
            name=user.username if user else bot,
            team=team,
            at_once=at_once,
            entered=entered,
            reserve=entered is None,
            checked_in_at=db_now() if event.status == Status.CHECK_IN else None,
        )


def check_open(event: Tournament) -> None:
    """Refuse to add anybody to an event that is not open yet, or over. Raises EventRefused."""
    if event.status not in (*BEFORE, Status.RUNNING):
        raise EventRefused(_("This tournament does not take entries now."))


def entry_withdraw(*, event_id: int, user: User) -> None:
    """Leave an event: before it begins as if one had not entered, then from the next round on, while games that run go
    on. Harmless when repeated. Raises EventRefused for somebody who did not enter."""
    with transaction.atomic():
        event = event_lock(event_id)
        entrant = event.entrants.filter(user=user).first()
        if entrant is None:
            raise EventRefused(_("You have not entered this tournament."))
        if event.status in BEFORE:
            entrant.delete()
            fill_places(event)
        else:
            leave(event, entrant)


def leave(event: Tournament, entrant: Entrant) -> None:
    """Take an entrant out of all rounds that are not drawn yet. The caller holds the lock of the event."""
    if entrant.left is None:
        entrant.left = event.rounds + 1
        entrant.save(update_fields=["left"])


def fill_places(event: Tournament) -> None:
    """Give free places of an event that has not begun to those who wait, in their order, and tell them. With a check-in
    this waits for its end. The caller holds the lock."""
    if event.status != Status.ENTRY:
        return
    free = count_free(event)
    for entrant in event.entrants.filter(reserve=True, left=None).order_by("number")[:free]:
        entrant.entered, entrant.reserve = 1, False
        entrant.save(update_fields=["entered", "reserve"])
        tell(event, [entrant], "place", "event_place")


def count_free(event: Tournament) -> int:
    """Count the places of an event that nobody has; that of somebody who was disqualified is free."""
    taken = event.entrants.filter(entered__isnull=False, left=None).count()
    return max(event.most_entrants - taken, 0)


def sit_out(*, event_id: int, user: User, sits: bool) -> None:
    """Say whether one sits out the next round, which then brings nothing. Raises EventRefused for somebody who is not
    in an event that runs, and where nobody can sit out."""
    with transaction.atomic():
        event = event_lock(event_id)
        entrant = event.entrants.filter(user=user, left=None, entered__isnull=False).first()
        if entrant is None or not may_sit_out(event):
            raise EventRefused(_("You cannot sit out a round of this tournament."))
        rounds = {*entrant.sits_out, event.rounds + 1} if sits else {*entrant.sits_out} - {event.rounds + 1}
        entrant.sits_out = sorted(rounds)
        entrant.save(update_fields=["sits_out"])


def may_sit_out(event: Tournament) -> bool:
    """Check whether the format of an event lets people sit out a round."""
    return event.status == Status.RUNNING and first_kind(event) in LATE_KINDS


def set_mails(*, event_id: int, user: User, mails: bool) -> None:
    """Say whether one gets mails about an event. Raises EventRefused for somebody who did not enter."""
    if not Entrant.objects.filter(tournament=event_id, user=user).update(mails=mails):
        raise EventRefused(_("You have not entered this tournament."))


def set_games(*, event_id: int, user: User, games: int) -> None:
    """Say in how many games of a ladder one plays at once, from its next day on; games that run go on. Raises
    EventRefused for somebody who is not in, in other formats, and for a number out of bounds."""
    with transaction.atomic():
        event = event_lock(event_id)
        entrant = event.entrants.filter(user=user, left=None).first()
        if entrant is None or first_kind(event) != "ladder":
            raise EventRefused(_("You have not entered a ladder here."))
        check_games(games)
        entrant.at_once = games
        entrant.save(update_fields=["at_once"])


def check_games(games: int) -> None:
    """Refuse to play no game at once, or too many. Raises EventRefused."""
    if not 1 <= games <= MOST_AT_ONCE:
        raise EventRefused(_("Play 1 to %(most)s games at once.") % {"most": MOST_AT_ONCE})


# ---- check-in


def check_in(*, entrant_id: int) -> None:
    """Note that an entrant will play. Harmless when repeated. Raises EventRefused unless their event asks for it
    now, and the time is not over."""
    with transaction.atomic():
        event = event_lock(Entrant.objects.values_list("tournament_id", flat=True).get(pk=entrant_id))
        entrant = event.entrants.get(pk=entrant_id)
        if entrant.checked_in_at is not None:
            return
        if event.status != Status.CHECK_IN:
            raise EventRefused(_("There is no check-in now."))
        if is_check_in_over(event):
            raise EventRefused(_("Check-in has ended."))
        entrant.checked_in_at = db_now()
        entrant.save(update_fields=["checked_in_at"])


def is_check_in_over(event: Tournament) -> bool:
    return event.check_in_ends_at is None or event.check_in_ends_at <= db_now()


def begin_check_in(event: Tournament) -> None:
    """Ask everybody to confirm that they will play, those who wait too. Bots are there. The caller holds the lock."""
    event.status, event.check_in_ends_at = Status.CHECK_IN, db_now() + timedelta(hours=event.check_in_hours)
    event.save(update_fields=["status", "check_in_ends_at"])
    event.entrants.exclude(bot="").update(checked_in_at=db_now())
    tell(event, event.entrants.all(), "check-in", "event_check_in")


def end_check_in(event: Tournament) -> None:
    """Drop those who did not check in, and give their places to those who wait. The caller holds the lock."""
    event.entrants.filter(checked_in_at=None).update(entered=None, reserve=False, left=1)
    free = count_free(event)
    waiting = event.entrants.filter(reserve=True, left=None).order_by("number")[:free]
    event.entrants.filter(pk__in=[each.pk for each in waiting]).update(entered=1, reserve=False)


# ---- the beginning


def entries_sweep() -> int:
    """End entry and check-ins whose time is over, and begin their events. Returns how many. Does nothing while an
    outage may still have to be credited."""
    now = db_now()
    if not is_credited(now):
        return 0
    entry = Tournament.objects.filter(status=Status.ENTRY, entry_ends_at__lte=now)
    due = entry | Tournament.objects.filter(status=Status.CHECK_IN, check_in_ends_at__lte=now)
    found = list(due.values_list("pk", flat=True))
    for event_id in found:
        try:
            event_start(event_id=event_id)
        except EventRefused:
            continue  # another worker was faster
        except Exception:
            log.exception("event %s could not begin", event_id)
    return len(found)


def event_start(*, event_id: int) -> None:
    """End entry. With a check-in, which the start waits for, ask for it; else seed those who entered, and begin. Below
    the least entrants the event is called off. Raises EventRefused unless entry is open, or the check-in over."""
    with transaction.atomic():
        event = event_lock(event_id)
        if event.status not in BEFORE:
            raise EventRefused(_("This tournament cannot begin now."))
        if event.status == Status.ENTRY and event.check_in_hours:
            begin_check_in(event)
            return
        if event.status == Status.CHECK_IN:
            if not is_check_in_over(event):
                raise EventRefused(_("This tournament begins once its check-in has ended."))
            end_check_in(event)
        else:
            fill_places(event)
        begin(event)
        after_commit("tournaments.tasks.sweep")


def begin(event: Tournament) -> None:
    """Seed an event and let it run, or call it off if too few entered. The caller holds the lock."""
    entrants = list(event.entrants.order_by("number"))
    playing = [entrant for entrant in entrants if entrant.entered and entrant.left is None]
    event.started_at = db_now()
    if len(playing) < max(event.least_entrants, 2):
        call_off(event)
        return
    for rank, entrant in enumerate(seed(event, entrants), 1):
        entrant.seed_rank = rank
    Entrant.objects.bulk_update(entrants, ["seed_rank"])
    event.status, event.next_at, event.days_from = Status.RUNNING, event.started_at, event.started_at
    event.save(update_fields=["status", "started_at", "next_at", "days_from"])


def call_off(event: Tournament, reason: str = "") -> None:
    """Call an event off and tell everybody who entered, with the `reason` of an organizer or the number that was
    missed. The caller holds the lock."""
    event.status, event.ended_at, event.next_at = Status.CANCELLED, db_now(), None
    event.save(update_fields=["status", "started_at", "ended_at", "next_at"])
    tell(event, event.entrants.all(), "cancelled", "event_cancelled", reason=reason)


def seed(event: Tournament, entrants: Sequence[Entrant]) -> list[Entrant]:
    """Sort entrants as their event says: by cautious rating, by the lot of its first round, or by hand. Those whom
    nothing parts stay in the order of entry. The next season of a league is seeded by the divisions of the last."""
    if moves_divisions(event):
        return seed_season(event, entrants)
    if event.seeding == Tournament.Seeding.LOT:
        first = reveal(bytes(event.secret_key.key), 1).hex()
        return sorted(entrants, key=lambda each: lot_of(first, each.code))
    if event.seeding == Tournament.Seeding.HAND:
        return sorted(entrants, key=lambda each: each.seed_rank or UNSEEDED)
    whos = {each.pk: person_rating(each.user_id) if each.user_id else bot_rating(each.bot) for each in entrants}
    found = standings_in(event.rules, set(whos.values()))
    return sorted(entrants, key=lambda each: -found[whos[each.pk]].cautious)
