"""The Django application of mail that comes in."""

from django.apps import AppConfig


class InboundConfig(AppConfig):
    name = "inbound"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what mail that comes in brings to the site."""
        from inbound import checks, doors  # noqa: F401  # each adds its records
