"""Lock games and people, read the database's clock, and wake workers after a commit."""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from games.errors import NotAllowed
from games.models import Game, Vacation

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

BROKER_COOLDOWN = 30.0
"""Seconds without wake-ups after the broker failed; the sweeps find the work meanwhile."""

_broker_failed_at = -BROKER_COOLDOWN


def game_lock(game_id: int, *, skip_locked: bool = False) -> Game:
    """Lock the game's row until the transaction ends. Only the rows of people and of vacations and the site's clock are
    locked before it.

    SQLite needs no row lock: its transactions begin as writers. Raises Game.DoesNotExist, also if `skip_locked` and
    somebody else holds it.
    """
    share_site_clock()
    rows = Game.objects.select_for_update(no_key=True, of=("self",), skip_locked=skip_locked)
    return rows.get(pk=game_id)


def share_site_clock() -> None:
    """Lock the site's clock against change until the transaction ends, so that a deadline is written by the clock by
    which it was read. Moves share the lock; a credit waits for them (`games.services.site_outage`)."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT FROM games_siteclock FOR SHARE")


def person_lock(*people: User) -> None:
    """Lock the accounts of people who get a seat against deletion until the transaction ends, all in the same order.

    Comes before the lock of a game, as in the deletion itself. Raises NotAllowed if an account is gone already.
    """
    rows = get_user_model().objects.select_for_update(no_key=True).order_by("pk")
    found = rows.filter(pk__in=[person.pk for person in people], is_active=True).values_list("pk", flat=True)
    if len(found) < len(people):
        raise NotAllowed


def lock_vacations(*which: Q, **wanted: object) -> QuerySet[Vacation]:
    """Query vacations and lock them: whatever changes one and its stand-ins waits for what begins by it. Comes after
    the lock of a person, and before that of a game."""
    return Vacation.objects.select_for_update(no_key=True, of=("self",)).filter(*which, **wanted).order_by("pk")


def db_now() -> datetime:
    """Read the database's clock, so that all servers of a site agree on what is late."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now.astimezone(UTC)


def after_commit(task: str, *args: object) -> None:
    """Wake a worker for the task of this name once the transaction is safe. A dead broker never fails a move."""
    transaction.on_commit(partial(wake, task, *args), robust=True)


def wake(task: str, *args: object) -> None:
    """Send the message; on any failure log it and leave the broker alone for a while."""
    global _broker_failed_at
    if time.monotonic() - _broker_failed_at < BROKER_COOLDOWN:
        return

    try:
        import_string(settings.TASK_APP).send_task(task, args=args, expires=30, retry=False)
    except Exception:
        _broker_failed_at = time.monotonic()
        log.warning("no wake-up sent: the broker does not answer", exc_info=True)
