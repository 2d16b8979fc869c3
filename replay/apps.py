"""The Django application of replays."""

from django.apps import AppConfig


class ReplayConfig(AppConfig):
    name = "replay"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what replays bring to the site."""
        from replay import doors  # noqa: F401  # adds its records
