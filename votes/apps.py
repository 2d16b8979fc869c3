"""The Django application of votes."""

from django.apps import AppConfig


class VotesConfig(AppConfig):
    name = "votes"
    default_auto_field = "django.db.models.BigAutoField"
    organizers_see = ("vote",)

    def ready(self) -> None:
        """Register what votes bring to the site."""
        from votes import doors  # noqa: F401  # adds its records
