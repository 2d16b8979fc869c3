"""The Django application of substitutes."""

from django.apps import AppConfig


class SubstitutesConfig(AppConfig):
    name = "substitutes"
    default_auto_field = "django.db.models.BigAutoField"
    organizers_see = ("signup", "offer")

    def ready(self) -> None:
        """Register what substitutes bring to the site."""
        from substitutes import doors  # noqa: F401  # adds its records
