"""What is due in votes, every ten seconds and when a game ends."""

from celery import current_app, shared_task

from votes.services import SWEEP_EVERY, votes_sweep


@shared_task
def sweep() -> None:
    """End votes and pauses whose time is over."""
    votes_sweep()


current_app.add_periodic_task(SWEEP_EVERY.total_seconds(), sweep.s(), name="votes.tasks.sweep", expires=30)
