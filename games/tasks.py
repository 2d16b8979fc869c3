"""Background tasks. Each may run twice, late or several times at once: the database says what is due."""

from __future__ import annotations

from celery import shared_task
from celery.signals import worker_process_shutdown, worker_shutdown

from games.mail.outbox import due
from games.mail.senders import SENDERS
from games.services import mail_outage
from games.services.background import start_background
from games.services.deadlines import deadline_expire, deadline_sweep
from games.services.digests import queue_weekly
from games.services.failures import failures_report
from games.services.heartbeat import is_silent
from games.services.locks import db_now, wake

FINISH_SECONDS = 50.0
"""Less than hosts wait before they kill a worker (TimeoutStopSec and stop_grace_period in deploy/)."""


@shared_task
def sweep() -> int:
    """Enforce deadlines, resume games of bots, queue reminders. Runs every ten seconds."""
    return deadline_sweep()


@shared_task
def outbox() -> None:
    """Queue mails about failures, and wake the senders if mails are due. Runs every ten seconds and after moves.

    Sweeps too if that is due, because without beat only moves run any task.
    """
    now = db_now()
    mail_outage.record_heartbeat(now)
    failures_report(now)
    if due(now).exists():
        SENDERS.wake()
    if is_silent("sweep", now):
        deadline_sweep()


@shared_task
def weekly() -> int:
    """Queue weekly mails where it is their hour. Runs every minute."""
    return queue_weekly(db_now())


@shared_task
def background() -> None:
    """Start work that can wait, if there is any. Runs every thirty seconds, and when somebody wants some."""
    start_background()


@worker_process_shutdown.connect
@worker_shutdown.connect
def finish_mails(**kwargs: object) -> None:
    """Let the senders finish the mails that they are handing over, for at most `FINISH_SECONDS`."""
    SENDERS.finish(FINISH_SECONDS)


@shared_task
def game_continue(game_id: int) -> None:
    """Resume a game in which only bots are asked."""
    if deadline_expire(game_id=game_id):
        wake("games.tasks.outbox")
