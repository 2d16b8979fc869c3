"""What is due in messages, every ten seconds."""

from celery import current_app, shared_task

from press.services.messages import press_sweep


@shared_task
def sweep() -> None:
    """Show messages that waited for their moment."""
    press_sweep()


current_app.add_periodic_task(10.0, sweep.s(), name="press.tasks.sweep", expires=30)
