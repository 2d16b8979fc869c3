"""What is due for webhooks, every ten seconds: nothing is posted by the process of a page or a move."""

from celery import current_app, shared_task

from games.services.locks import db_now
from webhooks.delivery import deliver
from webhooks.services import collect


@shared_task
def sweep() -> None:
    """Queue what the outbox has for webhooks, and post what is due."""
    collect(db_now())
    deliver()


current_app.add_periodic_task(10.0, sweep.s(), name="webhooks.tasks.sweep", expires=30)
