"""Addresses below /api/: operations, the document that describes them, and the page about it for people."""

from django.urls import path, re_path

from games.api import pages
from games.api.views import account, catalogue, gameplay, prepared, tables

urlpatterns = [
    path("", pages.about, name="api"),
    path("schema/", pages.schema, name="api-schema"),
    path("me/", account.MeView.as_view(), name="api-me"),
    path("turns/", account.TurnsView.as_view(), name="api-turns"),
    path("rules/", catalogue.RulesView.as_view(), name="api-rules"),
    path("maps/<slug:map_id>/", catalogue.MapView.as_view(), name="api-map"),
    path("games/", tables.GamesView.as_view(), name="api-games"),
    path("games/<slug:slug>/", tables.GameView.as_view(), name="api-game"),
    path("games/<slug:slug>/join/", tables.JoinView.as_view(), name="api-join"),
    path("games/<slug:slug>/leave/", tables.LeaveView.as_view(), name="api-leave"),
    path("games/<slug:slug>/start/", tables.StartView.as_view(), name="api-start"),
    path("games/<slug:slug>/resign/", tables.ResignView.as_view(), name="api-resign"),
    path("games/<slug:slug>/return/", tables.ReturnView.as_view(), name="api-return"),
    path("games/<slug:slug>/view/", gameplay.BoardView.as_view(), name="api-view"),
    path("games/<slug:slug>/options/", gameplay.OptionsView.as_view(), name="api-options"),
    path("games/<slug:slug>/history/", gameplay.HistoryView.as_view(), name="api-history"),
    path("games/<slug:slug>/orders/", gameplay.OrdersView.as_view(), name="api-orders"),
    path("games/<slug:slug>/try/", gameplay.TrialView.as_view(), name="api-try"),
    path("games/<slug:slug>/undo/", gameplay.UndoView.as_view(), name="api-undo"),
    path("games/<slug:slug>/standing/", prepared.StandingView.as_view(), name="api-standing"),
    path("games/<slug:slug>/standing/check/", prepared.StandingCheckView.as_view(), name="api-standing-check"),
    path("games/<slug:slug>/standing/uses/", prepared.StandingUsesView.as_view(), name="api-standing-uses"),
    path("games/<slug:slug>/plan/", prepared.PlanView.as_view(), name="api-plan"),
    re_path("", pages.not_found),
]
