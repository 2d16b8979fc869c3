"""Background work. Every task may run twice, late or at once with itself: what is due stands in the database."""

from __future__ import annotations

from celery import shared_task
from celery.signals import worker_process_shutdown, worker_shutdown

from games.mail.outbox import due
from games.mail.senders import SENDERS
from games.services import mail_outage
from games.services.deadlines import deadline_expire, deadline_sweep
from games.services.heartbeat import is_silent
from games.services.locks import db_now, wake

FINISH_SECONDS = 50.0
"""Less than hosts wait before they kill a worker (TimeoutStopSec and stop_grace_period in deploy/)."""


@shared_task
def sweep() -> int:
    """Every ten seconds: pass what is overdue, go on with games of bots, queue reminders."""
    return deadline_sweep()


@shared_task
def outbox() -> None:
    """Every ten seconds and after moves: wake who sends what is queued.

    Sweeps too if that is due: without the clock only moves wake anybody.
    """
    now = db_now()
    mail_outage.record_heartbeat(now)
    if due(now).exists():
        SENDERS.wake()
    if is_silent("sweep", now):
        deadline_sweep()


@worker_process_shutdown.connect
@worker_shutdown.connect
def finish_mails(**kwargs: object) -> None:
    """A worker that is told to stop ends the mails in its hands, if their server lets it."""
    SENDERS.finish(FINISH_SECONDS)


@shared_task
def game_continue(game_id: int) -> None:
    """Go on with a game in which bots alone are asked."""
    if deadline_expire(game_id=game_id):
        wake("games.tasks.outbox")
