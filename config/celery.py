"""The Celery app. Messages are only wake-ups: what is due stands in the database, and a sweep finds it."""

import gc
import os

from celery import Celery
from celery.signals import setup_logging, worker_before_create_process

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("fieldpost")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_django_logging(**kwargs: object) -> None:
    """Let workers log as the site does; a receiver of this signal stops Celery from setting up its own."""


@worker_before_create_process.connect
def share_memory(**kwargs: object) -> None:
    """Let the processes of a worker share what it has loaded: where the collector goes over it, each makes a copy."""
    gc.collect()
    gc.freeze()
