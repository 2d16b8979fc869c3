"""What is due in events and ratings: woken by the end of a game, and every ten seconds, should a message be lost."""

from __future__ import annotations

from celery import current_app, shared_task

from tournaments.services.absences import absences_sweep
from tournaments.services.entry import entries_sweep
from tournaments.services.ratings import SWEEP_EVERY, ratings_sweep
from tournaments.services.running import events_sweep


@shared_task
def sweep() -> None:
    """Begin the events whose time has come, fill seats that fell free, and take all that is due as far as it comes."""
    entries_sweep()
    absences_sweep()
    events_sweep()


@shared_task
def book() -> None:
    """Book the tables whose games have ended, and go on with their events."""
    events_sweep()


@shared_task
def book_ratings() -> None:
    """Book the rated games that have ended."""
    ratings_sweep()


for name, task in (("sweep", sweep), ("book_ratings", book_ratings)):
    current_app.add_periodic_task(SWEEP_EVERY.total_seconds(), task.s(), name=f"tournaments.tasks.{name}", expires=30)
