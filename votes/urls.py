"""Addresses of votes."""

from django.urls import path

from votes import api, views

urlpatterns = [
    path("g/<slug:slug>/votes/", views.game_votes, name="game-votes"),
    path("g/<slug:slug>/votes/cards/", views.cards, name="game-votes-card"),
    path("api/games/<slug:slug>/votes/", api.VotesView.as_view(), name="api-votes"),
]
