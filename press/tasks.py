"""What is due in messages."""

from celery import current_app, shared_task

from games.services.locks import db_now
from press.services.messages import press_sweep
from press.services.retention import press_forget

HOUR = 3600.0


@shared_task
def sweep() -> None:
    """Show messages that waited for their moment."""
    press_sweep()


@shared_task
def forget() -> None:
    """Delete messages that are kept no longer."""
    press_forget(db_now())


current_app.add_periodic_task(10.0, sweep.s(), name="press.tasks.sweep", expires=30)
current_app.add_periodic_task(HOUR, forget.s(), name="press.tasks.forget", expires=600)
