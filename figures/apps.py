"""The Django application of games in figures."""

from django.apps import AppConfig


class FiguresConfig(AppConfig):
    name = "figures"

    def ready(self) -> None:
        """Register what figures bring to the site."""
        from figures import doors  # noqa: F401  # adds its records
