"""The address by which one follows a game, or no more."""

from django.urls import path

from following import views

urlpatterns = [path("g/<slug:slug>/follow/", views.follow_game, name="follow")]
