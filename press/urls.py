"""Addresses of messages."""

from django.urls import path

from press import api, desk, views

urlpatterns = [
    path("g/<slug:slug>/messages/", views.messages_list, name="game-messages"),
    path("g/<slug:slug>/messages/count/", views.messages_count, name="game-messages-count"),
    path("g/<slug:slug>/messages/new/", views.message_new, name="game-message-new"),
    path("g/<slug:slug>/messages/mute/", views.message_mute, name="game-message-mute"),
    path("g/<slug:slug>/messages/<int:number>/", views.conversation, name="game-conversation"),
    path("g/<slug:slug>/messages/<int:message>/report/", views.message_report, name="game-message-report"),
    path("g/<slug:slug>/notes/", views.notes, name="game-notes"),
    path("organize/reports/", desk.reports, name="organize-reports"),
    path("organize/reports/<int:pk>/", desk.report, name="organize-report"),
    path("organize/reports/<int:pk>/whole/", desk.whole, name="organize-report-whole"),
    path("reports/<int:pk>/appeal/", desk.appeal, name="press-appeal"),
    path("api/games/<slug:slug>/press/", api.PressView.as_view(), name="api-press"),
    path("api/games/<slug:slug>/press/<int:message>/report/", api.ReportView.as_view(), name="api-press-report"),
    path("api/games/<slug:slug>/press/mutes/<int:seat>/", api.MuteView.as_view(), name="api-press-mute"),
    path("api/games/<slug:slug>/notes/", api.NotesView.as_view(), name="api-notes"),
]
