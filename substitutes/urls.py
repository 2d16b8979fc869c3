"""Addresses of substitutes."""

from django.urls import path

from substitutes import api, views

urlpatterns = [
    path("seat/<str:token>/", views.seat_offer, name="seat-offer"),
    path("me/substitute/", views.settings_page, name="substitute-settings"),
    path("g/<slug:slug>/substitutes/", views.game_substitutes, name="game-substitutes"),
    path("api/substitutes/", api.SubstitutesView.as_view(), name="api-substitutes"),
    path("api/games/<slug:slug>/substitutes/", api.GameSubstitutesView.as_view(), name="api-game-substitutes"),
]
