"""The address of a game in figures."""

from django.urls import path

from figures import views

urlpatterns = [path("g/<slug:slug>/figures/", views.game_figures, name="figures")]
