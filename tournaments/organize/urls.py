"""Addresses of the organizers' pages of events."""

from django.urls import path

from tournaments.organize import act_views, views

urlpatterns = [
    path("organize/events/", views.events, name="organize-events"),
    path("organize/events/new/", views.new, name="organize-event-new"),
    path("organize/events/<slug:slug>/", views.event_page, name="organize-event"),
    path("organize/events/<slug:slug>/open/", views.open_entry, name="organize-event-open"),
    path("organize/events/<slug:slug>/draft/", act_views.draft, name="organize-event-draft"),
    path("organize/events/<slug:slug>/repairs/", act_views.acts, name="organize-event-acts"),
    path("organize/events/<slug:slug>/do/<slug:name>/", act_views.act, name="organize-event-act"),
]
