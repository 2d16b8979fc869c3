"""The Django application of press."""

from django.apps import AppConfig


class PressConfig(AppConfig):
    name = "press"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what press brings to the site."""
        from press import doors  # noqa: F401  # adds its records
