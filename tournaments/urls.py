"""Addresses of tournaments, below a word for each kind: most requests are for games, and pass by few patterns."""

from django.urls import include, path

from tournaments import api
from tournaments.views import entry, events, files, letters, ratings

events_urls = [
    path("", events.events, name="events"),
    path("check-in/<str:token>/", entry.check_in_page, name="event-check-in"),
    path("<slug:slug>/", events.event, name="event"),
    path("<slug:slug>/picture.png", events.picture, name="event-picture"),
    path("<slug:slug>/ladder/", ratings.ladder, name="event-ladder"),
    path("<slug:slug>/join/", entry.join, name="event-join"),
    path("<slug:slug>/write/", letters.write, name="event-write"),
    path("<slug:slug>/standings/", events.standings, name="event-standings"),
    path("<slug:slug>/rounds/<int:number>/", events.round_page, name="event-round"),
    path("<slug:slug>/files/", files.folder, name="event-files"),
    path("<slug:slug>/files.zip", files.archive, name="event-zip"),
    path("<slug:slug>/files/<path:name>", files.file, name="event-file"),
]
ratings_urls = [
    path("<slug:rules>.csv", ratings.ratings_table, name="ratings-table"),
    path("<slug:rules>.jsonl", ratings.ratings_games, name="ratings-games"),
    path("<slug:rules>/", ratings.ratings_page, name="ratings-page"),
]
api_urls = [
    path("", api.EventsView.as_view(), name="api-events"),
    path("<slug:slug>/", api.EventView.as_view(), name="api-event"),
    path("<slug:slug>/files/<path:name>", api.EventFileView.as_view(), name="api-event-file"),
]
urlpatterns = [
    path("events/", include(events_urls)),
    path("organize/events/", include("tournaments.organize.urls")),
    path("ratings/", include(ratings_urls)),
    path("api/events/", include(api_urls)),
    path("players/<str:username>/apart/", entry.keep_apart, name="keep-apart"),
]
