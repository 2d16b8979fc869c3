"""The Django application of webhooks."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "webhooks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what webhooks bring to the site."""
        from webhooks import doors  # noqa: F401  # adds its records
