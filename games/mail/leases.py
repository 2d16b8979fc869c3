"""Mails that a sender has taken: many by one statement, kept by renewing their claims, given back if a server is slow.

A claim that nobody renews runs out, so that another sender sends what a dead one had taken. Every statement passes over
rows that somebody else has locked, so no two of them ever wait for each other.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from datetime import datetime, timedelta

from django.db import DatabaseError, connection
from django.db.models import QuerySet

from common.prepared import Prepared
from games.models import OutboxMail
from games.services.locks import db_now

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
"""How long a claim lasts that nobody renews: after a crash the mails of a sender wait this long."""

RENEW_SECONDS = 10.0
"""How often claims are renewed while a mail server takes its time."""

SLOW = 5.0
"""Seconds over one mail after which its sender gives back the others that it has taken."""

TAKE = "state = 'sending', claimed_until = %s"
GIVE_BACK = "state = CASE WHEN attempts = 0 THEN 'queued' ELSE 'retry' END, claimed_until = %s"  # as typed

Taken = tuple[int, int | None, str, object]
"""Id, game, template and time of a row."""

MAIL = Prepared(lambda pk: OutboxMail.objects.filter(pk=pk).select_related("user", "game"), pk=int)


class Leases:
    """The mails that one sender has taken. Within the block a thread beside it renews their claims."""

    def __init__(self, due: QuerySet[OutboxMail]) -> None:
        until = db_now() + LEASE
        self._left = deque(claim(due, until))
        self._until = dict.fromkeys(self._left, until)
        self._in_hand: int | None = None
        self._since = time.monotonic()
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="leases", daemon=True)

    def __enter__(self) -> Leases:
        if self._left:
            self._keeper.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._done.set()
        if self._keeper.is_alive():
            self._keeper.join()
        try:
            self._give_back()
        except DatabaseError:
            log.warning("mails could not be given back; their claims run out", exc_info=True)

    def take(self) -> OutboxMail | None:
        """Claim the next mail as it is now, unless its claim was lost meanwhile; None once nothing is left."""
        with self._lock:
            while self._left:
                self._in_hand, self._since = self._left.popleft(), time.monotonic()
                now = db_now()
                if self._until[self._in_hand] - now < LEASE - timedelta(seconds=RENEW_SECONDS):
                    self._renew(now)
                for mail in MAIL(pk=self._in_hand):
                    if mail.state == OutboxMail.State.SENDING and mail.claimed_until == self._until[mail.pk]:
                        mail.attempts += 1
                        return mail
            self._in_hand = None
            return None

    def _keep(self) -> None:
        """Renew the claims as long as the mail in hand takes; give the others back if that is long."""
        renewed = time.monotonic()
        try:
            while not self._done.wait(min(RENEW_SECONDS, SLOW) / 5):
                try:
                    with self._lock:
                        if time.monotonic() - self._since > SLOW:
                            self._give_back()
                        if time.monotonic() - renewed > RENEW_SECONDS:
                            renewed = time.monotonic()
                            self._renew(db_now())
                except DatabaseError:
                    log.warning("claims of mails could not be renewed", exc_info=True)
                    connection.close()
        finally:
            connection.close()

    def _renew(self, now: datetime) -> None:
        mine = [pk for pk in (self._in_hand, *self._left) if pk is not None]
        self._until |= dict.fromkeys(self._changed(mine, TAKE, now + LEASE), now + LEASE)

    def _give_back(self) -> None:
        """Let others send what is left; what could not be given back runs out."""
        if self._left:
            left = list(self._left)
            self._left.clear()
            self._changed(left, GIVE_BACK, None)

    def _changed(self, pks: list[int], change: str, until: datetime | None) -> list[int]:
        """Change those claims that are still the ones that were made here."""
        rows = OutboxMail.objects.filter(pk__in=pks, state=OutboxMail.State.SENDING)
        mine = rows.filter(claimed_until__in={self._until[pk] for pk in pks})
        return [pk for pk, *_rest in changed(mine.order_by("pk"), change, until)]


def claim(due: QuerySet[OutboxMail], until: datetime) -> list[int]:
    """Take due mails for one sender by one statement; their ids in the order of sending: mails about accounts first,
    then the oldest, and the mails of a game after its first."""
    rows = sorted(changed(due, TAKE, until), key=lambda row: (row[2] != OutboxMail.ACCOUNT, row[3], row[0]))
    first: dict[object, int] = {}
    for place, (pk, game, *_rest) in enumerate(rows):
        first.setdefault(game or f"mail {pk}", place)
    return [pk for pk, game, *_rest in sorted(rows, key=lambda row: first[row[1] or f"mail {row[0]}"])]


def changed(rows: QuerySet[OutboxMail], change: str, until: datetime | None) -> list[Taken]:
    """Change the claims of those rows that nobody has locked, by one statement; returns those."""
    chosen, params = rows.values("pk").query.sql_with_params()
    where = f"id IN ({chosen})"
    if connection.vendor == "postgresql":  # as an array, so that rows are chosen once whatever the planner does
        where = f"id = ANY(ARRAY({chosen} FOR UPDATE SKIP LOCKED))"
    said = f"UPDATE {OutboxMail._meta.db_table} SET {change} WHERE {where} RETURNING id, game_id, template, not_before"
    with connection.cursor() as cursor:
        cursor.execute(said, [connection.ops.adapt_datetimefield_value(until), *params])
        return list(cursor.fetchall())
