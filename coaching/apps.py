"""The Django application of coached games."""

from django.apps import AppConfig


class CoachingConfig(AppConfig):
    name = "coaching"

    def ready(self) -> None:
        """Register what coaching brings to the site."""
        from coaching import doors  # noqa: F401  # adds its records
