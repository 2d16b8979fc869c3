"""Addresses of tournaments."""

from django.urls import path

from tournaments import views

urlpatterns = [
    path("ratings/<slug:rules>.csv", views.ratings_table, name="ratings-table"),
    path("ratings/<slug:rules>.jsonl", views.ratings_games, name="ratings-games"),
]
