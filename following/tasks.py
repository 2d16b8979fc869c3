"""What is due for those who follow a game, every minute."""

from celery import current_app, shared_task

from following.services import TELL_EVERY, rounds_tell
from games.services.locks import db_now


@shared_task
def tell() -> int:
    """Tell that rounds are over."""
    return rounds_tell(db_now())


current_app.add_periodic_task(TELL_EVERY.total_seconds(), tell.s(), name="following.tasks.tell", expires=60)
