"""Addresses of tournaments."""

from django.urls import path

from tournaments.views import ratings

urlpatterns = [
    path("ratings/<slug:rules>.csv", ratings.ratings_table, name="ratings-table"),
    path("ratings/<slug:rules>.jsonl", ratings.ratings_games, name="ratings-games"),
]
