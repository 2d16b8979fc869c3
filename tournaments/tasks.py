"""What is due in ratings: woken by the end of a game, and every ten seconds, should a message be lost."""

from __future__ import annotations

from celery import current_app, shared_task

from tournaments.services.ratings import SWEEP_EVERY, ratings_sweep


@shared_task
def book_ratings() -> None:
    """Book the rated games that have ended."""
    ratings_sweep()


current_app.add_periodic_task(
    SWEEP_EVERY.total_seconds(), book_ratings.s(), name="tournaments.tasks.book_ratings", expires=30
)
