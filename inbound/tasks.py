"""What is due in mail that came in: woken when one is stored, and every ten seconds, should a message be lost."""

from celery import current_app, shared_task

from inbound.services.handling import read_due


@shared_task
def read() -> int:
    """Read the mails that wait."""
    return read_due()


current_app.add_periodic_task(10.0, read.s(), name="inbound.tasks.read", expires=30)
