"""What is due in mail that came in: woken when one is stored, and every ten seconds, should a message be lost."""

from celery import current_app, shared_task

from games.services.locks import db_now
from inbound.services.handling import forget_old, read_due

HOUR = 3600.0


@shared_task
def read() -> int:
    """Read the mails that wait."""
    return read_due()


@shared_task
def forget() -> int:
    """Forget what mails said a month ago."""
    return forget_old(db_now())


current_app.add_periodic_task(10.0, read.s(), name="inbound.tasks.read", expires=30)
current_app.add_periodic_task(HOUR, forget.s(), name="inbound.tasks.forget", expires=HOUR)
