"""Addresses of the organizers' pages of events."""

from django.urls import path

from tournaments.organize import views

urlpatterns = [
    path("organize/events/", views.events, name="organize-events"),
    path("organize/events/new/", views.new, name="organize-event-new"),
    path("organize/events/<slug:slug>/", views.event_page, name="organize-event"),
    path("organize/events/<slug:slug>/open/", views.open_entry, name="organize-event-open"),
]
