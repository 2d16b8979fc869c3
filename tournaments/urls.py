"""Addresses of tournaments."""

from django.urls import path

from tournaments.views import entry, ratings

urlpatterns = [
    path("ratings/<slug:rules>.csv", ratings.ratings_table, name="ratings-table"),
    path("ratings/<slug:rules>.jsonl", ratings.ratings_games, name="ratings-games"),
    path("events/check-in/<str:token>/", entry.check_in_page, name="event-check-in"),
    path("events/<slug:slug>/join/", entry.join, name="event-join"),
]
