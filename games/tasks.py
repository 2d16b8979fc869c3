"""Background work. Every task may run twice, late or at once with itself: what is due stands in the database."""

from __future__ import annotations

from celery import shared_task

from games.services.deadlines import deadline_expire, deadline_sweep
from games.services.heartbeat import is_silent
from games.services.locks import db_now, wake
from games.services.outbox import outbox_deliver


@shared_task
def sweep() -> int:
    """Every ten seconds: pass what is overdue, go on with games of bots, queue reminders."""
    return deadline_sweep()


@shared_task
def outbox() -> int:
    """Every ten seconds and after moves: send what is queued.

    Sweeps too if that is due: many mails keep all workers busy, and without the clock only moves wake anybody.
    """
    sent = outbox_deliver()
    if is_silent("sweep", db_now()):
        deadline_sweep()
    return sent


@shared_task
def game_continue(game_id: int) -> None:
    """Go on with a game in which bots alone are asked."""
    if deadline_expire(game_id=game_id):
        wake("games.tasks.outbox")
