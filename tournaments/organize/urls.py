"""Addresses of the organizers' pages of events, below `organize/events/`."""

from django.urls import path

from tournaments.organize import act_views, invitation_views, settings_views, views

urlpatterns = [
    path("", views.events, name="organize-events"),
    path("new/", views.new, name="organize-event-new"),
    path("<slug:slug>/", views.event_page, name="organize-event"),
    path("<slug:slug>/open/", views.open_entry, name="organize-event-open"),
    path("<slug:slug>/entrants/", act_views.entrants, name="organize-event-entrants"),
    path("<slug:slug>/settings/", settings_views.settings, name="organize-event-settings"),
    path("<slug:slug>/invitations/", invitation_views.invitations, name="organize-event-invitations"),
    path("<slug:slug>/draft/", act_views.draft, name="organize-event-draft"),
    path("<slug:slug>/repairs/", act_views.acts, name="organize-event-acts"),
    path("<slug:slug>/do/<slug:name>/", act_views.act, name="organize-event-act"),
]
