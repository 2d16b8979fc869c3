"""Addresses of the games' pages."""

from django.urls import path

from games.views import absence, inbox, links, lobby, mail_choices, plan, play, records, seat

urlpatterns = [
    path("", lobby.landing, name="landing"),
    path("games/", lobby.home, name="home"),
    path("games/next/", lobby.next_game, name="game-next"),
    path("games/public/", lobby.games_public, name="games-public"),
    path("games/new/", lobby.game_new, name="game-new"),
    path("g/<slug:slug>/", play.game_page, name="game"),
    path("g/<slug:slug>/poll/", play.game_poll, name="game-poll"),
    path("g/<slug:slug>/undo/", play.game_undo, name="game-undo"),
    path("g/<slug:slug>/lobby/", lobby.game_lobby, name="game-lobby"),
    path("g/<slug:slug>/history/", records.game_history, name="game-history"),
    path("g/<slug:slug>/history/<int:seq>/", records.game_history, name="game-history"),
    path("g/<slug:slug>/odds/", records.game_odds, name="game-odds"),
    path("g/<slug:slug>/orders/", records.game_orders, name="game-orders"),
    path("g/<slug:slug>/settings/", seat.game_settings, name="game-settings"),
    path("g/<slug:slug>/settings/check/", seat.standing_check, name="standing-check"),
    path("g/<slug:slug>/plan/", plan.game_plan, name="game-plan"),
    path("g/<slug:slug>/plan/check/", plan.plan_check, name="plan-check"),
    path("g/<slug:slug>/log/", records.game_log, name="game-log"),
    path("g/<slug:slug>/dice/", records.game_dice, name="game-dice"),
    path("g/<slug:slug>/dice/draws/", records.game_draws, name="game-draws"),
    path("g/<slug:slug>/rematch/", lobby.rematch, name="game-rematch"),
    path("i/<str:token>/", lobby.invite, name="invite"),
    path("l/<str:token>/", links.link, name="link"),
    path("games/away/", absence.away, name="away"),
    path("games/stand-in/<int:pk>/", absence.stand_in, name="stand-in"),
    path("games/mail/", mail_choices.store, name="mail-choices"),
    path("players/<str:username>/", records.profile, name="profile"),
    path("about/", lobby.about, name="about"),
    path("help/", records.how_to_play, name="help"),
    path("help/orders/", records.how_to_order, name="help-orders"),
    path("fair/", records.fair, name="fair"),
    path("inbox/", inbox.inbox, name="inbox"),
    path("inbox/<int:pk>/", inbox.inbox_mail, name="inbox-mail"),
    path("inbox/<int:pk>/reply/", inbox.inbox_answer, name="inbox-reply"),
    path("inbox/<int:pk>/style.css", inbox.inbox_style, name="inbox-style"),
    path("inbox/<int:pk>/picture/<slug:cid>", inbox.inbox_picture, name="inbox-picture"),
]
