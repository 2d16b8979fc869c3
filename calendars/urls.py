"""Addresses of calendars."""

from django.urls import path

from calendars import views

urlpatterns = [
    path("accounts/calendar/", views.settings_page, name="calendar-settings"),
    path("calendar/<str:token>.ics", views.feed, name="calendar"),
]
