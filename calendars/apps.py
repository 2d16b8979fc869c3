"""The Django application of calendars."""

from django.apps import AppConfig


class CalendarsConfig(AppConfig):
    name = "calendars"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what calendars bring to the site."""
        from calendars import doors  # noqa: F401  # adds its records
