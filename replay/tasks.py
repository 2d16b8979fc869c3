"""What is due in films: woken when one is asked for, and every half minute, should a message be lost."""

from celery import current_app, shared_task

from games.services.locks import db_now
from replay.films import films_forget, films_make

HOUR = 3600.0
LONGEST = 1800


@shared_task(time_limit=LONGEST, soft_time_limit=LONGEST - 60)
def films() -> int:
    """Make the films that wait."""
    return films_make()


@shared_task
def forget() -> int:
    """Delete films that nobody has wanted for a while."""
    return films_forget(db_now())


current_app.add_periodic_task(30.0, films.s(), name="replay.tasks.films", expires=30)
current_app.add_periodic_task(HOUR, forget.s(), name="replay.tasks.forget", expires=HOUR)
