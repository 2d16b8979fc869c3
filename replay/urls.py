"""Addresses of replays."""

from django.urls import path

from replay import views

urlpatterns = [
    path("g/<slug:slug>/replay/", views.replay, name="replay"),
    path("g/<slug:slug>/replay/<int:seq>/", views.replay, name="replay"),
    path("g/<slug:slug>/replay/track/", views.track, name="replay-track"),
    path("g/<slug:slug>/replay/films/", views.films, name="replay-films"),
    path("g/<slug:slug>/replay/films/<int:number>.webp", views.film, name="replay-film"),
]
