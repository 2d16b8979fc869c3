"""The Django application of chances."""

from django.apps import AppConfig


class ChancesConfig(AppConfig):
    name = "chances"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what chances bring to the site."""
        from chances import doors  # noqa: F401  # adds its records
