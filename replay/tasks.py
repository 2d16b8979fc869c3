"""What is due in films now and then; they are made in the background (`games.services.background`)."""

from celery import current_app, shared_task

from games.services.locks import db_now
from replay.films import films_forget

HOUR = 3600.0


@shared_task
def forget() -> int:
    """Delete films that nobody has wanted for a while."""
    return films_forget(db_now())


current_app.add_periodic_task(HOUR, forget.s(), name="replay.tasks.forget", expires=HOUR)
