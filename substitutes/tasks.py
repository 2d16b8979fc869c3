"""What is due for substitutes, every ten seconds and when somebody signs up or answers."""

from celery import current_app, shared_task

from substitutes.services import SWEEP_EVERY, substitutes_sweep


@shared_task
def sweep() -> None:
    """End offers that are over, and ask the next people."""
    substitutes_sweep()


current_app.add_periodic_task(SWEEP_EVERY.total_seconds(), sweep.s(), name="substitutes.tasks.sweep", expires=30)
