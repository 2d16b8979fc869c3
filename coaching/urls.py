"""Addresses of coached games."""

from django.urls import path

from coaching import views

urlpatterns = [
    path("learn/", views.learn, name="learn"),
    path("g/<slug:slug>/coach/show/", views.coach_show, name="coach-show"),
    path("g/<slug:slug>/coach/end/", views.coach_end, name="coach-end"),
]
