"""The Django application of events."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
    organizers_see = (
        "tournament",
        "stage",
        "round",
        "table",
        "entrant",
        "booking",
        "ratedgame",
        "ratingchange",
        "ratingscale",
    )

    def ready(self) -> None:
        """Register what events bring to the site."""
        from tournaments import doors, lines  # noqa: F401  # add their records
