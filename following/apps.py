"""The Django application of following."""

from django.apps import AppConfig


class FollowingConfig(AppConfig):
    name = "following"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what following brings to the site."""
        from following import doors  # noqa: F401  # adds its records
