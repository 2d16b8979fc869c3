"""Addresses of tournaments."""

from django.urls import include, path

from tournaments import api
from tournaments.views import entry, events, files, ratings

urlpatterns = [
    path("", include("tournaments.organize.urls")),
    path("ratings/<slug:rules>.csv", ratings.ratings_table, name="ratings-table"),
    path("ratings/<slug:rules>.jsonl", ratings.ratings_games, name="ratings-games"),
    path("ratings/<slug:rules>/", ratings.ratings_page, name="ratings-page"),
    path("events/<slug:slug>/ladder/", ratings.ladder, name="event-ladder"),
    path("events/check-in/<str:token>/", entry.check_in_page, name="event-check-in"),
    path("players/<str:username>/apart/", entry.keep_apart, name="keep-apart"),
    path("events/<slug:slug>/join/", entry.join, name="event-join"),
    path("events/", events.events, name="events"),
    path("events/<slug:slug>/", events.event, name="event"),
    path("events/<slug:slug>/standings/", events.standings, name="event-standings"),
    path("events/<slug:slug>/rounds/<int:number>/", events.round_page, name="event-round"),
    path("events/<slug:slug>/files/", files.folder, name="event-files"),
    path("events/<slug:slug>/files.zip", files.archive, name="event-zip"),
    path("events/<slug:slug>/files/<path:name>", files.file, name="event-file"),
    path("api/events/", api.EventsView.as_view(), name="api-events"),
    path("api/events/<slug:slug>/", api.EventView.as_view(), name="api-event"),
    path("api/events/<slug:slug>/files/<path:name>", api.EventFileView.as_view(), name="api-event-file"),
]
