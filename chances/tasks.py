"""Start the work on chances: woken by the end of a game, and every half minute, should a message be lost."""

from celery import current_app, shared_task
from django.conf import settings

from chances.services import SWEEP_EVERY, start_process, work_waits
from games.services.locks import db_now


@shared_task
def work() -> None:
    """Have a process work on the games that have ended, if there are any."""
    if settings.CHANCES and work_waits(db_now()):
        start_process()


current_app.add_periodic_task(SWEEP_EVERY.total_seconds(), work.s(), name="chances.tasks.work", expires=30)
