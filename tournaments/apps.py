"""The Django application of events."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
    organizers_see = ("ratedgame", "ratingchange", "ratingscale")
